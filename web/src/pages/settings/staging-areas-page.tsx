import {
  createStagingArea,
  removeStagingArea,
  renameStagingArea,
} from '@restvarde/contract/categories';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import { stagingAreasQuery } from '../../features/categories/queries.ts';
import { Fetched } from './fetched.tsx';
import { PlaceList } from './place-list.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The company's staging areas, and beside them the stations that are one (DATA-1, STN-7). */
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
  const applied = async (change: Promise<unknown>) => {
    await change;
    await client.invalidateQueries({ queryKey: ['staging-areas'] });
  };
  return (
    <Fetched query={query} waiting="Hämtar uppställningsplatserna">
      {(places) => (
        <PlaceList
          noun="uppställningsplats"
          theNoun="Uppställningsplatsen"
          title="Uppställningsplatser"
          hint="Här kan objekten stå. De som är verkstäder ändras på verkstadens sida."
          rows={places.map(({ id, name, is_service_station }) =>
            is_service_station ? { id, name, badge: 'Verkstad' } : { id, name },
          )}
          create={(name) =>
            applied(call(createStagingArea, { query: { company }, body: { name } }))
          }
          rename={(id, name) =>
            applied(call(renameStagingArea, { params: { id }, body: { name } }))
          }
          remove={(id) => applied(call(removeStagingArea, { params: { id } }))}
          removal="Platsen kan inte väljas längre. Auktioner som har den behåller namnet. Det går inte att ångra."
        />
      )}
    </Fetched>
  );
}
