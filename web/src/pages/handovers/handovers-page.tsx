import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { meQuery } from '../../features/users/queries.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Gate, useRested } from './gate.tsx';
import { HandoverList } from './handover-list.tsx';
import { readHandoverSearch } from './handover-search.ts';
import styles from './handovers.module.css';

// For superusers only.
const CompanyChoice = lazy(() => import('../../features/companies/company-choice.tsx'));

const TABS = [
  { title: 'Väntar', state: undefined },
  { title: 'Utlämnade', state: 'handed_over' },
] as const;

/** «Utlämningar»: objects to collect, for those who hand them over, at a desk or on a phone in the yard (PICK-7). */
export default function HandoversPage() {
  const { data: me } = useQuery(meQuery);
  const search = readHandoverSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [q, setQ] = useState('');
  const rested = useRested(search.state === undefined ? q.trim() : '');
  const show = (change: { state?: undefined; company?: string | undefined }) =>
    void navigate({
      to: paths.handovers,
      search: { ...search, ...change },
      replace: true,
      resetScroll: false,
    });
  if (me === undefined) return null;
  return (
    <Page title="Utlämningar" width="full">
      <Gate
        value={q}
        onChange={(value) => {
          setQ(value);
          // A code is looked for among those that wait.
          if (value !== '' && search.state !== undefined) show({ state: undefined });
        }}
      />
      <nav aria-label="Utlämningar">
        <ul className={styles.tabs}>
          {TABS.map(({ title, state }) => (
            <li key={title}>
              <Link
                to={paths.handovers}
                search={{ ...search, state }}
                className={styles.tab}
                onClick={() => setQ('')}
                activeOptions={{ exact: false, explicitUndefined: true }}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {me.is_superuser && (
        <Suspense fallback={<Skeleton height="4.5rem" radius="var(--radius)" />}>
          <CompanyChoice
            company={search.company ?? null}
            noneLabel="Alla bolag"
            onChange={(company) => show({ company: company ?? undefined })}
          />
        </Suspense>
      )}
      <HandoverList
        filter={{ ...search, ...(rested !== '' && { q: rested }) }}
        isYard={me.is_staging_area}
        onFound={() => setQ('')}
      />
    </Page>
  );
}
