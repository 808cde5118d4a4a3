import {
  type AuctionForm,
  FORM_SENTENCE,
  isTooFarAhead,
  type SentAuctionForm,
} from '@restvarde/contract/auctions/auction-form';
import {
  changedFields,
  type Fields,
  refusedChanges,
} from '@restvarde/contract/auctions/auction-locks';
import { fullCondition, givenCondition } from '@restvarde/contract/auctions/condition';
import type { ImageView } from '@restvarde/contract/auctions/image-views';
import type { MovedEnd } from '@restvarde/contract/auctions/move-ends';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { firstRow, type Queryable, type Tx } from '../../db/pool.ts';
import { DomainError, refuse } from '../../http/domain-error.ts';
import type { Upload } from '../../http/uploads.ts';
import { notifyOfStandings } from '../../live/standings-notice.ts';
import { storePictures } from '../../media/keep-files.ts';
import {
  findAuction,
  type LockedAuction,
  lockAuction,
  nextChange,
} from '../access/locked-auction.ts';
import { writeAudit } from '../audit.ts';
import { addPictures, refusePictures } from '../files/auction-images.ts';
import { checkForm, type StagingPlace } from './check-form.ts';
import { fillForm } from './fill-form.ts';
import { notifyOfFacts } from './notify-of-facts.ts';
import { type StoredForm, storedColumns } from './stored-fields.ts';

/**
 * Changes an auction to the fields that were sent (FORM-1, AUC-15). If a locked field differs, it is refused at
 * that field and nothing is changed. A new `image` becomes the main picture.
 * @throws DomainError 404 if the viewer cannot see it; 400 for each locked or invalid field; 415 if a file is not
 * a picture
 */
export async function changeAuction(
  context: AppContext,
  viewer: Viewer,
  id: number,
  sent: SentAuctionForm,
  { uploads, view }: { uploads: Upload[]; view: ImageView | null },
): Promise<void> {
  if (uploads.length > 0) {
    const { db } = context.pool;
    await refusePictures(db, await findAuction(db, viewer, id), uploads.length);
    fillForm(await readStored(db, id), sent);
  }
  const keys = await storePictures(context.media, viewer, uploads);
  try {
    await context.pool.db.transaction().execute(async (tx) => {
      const auction = await changeFields(context, tx, viewer, id, sent);
      const pictures = keys.map((key, n) => ({ key, view: n === 0 ? view : null }));
      if (pictures.length > 0) await addPictures(tx, viewer, auction, pictures, 'first');
    });
  } catch (error) {
    await Promise.all(keys.map((key) => context.media.remove(key)));
    throw error;
  }
}

/**
 * Changes the fields of an auction in a transaction, under its lock, as `changeAuction`. Returns the locked auction.
 * @throws DomainError 404 if the viewer cannot see it; 400 for each locked or invalid field
 */
export async function changeFields(
  context: AppContext,
  tx: Tx,
  viewer: Viewer,
  id: number,
  sent: SentAuctionForm,
): Promise<LockedAuction> {
  const auction = await lockAuction(tx, viewer, id);
  const before = await readStored(tx, id);
  const form = fillForm(before, sent);
  const settled = settleForm(before, form);
  // Before all other errors: a locked value need not be valid.
  refuseLocked(before, settled, auction);
  const place = await checkChange(tx, auction, before, form, settled);
  const after = { ...settled, staging_area: place.id, staging_area_name: place.name };
  await store(tx, viewer, auction, before, after, form.description, place);
  if (auction.state === 'active') await notifyOfFacts(context, tx, id, before, form);
  return auction;
}

/**
 * Moves only the end, by the rules of any change (AUC-15, LIST-15).
 * @throws DomainError 404 if the viewer cannot see it; 400 at `end_dt` if it is locked or in the past
 */
async function moveEnd(tx: Tx, viewer: Viewer, id: number, end_dt: Date): Promise<void> {
  const auction = await lockAuction(tx, viewer, id);
  const { description, ...before } = await readStored(tx, id);
  const after = { ...before, end_dt: keep(before.end_dt, end_dt) };
  refuseLocked({ ...before, description }, after, auction);
  await refuseEnd(tx, auction, before, after);
  const place = { id: before.staging_area, name: before.staging_area_name };
  await store(tx, viewer, auction, { ...before, description }, after, description, place);
}

/** The stored values of an auction's form. */
export async function readStored(db: Queryable, id: number): Promise<StoredForm> {
  const { rows } = await sql<StoredForm>`
    select ${storedColumns}
    from auctions a join auction_standings s on s.auction_id = a.id
    where a.id = ${id}`.execute(db);
  const stored = firstRow(rows);
  return { ...stored, condition: fullCondition(stored.condition) };
}

/**
 * Returns the form's fields, keeping the stored value where it looks the same: times to the minute, place by
 * name.
 */
