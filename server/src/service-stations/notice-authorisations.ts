import type { Notice } from '@restvarde/contract/notices';
import { may, type Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { Queryable } from '../db/pool.ts';

const SHOWN = 20;

/** For admins: authorisations entered by their stations that await a check (DISM-2, GEN-6). */
export async function noticeAuthorisations(
  db: Queryable,
  viewer: Viewer,
  company: number | null,
): Promise<Notice[]> {
  if (!may.administer(viewer)) return [];
  const { rows } = await sql<{ id: number; name: string }>`
    select s.id, s.name
    from dismantlers d
    join service_stations s on s.id = d.service_station_id and s.removed_at is null
    where d.is_claimed and (${company}::integer is null or s.company_id = ${company})
    order by s.name, s.id
    limit ${SHOWN}`.execute(db);
  return rows.map(({ id, name }) => ({
    kind: 'authorisation_to_check',
    text: `${name} har angett en auktorisation som ska kontrolleras.`,
    path: `/service-stations/${id}`,
  }));
}
