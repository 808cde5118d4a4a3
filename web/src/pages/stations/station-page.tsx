import { may } from '@restvarde/contract/roles';
import type { ServiceStation } from '@restvarde/contract/service-stations';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { SearchX, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { Page } from '../../base/frame/page.tsx';
import { QueryError } from '../../base/frame/query-error.tsx';
import { paths } from '../../base/urls/paths.ts';
import { stationQuery } from '../../features/stations/queries.ts';
import { meQuery } from '../../features/users/queries.ts';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Breadcrumb } from '../../ui/display/breadcrumb.tsx';
import { Card } from '../../ui/display/card.tsx';
import { ValueList } from '../../ui/display/value-list.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton, Waiting } from '../../ui/feedback/skeleton.tsx';
import { stationRows } from './station-words.ts';

// Forms are only for users who may edit.
const loadEditor = () => import('./station-editor.tsx');
const StationEditor = lazy(loadEditor);
const RemoveStationDialog = lazy(() => import('./remove-station-dialog.tsx'));

/** One station, read-only or editable (STN-2). */
export default function StationPage() {
  const { id = '' } = useParams({ strict: false });
  if (!/^[1-9]\d{0,8}$/.test(id)) return <StationMissing />;
  return <StationById key={id} id={Number(id)} />;
}

function StationById({ id }: { id: number }) {
  const query = useQuery(stationQuery(id));
  const { data: station, error } = query;
  if (station !== undefined) return <StationView station={station} />;
  if (error === null) return <Waiting text="Hämtar verkstaden" height="30rem" />;
  if (error instanceof ApiError && error.status === 404) return <StationMissing />;
  return (
    <Page title="Verkstad" width="form">
      <QueryError query={query} title="Verkstaden kunde inte hämtas" />
    </Page>
  );
}

function StationView({ station }: { station: ServiceStation }) {
  const { data: me } = useQuery(meQuery);
  const [isRemoving, setRemoving] = useState(false);
  const [hasErrors, setFaulty] = useState(false);
  return (
    <Page
      title={station.name}
      width="form"
      hasErrors={hasErrors}
      above={
        <Breadcrumb
          items={[{ title: 'Verkstäder', href: paths.serviceStations }]}
          current={station.name}
        />
      }
      actions={
        station.can_edit && (
          <Button
            size="sm"
            icon={<Trash2 size={18} />}
            onPress={() => setRemoving(true)}
            aria-haspopup="dialog"
          >
            Ta bort
          </Button>
        )
      }
    >
      {station.can_edit ? (
        <Suspense fallback={<Skeleton height="30rem" radius="var(--radius-lg)" />}>
          <StationEditor
            station={station}
            namesCompany={me !== undefined && may.switchCompany(me)}
            onErrorsChange={setFaulty}
          />
        </Suspense>
      ) : (
        <Card title="Verkstad">
          <ValueList rows={stationRows(station)} />
          <p className="quiet">{`Bara ${station.company_name} kan ändra verkstaden.`}</p>
        </Card>
      )}
      {isRemoving && (
        <Suspense fallback={null}>
          <RemoveStationDialog station={station} onClose={() => setRemoving(false)} />
        </Suspense>
      )}
    </Page>
  );
}

/** Replaces a station that does not exist or was removed. */
function StationMissing() {
  return (
    <Page title="Verkstaden finns inte" width="form">
      <EmptyState
        title="Vi hittar ingen verkstad här"
        icon={<SearchX size={28} strokeWidth={1.75} />}
        action={
          <Link to={paths.serviceStations} className={buttonClass({ variant: 'primary' })}>
            Till verkstäderna
          </Link>
        }
      >
        Den kan ha tagits bort, eller så är adressen fel.
      </EmptyState>
    </Page>
  );
}
