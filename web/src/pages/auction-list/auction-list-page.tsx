import { exportAuctions } from '@restvarde/contract/auctions/list-auctions';
import { may } from '@restvarde/contract/roles';
import type { User } from '@restvarde/contract/users';
import { useQuery } from '@tanstack/react-query';
import { Link, useMatch, useNavigate, useSearch } from '@tanstack/react-router';
import { LayoutGrid, Rows3 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { AddLink } from '../../base/frame/add-link.tsx';
import { Page } from '../../base/frame/page.tsx';
import { changeSearch } from '../../base/urls/change-search.ts';
import { paths } from '../../base/urls/paths.ts';
import { type AuctionSearch, readAuctionSearch } from '../../features/auctions/auction-search.ts';
import { auctionCountsQuery, totalOf } from '../../features/auctions/counts-query.ts';
import type { AuctionListKind } from '../../features/auctions/list-query.ts';
import { categoriesQuery } from '../../features/categories/queries.ts';
import type { CompanyFilterProps } from '../../features/companies/company-filter.tsx';
import { meQuery } from '../../features/users/queries.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { ToggleButton } from '../../ui/button/toggle-button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Later, lazyPart, useLazyPart } from '../../ui/later.ts';
import { useMedia } from '../../ui/use-media.ts';
import { AuctionList } from './auction-list.tsx';
import styles from './auction-list-page.module.css';
import { type ListView, listView } from './rows/list-view.ts';
import { SavedSearches } from './saved/saved-searches.tsx';
import { filterChips, searchName } from './tools/filter-chips.ts';
import { ListTools } from './tools/list-tools.tsx';
import { useLiveList } from './use-live-list.ts';

// For superusers only (LIST-1).
const companyFilter = lazyPart(() => import('../../features/companies/company-filter.tsx'));

// For case managers and above (LIST-10).
const exportButton = lazyPart(() => import('../../base/frame/export-button.tsx'));

// Of the row view, in wide windows only.
const ColumnMenu = lazy(() => import('./rows/column-menu.tsx'));

/** Loads the user-specific scripts of the lists' first view. */
export async function prepare(me: User): Promise<void> {
  await Promise.all([
    may.switchCompany(me) && companyFilter.load(),
    may.manageAuctions(me) && exportButton.load(),
  ]);
}

/** Search values that are not filters. */
const UNFILTERED: ReadonlySet<string> = new Set(['company', 'ordering']);

const TITLES: Record<AuctionListKind, string> = {
  all: 'Auktioner',
  mine: 'Mina auktioner',
  won: 'Vunna auktioner',
};

/** All auctions the viewer may see, the station's own and watched ones, or those it has won (LIST-1, LIST-6). */
export default function AuctionListPage() {
  const { list: kind = 'all' } = useMatch({ strict: false }).staticData;
  // The router merges the route's validated search with rejected values.
  const shown = readAuctionSearch(useSearch({ strict: false }));
  const { pages = 1, ...filter } = shown;
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const { data: categories } = useQuery(categoriesQuery(filter.company));
  const { data: counts } = useQuery(auctionCountsQuery(kind, filter));
  useLiveList(kind);
  const chosenLook = listView.use();
  const hasRoom = useMedia('(min-width: 64em)');
  if (me === undefined) return null;

  const isStaff = may.manageAuctions(me);
  const look = kind === 'all' && isStaff && hasRoom ? chosenLook : 'cards';
  const chips = filterChips(filter, categories);
  const go = (next: AuctionSearch) =>
    void navigate({
      to: '.',
      search: (before) => readAuctionSearch(changeSearch(before, shown, next)),
      replace: true,
      resetScroll: false,
    });

  return (
    <Page
      title={TITLES[kind]}
      width="wide"
      actions={
        kind === 'all' && isStaff ? (
          <>
            <ViewToggle view={look} onChange={listView.set} />
            {look === 'rows' && (
              <Suspense fallback={<Skeleton width="8.5rem" height="var(--control-sm)" />}>
                <ColumnMenu />
              </Suspense>
            )}
            <Later
              part={exportButton}
              of={{ endpoint: exportAuctions, query: filter }}
              fallback={<Skeleton width="10rem" height="var(--control-sm)" />}
            />
            {look === 'rows' && <AddLinks company={filter.company} size="sm" />}
          </>
        ) : undefined
      }
    >
      {kind === 'all' && isStaff && look === 'cards' && <AddBanner company={filter.company} />}
      {may.switchCompany(me) && (
        <CompanyRow
          company={filter.company ?? null}
          onChange={(company) =>
            // Categories belong to a company.
            go({ ...filter, company: company ?? undefined, category: undefined })
          }
        />
      )}
      <ListTools
        kind={kind}
        filter={filter}
        counts={counts}
        showsBuyer={isStaff}
        isBeside={look === 'cards'}
        onFilter={go}
        onSort={(ordering) => go({ ...filter, ordering })}
        chips={chips}
      />
      {kind === 'all' && may.actAsStation(me) && (
        <SavedSearches filter={filter} name={searchName(filter, chips)} />
      )}
      <AuctionList
        kind={kind}
        filter={filter}
        page_count={pages}
        total={totalOf(counts, filter)}
        onMore={() => go({ ...filter, pages: pages + 1 })}
        onClear={
          Object.keys(filter).every((name) => UNFILTERED.has(name))
            ? null
            : () => go({ company: filter.company, ordering: filter.ordering })
        }
        me={me}
        listView={look}
        onSort={(ordering) => go({ ...filter, ordering })}
      />
    </Page>
  );
}

function CompanyRow(props: CompanyFilterProps) {
  const CompanyFilter = useLazyPart(companyFilter, true);
  if (CompanyFilter === null) return <Skeleton height="4.5rem" radius="var(--radius)" />;
  return (
    <div className={styles.company}>
      <CompanyFilter {...props} />
    </div>
  );
}

function AddBanner({ company }: { company: string | undefined }) {
  return (
    <div className={styles.banner}>
      <p className={styles.pitch}>Har du ett skadat objekt att sälja?</p>
      <div className={styles.ways}>
        <AddLinks company={company} />
      </div>
    </div>
  );
}

function AddLinks({ company, size }: { company: string | undefined; size?: 'sm' }) {
  return (
    <>
      <Link
        to={paths.importAuctions}
        search={{ company }}
        className={buttonClass({ variant: 'quiet', size })}
      >
        Läs in från fil
      </Link>
      <AddLink to={paths.newAuction} company={company} size={size}>
        Lägg till auktion
      </AddLink>
    </>
  );
}

/** «Kort / Rader», on wide screens (LIST-14). */
function ViewToggle(props: { view: ListView; onChange: (view: ListView) => void }) {
  const { view, onChange } = props;
  return (
    <fieldset className={styles.toggle}>
      <legend className="visually-hidden">Visa som</legend>
      <ToggleButton size="sm" isSelected={view === 'cards'} onChange={() => onChange('cards')}>
        <LayoutGrid size={18} />
        Kort
      </ToggleButton>
      <ToggleButton size="sm" isSelected={view === 'rows'} onChange={() => onChange('rows')}>
        <Rows3 size={18} />
        Rader
      </ToggleButton>
    </fieldset>
  );
}
