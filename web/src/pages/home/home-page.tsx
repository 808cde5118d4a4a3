import { formatKronor } from '@restvarde/contract/money';
import { may } from '@restvarde/contract/roles';
import type { Statistics } from '@restvarde/contract/statistics';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronRight, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { AddLink } from '../../base/frame/add-link.tsx';
import { Page } from '../../base/frame/page.tsx';
import { QueryError } from '../../base/frame/query-error.tsx';
import { useKeptOpen } from '../../base/frame/use-kept-open.ts';
import { changeSearch } from '../../base/urls/change-search.ts';
import { paths } from '../../base/urls/paths.ts';
import { meQuery } from '../../features/users/queries.ts';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/display/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { formatTime } from '../../ui/format/dates.ts';
import { formatNumber } from '../../ui/format/numbers.ts';
import { preloadWhenIdle } from '../../ui/later.ts';
import type { HomeFiltersProps } from './home-filter-fields.tsx';
import styles from './home-page.module.css';
import { countFilters, type HomeSearch, listBehind, readHomeSearch } from './home-search.ts';
import { LookBack } from './look-back/look-back.tsx';
import { statisticsQuery } from './statistics-query.ts';
import { noticesQuery } from './todo/todo-query.ts';
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
          <AddLink to={paths.newAuction} company={search.company}>
            Lägg till auktion
          </AddLink>
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

// Loaded when the button is hovered: most visits only read.
const loadFields = () => import('./home-filter-fields.tsx');
const Fields = lazy(loadFields);

const PANEL_ID = 'home-filter-panel';

/** The filters of the tiles, folded by default (HOME-2). */
function HomeFilters({ search, onChange }: HomeFiltersProps) {
  const [isOpen, setOpen] = useKeptOpen(PANEL_ID);
  const count = countFilters(search);

  return (
    <div className="stack gap-3">
      <div className="cluster gap-2">
        <Button
          size="sm"
          icon={<SlidersHorizontal size={18} />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? PANEL_ID : undefined}
          onHoverStart={() => preloadWhenIdle(loadFields)}
          onPressStart={() => preloadWhenIdle(loadFields)}
          onPress={() => setOpen(!isOpen)}
        >
          {count === 0 ? 'Filter' : `Filter (${count})`}
        </Button>
        {count > 0 && (
          <Button
            variant="quiet"
            size="sm"
            onPress={() => {
              onChange({ company: search.company });
              // The button is removed with the filters.
              document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
            }}
          >
            Rensa filter
          </Button>
        )}
      </div>
      {isOpen && (
        <div id={PANEL_ID} className={`surface ${styles.panel}`}>
          <Suspense fallback={<Skeleton height="4.5rem" radius="var(--radius)" />}>
            <Fields search={search} onChange={onChange} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

const TILES: readonly { of: keyof Statistics; label: string; write: (value: number) => string }[] =
  [
    { of: 'ongoing_auctions', label: 'Pågående auktioner', write: formatNumber },
    { of: 'start_bid_total', label: 'Summa utropspris', write: formatKronor },
    { of: 'winning_bid_total', label: 'Summa vinnande bud', write: formatKronor },
  ];

/** The three numbers, each a link to its auctions (HOME-1, HOME-3). */
function HomeTiles({ search }: { search: HomeSearch }) {
  const query = useQuery({ ...statisticsQuery(search), placeholderData: keepPreviousData });
  const { data, error, isPlaceholderData, dataUpdatedAt } = query;
  if (data === undefined && error !== null) {
    return (
      <Card>
        <QueryError query={query} title="Nyckeltalen kunde inte hämtas" />
      </Card>
    );
  }
  return (
    <div aria-busy={data === undefined || isPlaceholderData}>
      {data === undefined && <p className="visually-hidden">Hämtar siffrorna …</p>}
      <ul className={styles.tiles} data-stale={isPlaceholderData || undefined}>
        {TILES.map(({ of, label, write }) => (
          <li key={of}>
            {data === undefined ? (
              <Skeleton height="7.25rem" radius="var(--radius-lg)" />
            ) : (
              <Link to={paths.auctions} search={listBehind(search, of)} className={styles.tile}>
                <span className={styles.label}>
                  <span>{label}</span>
                  <ChevronRight size={20} />
                </span>
                <span className={styles.figure}>{write(data[of])}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      <p className={`quiet tabular ${styles.updated}`}>
        {data === undefined || isPlaceholderData
          ? 'Hämtar …'
          : `Exkl. moms. Uppdaterat ${formatTime(dataUpdatedAt)}.`}
      </p>
    </div>
  );
}
