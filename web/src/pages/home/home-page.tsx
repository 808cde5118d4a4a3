import { may } from '@restvarde/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Page } from '../../base/frame/page.tsx';
import { changeSearch } from '../../base/urls/change-search.ts';
import { paths } from '../../base/urls/paths.ts';
import { meQuery } from '../../features/users/queries.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { HomeFilters } from './home-filters.tsx';
import styles from './home-page.module.css';
import { type HomeSearch, readHomeSearch } from './home-search.ts';
import { HomeTiles } from './home-tiles.tsx';
import { LookBack } from './look-back/look-back.tsx';
import { noticesQuery } from './todo/notices-query.ts';
import { TodoQueue } from './todo/todo-queue.tsx';

// For superusers only (HOME-2).
const CompanyFilter = lazy(() => import('../../features/companies/company-filter.tsx'));

/** The first page of case managers and above: what waits for them, then the figures (HOME-1–5). */
export default function HomePage() {
  const search = readHomeSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  if (me === undefined) return null;
  const go = (next: HomeSearch) =>
    void navigate({
      to: '.',
      search: (before) => readHomeSearch(changeSearch(before, search, next)),
      replace: true,
      resetScroll: false,
    });

  return (
    <Page
      title="Hem"
      actions={
        <>
          <Link
            to={paths.handovers}
            search={{ company: search.company }}
            className={`${buttonClass({ variant: 'quiet' })} ${styles.handovers}`}
          >
            Utlämningar
          </Link>
          <Link
            to={paths.newAuction}
            search={{ company: search.company }}
            className={buttonClass({ variant: 'primary' })}
          >
            <span className={styles.add}>
              <Plus aria-hidden="true" size={20} />
              Lägg till auktion
            </span>
          </Link>
        </>
      }
    >
      {may.switchCompany(me) && (
        <div className={styles.company}>
          <Suspense fallback={<Skeleton height="4.5rem" radius="var(--radius)" />}>
            <CompanyFilter
              company={search.company ?? null}
              onChange={(company) =>
                // Categories belong to a company.
                go({ ...search, company: company ?? undefined, category: undefined })
              }
            />
          </Suspense>
        </div>
      )}
      <NoticeList company={search.company} />
      <TodoQueue
        company={search.company}
        showsCompany={me.is_superuser && search.company === undefined}
      />
      <section className="stack gap-3">
        <h2>Nyckeltal</h2>
        <HomeFilters search={search} onChange={go} />
        <HomeTiles search={search} />
      </section>
      <LookBack company={search.company} />
    </Page>
  );
}

/** Tasks that do not belong to an auction, each with a link (GEN-6). */
function NoticeList({ company }: { company: string | undefined }) {
  const { data = [] } = useQuery(noticesQuery(company));
  return data.map(({ kind, text, path }) => (
    <Notice key={`${kind} ${path}`} tone="info">
      <p>
        <span>{text}</span> <Link to={path}>Visa</Link>
      </p>
    </Notice>
  ));
}
