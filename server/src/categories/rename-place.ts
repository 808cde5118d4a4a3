import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';

/**
 * Renames a staging area, also on its auctions that have not ended, and records it in their history. Ended auctions
 * keep the name that they were sold under (DATA-1, AUC-16).
 */
export async function renamePlace(tx: Tx, viewer: Viewer, id: number, name: string): Promise<void> {
  await tx.updateTable('staging_areas').set({ name }).where('id', '=', id).execute();
  await sql`
    with stale as (
      select a.id, a.company_id, a.staging_area_name
      from auctions a join auction_standings s on s.auction_id = a.id
      where a.staging_area_id = ${id} and a.deleted_at is null
        and s.closed_at is null and s.end_dt > now_ms() and a.staging_area_name <> ${name}
      order by a.id
      for no key update of s
    ), changed as (
      update auctions a set staging_area_name = ${name} from stale where a.id = stale.id
      returning stale.*
    )
    insert into audit_log (user_id, company_id, auction_id, action, before, after)
    select ${viewer.user_id}::integer, company_id, id, 'change',
      jsonb_build_object('staging_area_name', staging_area_name),
      jsonb_build_object('staging_area_name', ${name}::text)
    from changed`.execute(tx);
}
