import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { categoriesQuery } from '../categories/queries.ts';
import { paths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { meQuery } from '../users/queries.ts';
import { NewStationForm } from './new-station-form.tsx';
import { readStationSearch } from './station-search.ts';

// For superusers only.
const CompanyChoice = lazy(() => import('../companies/company-choice.tsx'));

const TITLE = 'Lägg till verkstad';

/** Adds a station with its contact (STN-3). A superuser says first for which company (ROLE-2). */
export default function NewStationPage() {
  const { company } = readStationSearch(useSearch({ strict: false }));
  const { data: me } = useQuery(meQuery);
  const navigate = useNavigate();
  const [hasErrors, setFaulty] = useState(false);
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
          onFaulty={setFaulty}
          onKept={() => setKept(true)}
        />
      )}
    </Page>
  );
}

/** Waits for the categories that the station may have. */
function Prepared(props: {
  company: string | undefined;
  onFaulty: (is_faulty: boolean) => void;
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