function settleForm(before: StoredForm, form: AuctionForm): Fields {
  const { description: _description, ...fields } = form;
  const isSamePlace = form.staging_area !== null && form.staging_area === before.staging_area;
  return {
    ...fields,
    ...(isSamePlace && { staging_area_name: before.staging_area_name }),
    relist_dismantling: form.relist_dismantling ?? before.relist_dismantling,
    start_dt: keep(before.start_dt, form.start_dt),
    end_dt: keep(before.end_dt, form.end_dt),
  };
}

function refuseLocked(before: StoredForm, after: Fields, { phase }: LockedAuction): void {
  const locked = Object.entries(refusedChanges(before, after, phase));
  if (locked.length > 0) {
    throw refuse.fields(Object.fromEntries(locked.map(([field, sentence]) => [field, [sentence]])));
  }
}

/** Checks the rules that the form's schema cannot. Returns the place. */
async function checkChange(
  tx: Tx,
  auction: LockedAuction,
  before: StoredForm,
  form: AuctionForm,
  after: Fields,
): Promise<StagingPlace> {
  await refuseEnd(tx, auction, before, after);
  return checkForm(tx, auction.company_id, { ...form, ...after }, before);
}

const keep = (stored: Date, settled: Date) =>
  Math.floor(stored.getTime() / 60_000) === Math.floor(settled.getTime() / 60_000)
    ? stored
    : settled;

async function refuseEnd(
  tx: Tx,
  auction: LockedAuction,
  before: Fields,
  { start_dt, end_dt }: Fields,
): Promise<void> {
  if (end_dt <= start_dt) throw refuse.field('end_dt', FORM_SENTENCE.endAfterStart);
  if (auction.state === 'ended' || end_dt === before.end_dt) return;
  const { rows } = await sql<{ now: Date }>`select now_ms() as now`.execute(tx);
  const { now } = firstRow(rows);
  if (end_dt <= now) throw refuse.field('end_dt', FORM_SENTENCE.endInPast);
  if (isTooFarAhead(end_dt, now)) throw refuse.field('end_dt', FORM_SENTENCE.endTooLate);
}

async function store(
  tx: Tx,
  viewer: Viewer,
  auction: LockedAuction,
  before: StoredForm,
  after: Fields,
  description: string,
  place: StagingPlace,
): Promise<void> {
  const changed = changedFields(before, after);
  if (changed.length === 0 && description === before.description) return;
  const { category_ids, end_dt, staging_area: _id, staging_area_name: _name, ...facts } = after;
  await tx
    .updateTable('auctions')
    .set({
      ...facts,
      condition: JSON.stringify(givenCondition(after.condition)),
      description,
      staging_area_id: place.id,
      staging_area_name: place.name,
      ...(changed.includes('relist_dismantling') && { is_relist_by_hand: true }),
    })
    .where('id', '=', auction.id)
    .execute();
  if (changed.includes('category_ids')) {
    await tx.deleteFrom('auction_categories').where('auction_id', '=', auction.id).execute();
    await tx
      .insertInto('auction_categories')
      .values(category_ids.map((category_id) => ({ auction_id: auction.id, category_id })))
      .execute();
  }
  // The listing depends on more than the end: every change is published (LIVE-2).
  const endMoved = changed.includes('end_dt');
  await tx
    .updateTable('auction_standings')
    .set({ end_dt, changed_at: nextChange, ...(endMoved ? { end_changed_at: nextChange } : {}) })
    .where('auction_id', '=', auction.id)
    .execute();
  await writeAudit(tx, viewer, auction, 'change', difference(before, after, description, changed));
  const ids = [auction.id];
  await notifyOfStandings(tx, { ids, ends: endMoved ? ids : [], facts: ids });
}

function difference(
  before: StoredForm,
  after: Fields,
  description: string,
  changed: (keyof Fields)[],
): { before: object; after: object } {
  const pick = (from: object) =>
    Object.fromEntries(
      Object.entries(from).filter(([field]) => (changed as string[]).includes(field)),
    );
  const isRewritten = description !== before.description;
  return {
    before: { ...pick(before), ...(isRewritten ? { description: before.description } : {}) },
    after: { ...pick(after), ...(isRewritten ? { description } : {}) },
  };
}

/**
 * Moves the ends of many auctions, each in a separate transaction so that none waits for another's lock. Refused
 * and moved auctions are in the same answer (LIST-15). A refusal (400 or 404) is reported in the answer and not
 * thrown.
 */
export async function moveEnds(
  { pool }: AppContext,
  viewer: Viewer,
  { auction_ids, end_dt }: { auction_ids: number[]; end_dt: Date },
): Promise<{ results: MovedEnd[] }> {
  const results: MovedEnd[] = [];
  for (const auction_id of new Set(auction_ids)) {
    const error = await pool.db
      .transaction()
      .execute((tx) => moveEnd(tx, viewer, auction_id, end_dt))
      .then(() => null, reasonOf);
    results.push({ auction_id, error });
  }
  return { results };
}

/** Returns the first message of a refusal. Rethrows any other error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof DomainError)) throw error;
  const [reason] = Object.values(error.body).flat();
  return String(reason);
}
