import { type Category, PLACE_SENTENCE } from '@restvarde/contract/categories';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { writeCompanyAudit } from '../companies/audit.ts';
import type { Database, Tx } from '../db/pool.ts';
import { refuse, type Unique, unlessTaken } from '../http/domain-error.ts';

/** A company may not use the name of a global category (DATA-1). */
const uniqueIn = (company: number | null): Unique => ({
  categories_by_name: [
    'name',
    company === null ? PLACE_SENTENCE.takenSomewhere : PLACE_SENTENCE.taken,
  ],
});

/**
 * Adds a category to a company, or a global one if null (DATA-1).
 * @throws DomainError 400 if the name is taken.
 */
export function createCategory(
  db: Database,
  viewer: Viewer,
  company: number | null,
  name: string,
): Promise<Category> {
  return unlessTaken(uniqueIn(company), () =>
    db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('categories')
        .values({ company_id: company, name })
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeCompanyAudit(tx, viewer, company, 'create category', { after: { id, name } });
      return { id, name, is_global: company === null };
    }),
  );
}

/**
 * Renames a category (DATA-1).
 * @throws DomainError 404 for another company's; 403 for a global one; 400 if the name is taken.
 */
export function renameCategory(
  db: Database,
  viewer: Viewer,
  id: number,
  name: string,
): Promise<Category> {
  return db.transaction().execute(async (tx) => {
    const category = await lockCategory(tx, viewer, id);
    const { company_id } = category;
    await unlessTaken(uniqueIn(company_id), () =>
      tx.updateTable('categories').set({ name }).where('id', '=', id).execute(),
    );
    await writeCompanyAudit(tx, viewer, company_id, 'rename category', {
      before: { id, name: category.name },
      after: { id, name },
    });
    return { id, name, is_global: company_id === null };
  });
}

/**
 * Removes an unused category. Stations count: a station left without categories would see everything (ROLE-17).
 * @throws DomainError 404 for another company's; 403 for a global one; 400 while an auction or a station has it.
 */
export async function removeCategory(db: Database, viewer: Viewer, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The lock prevents auctions and stations from using it meanwhile.
    const category = await lockCategory(tx, viewer, id);
    const { rows } = await sql<{ on_auctions: boolean; on_stations: boolean }>`
      select exists (select from auction_categories where category_id = ${id}) as on_auctions,
        exists (select from service_station_categories where category_id = ${id}) as on_stations`.execute(
      tx,
    );
    if (rows[0]?.on_auctions) throw refuse.detail(PLACE_SENTENCE.onAuctions);
    if (rows[0]?.on_stations) throw refuse.detail(PLACE_SENTENCE.onStations);
    await tx.deleteFrom('categories').where('id', '=', id).execute();
    await writeCompanyAudit(tx, viewer, category.company_id, 'remove category', {
      before: { id, name: category.name },
    });
  });
}

/** 404 for another company's category; a global one is visible, but only a superuser may change it (ROLE-14). */
async function lockCategory(tx: Tx, viewer: Viewer, id: number) {
  const category = await tx
    .selectFrom('categories')
    .select(['company_id', 'name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const isVisible =
    viewer.is_superuser ||
    category?.company_id === null ||
    category?.company_id === viewer.company_id;
  if (!category || !isVisible) throw refuse.notFound();
  if (category.company_id === null && !viewer.is_superuser) throw refuse.forbidden();
  return category;
}
