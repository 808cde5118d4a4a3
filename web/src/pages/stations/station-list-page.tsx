import { exportServiceStations } from '@restvarde/contract/service-stations';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { AddLink } from '../../base/frame/add-link.tsx';
import { Page } from '../../base/frame/page.tsx';
import { changeSearch } from '../../base/urls/change-search.ts';
import { paths } from '../../base/urls/paths.ts';
import { categoriesQuery } from '../../features/categories/queries.ts';
import { companiesQuery } from '../../features/companies/queries.ts';
import { readStationSearch, type StationSearch } from '../../features/stations/station-search.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { stationChips } from './station-chips.ts';
import { StationList } from './station-list.tsx';
import { StationTools } from './station-tools.tsx';

// The stations need not wait for it.
const ExportButton = lazy(() => import('../../base/frame/export-button.tsx'));

/** The directory of all companies' stations (STN-1, ROLE-16). */
export default function StationListPage() {
  // The router merges the route's validated search with rejected values.
  const filter = readStationSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data: categories } = useQuery(categoriesQuery());
  const { data: companies } = useQuery(companiesQuery);
  const isWide = useMedia('(min-width: 62em)');
  const chips = stationChips(filter, categories, companies);
  const setFilter = (next: StationSearch) =>
    void navigate({
      to: paths.serviceStations,
      search: (before: Record<string, unknown>) =>
        readStationSearch(changeSearch(before, filter, next)),
      replace: true,
      resetScroll: false,
    });

  return (
    <Page
      title="Verkstäder"
      actions={
        <>
          <Suspense fallback={<Skeleton width="10rem" height="var(--control-sm)" />}>
            <ExportButton endpoint={exportServiceStations} query={filter} />
          </Suspense>
          <AddLink to={paths.newServiceStation} company={filter.company}>
            Lägg till verkstad
          </AddLink>
        </>
      }
    >
      <StationTools {...{ filter, chips, isWide }} onFilter={setFilter} />
      <StationList
        {...{ filter, isWide }}
        onSort={(ordering) => setFilter({ ...filter, ordering })}
        onClear={chips.length === 0 ? null : () => setFilter({ ordering: filter.ordering })}
      />
    </Page>
  );
}
