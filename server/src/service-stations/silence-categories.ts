import type { Viewer } from '@restvarde/contract/roles';
import { STATION_SENTENCE } from '@restvarde/contract/service-stations';
import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import { refuse } from '../http/refusal.ts';

/** Makes these of the caller's station's categories silent, and no others (STN-6). */
export async function silenceCategories(
  db: Database,
  viewer: Viewer,
  ids: number[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('service_station_categories')
      .set({ silent: sql<boolean>`category_id = any(${ids}::integer[])` })
      .where('service_station_id', '=', viewer.service_station_id)
      .execute();
    const { count } = await tx
      .selectFrom('service_station_categories')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('service_station_id', '=', viewer.service_station_id)
      .where('silent', '=', true)
      .executeTakeFirstOrThrow();
    if (count !== ids.length) throw refuse.field('silent_category_ids', STATION_SENTENCE.silent);
  });
}
