import { PLACE_SENTENCE, type StagingArea } from '@restvarde/contract/categories';
import type { Viewer } from '@restvarde/contract/roles';
import { writeCompanyAudit } from '../companies/audit.ts';
import type { Database, Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { unlessTaken } from '../http/taken.ts';
import { renamePlace } from './rename-place.ts';

const UNIQUE = { staging_areas_by_company: ['name', PLACE_SENTENCE.taken] } satisfies Parameters<
  typeof unlessTaken
>[0];

/**
 * Adds a staging area to a company (DATA-1).
 * @throws DomainError 400 at a name that is taken.
 */
export function createStagingArea(
  db: Database,
  viewer: Viewer,
  company: number,
  name: string,
): Promise<StagingArea> {
  return unlessTaken(UNIQUE, () =>
    db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('staging_areas')
        .values({ company_id: company, name })
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeCompanyAudit(tx, viewer, company, 'create staging area', { after: { id, name } });
      return { id, name, is_service_station: false };
    }),
  );
}

/**
 * Renames a staging area, on its auctions too that have not ended (DATA-1).
 * @throws DomainError 404 for one of another company; 400 at a name that is taken, and for a station's own.
 */
export function renameStagingArea(
  db: Database,
  viewer: Viewer,
  id: number,
  name: string,
): Promise<StagingArea> {
  return unlessTaken(UNIQUE, () =>
    db.transaction().execute(async (tx) => {
      const area = await lockOwnArea(tx, viewer, id);
      if (area.name !== name) {
        await renamePlace(tx, viewer, id, name);
        await writeCompanyAudit(tx, viewer, area.company_id, 'rename staging area', {
          before: { id, name: area.name },
          after: { id, name },
        });
      }
      return { id, name, is_service_station: false };
    }),
  );
}

/**
 * Removes a staging area; its auctions keep the name as text (DATA-1).
 * @throws DomainError 404 for one of another company; 400 for a station's own.
 */
export async function removeStagingArea(db: Database, viewer: Viewer, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const area = await lockOwnArea(tx, viewer, id);
    await tx.deleteFrom('staging_areas').where('id', '=', id).execute();
    await writeCompanyAudit(tx, viewer, area.company_id, 'remove staging area', {
      before: { id, name: area.name },
    });
  });
}

/** A place that is a station's own follows the station (STN-7). */
async function lockOwnArea(tx: Tx, viewer: Viewer, id: number) {
  const area = await tx
    .selectFrom('staging_areas')
    .select(['company_id', 'name', 'service_station_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!area || (!viewer.is_superuser && area.company_id !== viewer.company_id))
    throw refuse.notFound();
  if (area.service_station_id !== null) throw refuse.detail(PLACE_SENTENCE.isStation);
  return area;
}
