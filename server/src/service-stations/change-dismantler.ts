import { DISMANTLER_SENTENCE, type DismantlerForm } from '@restvarde/contract/dismantlers';
import { ROLE, type Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { writeCompanyAudit } from '../companies/audit.ts';
import type { AppContext } from '../context.ts';
import type { Database, Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import type { Upload } from '../http/uploads.ts';
import { type KeptDocument, keepDocument } from '../media/keep-files.ts';
import { lockStation } from './locked-station.ts';

/**
 * Saves a station's authorisation to dismantle, by an admin who may edit the station or by the station itself. A change
 * of anything but the note makes it unchecked (DISM-1, DISM-2). Call `sessions.forget` after it.
 * @throws DomainError 404 if there is no such station; 403 for another company's; 400 at `file` if it is missing; 415
 * for an unsupported file.
 */
export async function putDismantler(
  context: Pick<AppContext, 'pool' | 'media'>,
  viewer: Viewer,
  station: number,
  form: DismantlerForm,
  uploads: Upload[],
): Promise<void> {
  const store = (document: KeptDocument | null) =>
    context.pool.db
      .transaction()
      .execute((tx) => storeDismantler(tx, viewer, station, form, document));
  const replaced = uploads.some(({ field }) => field === 'file')
    ? await keepDocument(context.media, viewer, uploads, store)
    : await store(null);
  if (replaced !== null) await context.media.remove(replaced);
}

/** Returns the key of a replaced document. */
async function storeDismantler(
  tx: Tx,
  viewer: Viewer,
  id: number,
  { number, county, valid_to, note }: DismantlerForm,
  document: KeptDocument | null,
): Promise<string | null> {
  const { company_id } = await lockOwn(tx, viewer, id);
  const before = await tx
    .selectFrom('dismantlers')
    .selectAll()
    .where('service_station_id', '=', id)
    .executeTakeFirst();
  const decision = { number, county, valid_to };
  const isSame =
    document === null &&
    before !== undefined &&
    before.number === number &&
    before.county === county &&
    before.valid_to === valid_to;
  const values = {
    ...decision,
    note: note ?? before?.note ?? '',
    ...(document && {
      document_key: document.key,
      document_name: document.name,
      document_size: document.size,
    }),
    ...(!isSame && {
      is_claimed: viewer.role === ROLE.serviceStation,
      checked_at: null,
      checked_by: null,
      checked_company_id: null,
    }),
  };
  await tx
    .insertInto('dismantlers')
    .values({ is_claimed: false, ...values, service_station_id: id })
    .onConflict((conflict) => conflict.column('service_station_id').doUpdateSet(values))
    .execute();
  const entry = (of: Partial<typeof decision> & { note?: string }) => ({ id, ...of });
  await writeCompanyAudit(tx, viewer, company_id, 'change dismantler', {
    ...(before && {
      before: entry({
        number: before.number,
        county: before.county,
        valid_to: before.valid_to,
        note: before.note,
      }),
    }),
    after: {
      ...entry({ ...decision, note: values.note }),
      ...(document && { document: document.name }),
    },
  });
  return document === null ? null : (before?.document_key ?? null);
}

/**
 * Records that the viewer has compared a station's authorisation with the county board's decision (DISM-2). Call
 * `sessions.forget` after it.
 * @throws DomainError 404 if there is none; 403 for another company's station; 400 if its last day has passed.
 */
export async function checkDismantler(db: Database, viewer: Viewer, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { company_id } = await lockStation(tx, viewer, id);
    const found = await tx
      .selectFrom('dismantlers')
      .select([
        'number',
        'checked_at',
        sql<boolean>`coalesce(valid_to < stockholm_today(), false)`.as('has_expired'),
      ])
      .where('service_station_id', '=', id)
      .executeTakeFirst();
    if (!found) throw refuse.notFound();
    if (found.has_expired) throw refuse.detail(DISMANTLER_SENTENCE.expired);
    if (found.checked_at !== null) return;
    await tx
      .updateTable('dismantlers')
      .set({
        is_claimed: false,
        checked_at: sql<Date>`now_ms()`,
        checked_by: viewer.user_id,
        checked_company_id: company_id,
      })
      .where('service_station_id', '=', id)
      .execute();
    await writeCompanyAudit(tx, viewer, company_id, 'check dismantler', {
      after: { id, number: found.number },
    });
  });
}

/**
 * Removes a station's authorisation, if any, by an admin or the station itself (DISM-1). Call `sessions.forget` after
 * it.
 * @throws DomainError 404 if there is no such station; 403 for another company's.
 */
export async function removeDismantler(
  context: Pick<AppContext, 'pool' | 'media'>,
  viewer: Viewer,
  id: number,
): Promise<void> {
  const removed = await context.pool.db.transaction().execute(async (tx) => {
    const { company_id } = await lockOwn(tx, viewer, id);
    const gone = await tx
      .deleteFrom('dismantlers')
      .where('service_station_id', '=', id)
      .returning(['number', 'county', 'valid_to', 'document_key'])
      .executeTakeFirst();
    if (!gone) return null;
    const { document_key, ...before } = gone;
    await writeCompanyAudit(tx, viewer, company_id, 'remove dismantler', {
      before: { id, ...before },
    });
    return document_key;
  });
  if (removed !== null) await context.media.remove(removed);
}

/** Locks the station's row for its own user, or for an admin who may edit it. */
async function lockOwn(tx: Tx, viewer: Viewer, id: number): Promise<{ company_id: number }> {
  if (viewer.service_station_id !== id) return lockStation(tx, viewer, id);
  const { rows } = await sql<{ company_id: number }>`
    select company_id from service_stations where id = ${id} and removed_at is null for update`.execute(
    tx,
  );
  if (!rows[0]) throw refuse.notFound();
  return rows[0];
}
