import type { Viewer } from '@restvarde/contract/roles';
import { canEditStation } from '@restvarde/contract/service-stations';
import type { Selectable } from 'kysely';
import type { Tx } from '../db/pool.ts';
import type { ServiceStations } from '../db/types.generated.ts';
import { refuse } from '../http/domain-error.ts';

/**
 * Locks a station's row for a change by the viewer.
 * @throws DomainError 404 if there is none; 403 for another company's.
 */
export async function lockStation(
  tx: Tx,
  viewer: Viewer,
  id: number,
): Promise<Selectable<ServiceStations>> {
  const station = await tx
    .selectFrom('service_stations')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!station) throw refuse.notFound();
  if (!canEditStation(viewer, station)) throw refuse.forbidden();
  return station;
}

/** The ids of a station's users who can log in, its contact first. */
export async function usersOf(tx: Tx, station: number): Promise<number[]> {
  const users = await tx
    .selectFrom('users')
    .select('id')
    .where('service_station_id', '=', station)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute();
  return users.map((user) => user.id);
}
