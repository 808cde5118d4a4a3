import { listNotices } from '@restvarde/contract/notices';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../../base/api/call.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';

const noticesQuery = (company?: string) =>
  queryOptions({
    queryKey: ['notices', company ?? null],
    queryFn: ({ signal }) => call(listNotices, { query: { company }, signal }),
    staleTime: 0,
  });

/** What waits for this person and is no auction's, each with the way to where it is seen to (GEN-6). */
export default function NoticeList({ company }: { company: string | undefined }) {
  const { data = [] } = useQuery(noticesQuery(company));
  return data.map(({ kind, text, path }) => (
    <Notice key={`${kind} ${path}`} tone="info">
      {text} <Link to={path}>Visa</Link>
    </Notice>
  ));
}
