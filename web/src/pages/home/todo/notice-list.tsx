import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { noticesQuery } from './notices-query.ts';

/** Tasks that do not belong to an auction, each with a link (GEN-6). */
export function NoticeList({ company }: { company: string | undefined }) {
  const { data = [] } = useQuery(noticesQuery(company));
  return data.map(({ kind, text, path }) => (
    <Notice key={`${kind} ${path}`} tone="info">
      <p>
        <span>{text}</span> <Link to={path}>Visa</Link>
      </p>
    </Notice>
  ));
}
