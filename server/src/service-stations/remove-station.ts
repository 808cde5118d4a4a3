import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { endSessionsOf } from '../auth/end-sessions.ts';
import { writeCompanyAudit } from '../companies/audit.ts';
import type { Database } from '../db/pool.ts';
import { lockStation, usersOf } from './locked-station.ts';

/**
 * Removes a station: its user can no longer log in, it is no staging area any more, its bids stay (STN-8).
 * Call `sessions.forget` after it.
 * @throws DomainError 404 when there is none; 403 for another company's.
 */
export function removeStation(db: Database, viewer: Viewer, id: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { company_id, number, name } = await lockStation(tx, viewer, id);
    const users = await usersOf(tx, id);
    await tx
      .updateTable('service_stations')
      .set({ removed_at: sql`now_ms()` })
      .where('id', '=', id)
      .execute();
    await tx
      .updateTable('users')
      .set({ deactivated_at: sql`now_ms()` })
      .where('service_station_id', '=', id)
      .where('deactivated_at', 'is', null)
      .execute();
    await tx.deleteFrom('staging_areas').where('service_station_id', '=', id).execute();
    await tx.deleteFrom('alerts').where('service_station_id', '=', id).execute();
    await writeCompanyAudit(tx, viewer, company_id, 'remove station', {
      before: { id, number, name },
    });
    await endSessionsOf(tx, users);
  });
}
