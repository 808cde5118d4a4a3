import {
  changeStagingArea,
  createStagingArea,
  removeStagingArea,
  type StagingArea,
} from '@restvarde/contract/categories';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../base/api/call.ts';
import { stagingAreasQuery } from '../../features/categories/queries.ts';
import { Fetched } from './parts/fetched.tsx';
import { RowButton } from './parts/list-row.tsx';
import { SettingsFrame } from './parts/settings-frame.tsx';
import { PlaceList } from './places/place-list.tsx';

const OpeningHoursDialog = lazy(() => import('./places/opening-hours-dialog.tsx'));

/** The company's staging areas, and the stations that serve as one (DATA-1, STN-7). */
export default function StagingAreasPage() {
  return (
    <SettingsFrame title="Uppställningsplatser">
      {(company) => <StagingAreas key={company ?? ''} company={company} />}
    </SettingsFrame>
  );
}

function StagingAreas({ company }: { company: string | undefined }) {
  const query = useQuery(stagingAreasQuery(company));
  const client = useQueryClient();
  const [opening, setOpening] = useState<StagingArea | null>(null);
  const applied = async (change: Promise<unknown>) => {
    await change;
    await client.invalidateQueries({ queryKey: ['staging-areas'] });
  };
  return (
    <Fetched query={query} waiting="Hämtar uppställningsplatserna">
      {(places) => (
        <>
          <PlaceList
            noun="uppställningsplats"
            theNoun="Uppställningsplatsen"
            title="Uppställningsplatser"
            hint="Platser där objekten kan stå. Namnet på en verkstad ändras på verkstadens sida. Öppettiderna styr vilka tider en köpare kan boka."
            rows={places.map(({ id, name, is_service_station, opening_hours }) => ({
              id,
              name,
              ...(is_service_station && { badge: 'Verkstad' }),
              detail: opening_hours,
            }))}
            create={(name) =>
              applied(call(createStagingArea, { query: { company }, body: { name } }))
            }
            rename={(id, name) =>
              applied(call(changeStagingArea, { params: { id }, body: { name } }))
            }
            remove={(id) => applied(call(removeStagingArea, { params: { id } }))}
            removal="Platsen kan inte väljas längre. Auktioner som har den behåller namnet. Det går inte att ångra."
            tools={({ id, name }) => (
              <RowButton
                of={`för ${name}`}
                onPress={() => setOpening(places.find((place) => place.id === id) ?? null)}
              >
                Öppettider
              </RowButton>
            )}
          />
          {opening !== null && (
            <Suspense fallback={null}>
              <OpeningHoursDialog place={opening} mayWriteText onClose={() => setOpening(null)} />
            </Suspense>
          )}
        </>
      )}
    </Fetched>
  );
}
