import type { Viewer } from '@restvarde/contract/roles';
import type { StationForm } from '@restvarde/contract/service-stations';
import { writeCompanyAudit } from '../companies/audit.ts';
import type { Database } from '../db/pool.ts';
import { unlessTaken } from '../http/taken.ts';
import { putCategories, putPlace, UNIQUE_STATION } from './station-parts.ts';

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
