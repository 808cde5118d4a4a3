import type { Viewer } from '@restvarde/contract/roles';
import type { StationChange, StationForm } from '@restvarde/contract/service-stations';
import { difference, writeCompanyAudit } from '../companies/audit.ts';
import type { Database, Tx } from '../db/pool.ts';
import { unlessTaken } from '../http/domain-error.ts';
import { lockStation } from './locked-station.ts';
import { putCategories, putPlace, UNIQUE_STATION } from './station-parts.ts';

/**
 * Changes a station, but not its user (STN-5). Call `sessions.forget` after it: what the station sees may change.
 * @throws DomainError 404 if there is none; 403 for another company's; 400 at an invalid or taken field.
 */
export function changeStation(
  db: Database,
  viewer: Viewer,
  id: number,
  change: StationChange,
): Promise<void> {
  return unlessTaken(UNIQUE_STATION, () =>
    db.transaction().execute(async (tx) => {
      const station = await lockStation(tx, viewer, id);
      const { number, name, street, postal, city, phone, is_staging_area } = station;
      const before = {
        ...{ number, name, street, postal, city, phone, is_staging_area },
        category_ids: await categoriesOf(tx, id),
      };
      const category_ids = change.category_ids?.toSorted((a, b) => a - b);
      const changed = difference<typeof before>(before, { ...change, category_ids });
      if (!changed) return;
      const { category_ids: ids, ...fields } = changed.after;
      if (Object.keys(fields).length > 0)
        await tx.updateTable('service_stations').set(fields).where('id', '=', id).execute();
      if (ids) await putCategories(tx, station, ids);
      await putPlace(tx, viewer, { ...station, ...fields });
      await writeCompanyAudit(tx, viewer, station.company_id, 'change station', {
        before: { id, ...changed.before },
        after: { id, ...changed.after },
      });
    }),
  );
}

async function categoriesOf(tx: Tx, station: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('service_station_categories')
    .select('category_id')
    .where('service_station_id', '=', station)
    .orderBy('category_id')
    .execute();
  return rows.map((row) => row.category_id);
}

/**
 * Adds a station to a company, without a user (STN-3); returns its id.
 * @throws DomainError 400 at an invalid or taken field.
 */
export function createStation(
  db: Database,
  viewer: Viewer,
  company: number,
  form: StationForm,
): Promise<number> {
  const { category_ids = [], ...fields } = form;
  return unlessTaken(UNIQUE_STATION, () =>
    db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('service_stations')
        .values({ ...fields, company_id: company })
        .returning('id')
        .executeTakeFirstOrThrow();
      await putCategories(tx, { id, company_id: company }, category_ids);
      await putPlace(tx, viewer, { ...fields, id, company_id: company });
      await writeCompanyAudit(tx, viewer, company, 'create station', {
        after: { id, ...fields, category_ids },
      });
      return id;
    }),
  );
}
