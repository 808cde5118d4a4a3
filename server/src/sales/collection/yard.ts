import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { Condition } from '../../auctions/access/visibility.ts';

/** The object of `auctions a` is at the viewer's staging area (STN-7). */
const isAtYard = ({ service_station_id }: Viewer): Condition => sql<boolean>`(
  a.deleted_at is null and a.staging_area_id in (
    select area.id from staging_areas area where area.service_station_id = ${service_station_id}::integer
  )
)`;

/** The same for sold objects: the yard may see auction `a` with standing `s` (PICK-7). */
export const standsAt = (viewer: Viewer): Condition =>
  sql<boolean>`(${isAtYard(viewer)} and s.winner_notified_at is not null)`;

/** The collections on «Utlämningar»: the yard's, or the company's for staff (ROLE-2). */
export function handoversOf(viewer: Viewer, company: number | null): Condition {
  if (viewer.service_station_id !== null) return isAtYard(viewer);
  const own = company === null ? sql<boolean>`true` : sql<boolean>`a.company_id = ${company}`;
  return sql<boolean>`(a.deleted_at is null and ${own})`;
}
