import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { categoriesQuery } from '../../features/categories/queries.ts';
import { readStationSearch } from '../../features/stations/station-search.ts';
import { meQuery } from '../../features/users/queries.ts';
import { Breadcrumb } from '../../ui/display/breadcrumb.tsx';
import { Card } from '../../ui/display/card.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { NewStationForm } from './new-station-form.tsx';

// For superusers only.
const CompanyChoice = lazy(() => import('../../features/companies/company-choice.tsx'));

const TITLE = 'Lägg till verkstad';

/** Adds a station with its contact (STN-3). A superuser first chooses the company (ROLE-2). */
export default function NewStationPage() {
  const { company } = readStationSearch(useSearch({ strict: false }));
  const { data: me } = useQuery(meQuery);
  const navigate = useNavigate();
  const [hasErrors, setHasErrors] = useState(false);
  const [isKept, setKept] = useState(false);
  if (me === undefined) return null;
  const own = me.is_superuser ? company : undefined;
  return (
    <Page
      title={TITLE}
      width="form"
      hasErrors={hasErrors}
      above={
        <Breadcrumb
          items={[{ title: 'Verkstäder', href: paths.serviceStations }]}
          current={TITLE}
        />
      }
    >
      {me.is_superuser && !isKept && (
        <Card>
          <Suspense fallback={<Skeleton height="6rem" radius="var(--radius)" />}>
            <CompanyChoice
              company={company ?? null}
              description="Verkstaden hör till bolaget, och ser bolagets auktioner."
              onChange={(id) =>
                void navigate({
                  to: paths.newServiceStation,
                  search: id === null ? {} : { company: id },
                  replace: true,
                })
              }
            />
          </Suspense>
        </Card>
      )}
      {(!me.is_superuser || company !== undefined) && (
        <Prepared
          key={company ?? ''}
          company={own}
          onErrorsChange={setHasErrors}
          onKept={() => setKept(true)}
        />
      )}
    </Page>
  );
}

/** Waits for the station's possible categories. */
function Prepared(props: {
  company: string | undefined;
  onErrorsChange: (hasErrors: boolean) => void;
  onKept: () => void;
}) {
  const categories = useQuery(categoriesQuery(props.company));
  if (categories.data) return <NewStationForm {...props} categories={categories.data} />;
  if (categories.isError) {
    return (
      <ErrorState
        message={categories.error instanceof ApiError ? categories.error.message : undefined}
        onRetry={() => void categories.refetch()}
        isRetrying={categories.isFetching}
      />
    );
  }
  return (
    <div aria-busy="true">
      <p className="visually-hidden">Hämtar formuläret</p>
      <Skeleton height="30rem" radius="var(--radius-lg)" />
    </div>
  );
}
