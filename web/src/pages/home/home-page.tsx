import { may } from '@restvarde/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Page } from '../../base/frame/page.tsx';
import { meQuery } from '../../features/users/queries.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { HomeFilters } from './home-filters.tsx';
import styles from './home-page.module.css';
import { type HomeSearch, readHomeSearch } from './home-search.ts';
import { HomeTiles } from './home-tiles.tsx';
import { TodoList } from './todo-list.tsx';

// For superusers only (HOME-2).
const CompanyFilter = lazy(() => import('../../features/companies/company-filter.tsx'));

/** The first page of case managers and above: how it goes, and what needs them (HOME-1–4). */
export default function HomePage() {
  const search = readHomeSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  if (me === undefined) return null;
  const go = (next: HomeSearch) =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false });

  return (
    <Page title="Hem">
      {may.switchCompany(me) && (
        <div className={styles.company}>
          <Suspense fallback={<Skeleton height="4.5rem" radius="var(--radius)" />}>
            <CompanyFilter
              company={search.company ?? null}
              onChange={(company) =>
                // Categories are a company's own.
                go({ ...search, company: company ?? undefined, category: undefined })
              }
            />
          </Suspense>
        </div>
      )}
      <HomeFilters search={search} onChange={go} />
      <HomeTiles search={search} />
      <TodoList company={search.company} />
    </Page>
  );
}
