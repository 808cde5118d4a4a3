import {
  type AuctionForm,
  FORM_SENTENCE,
  START_GRACE_MINUTES,
} from '@restvarde/contract/auctions/auction-form';
import { SENTENCE } from '@restvarde/contract/errors';
import { sql } from 'kysely';
import { firstRow } from '../../db/first-row.ts';
import type { Queryable } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';

/** Where the object stands: one of the company's places, or «Annan» by its name alone. */
export interface Place {
  id: number | null;
  name: string;
}

/** What an auction has already, and may keep. */
interface Kept {
  start_dt?: Date;
  staging_area: number | null;
  staging_area_name: string;
}

/**
 * What the form's own schema cannot know: the clock, the categories, the place (FORM-3, 7, 8). What is
 * `kept` from before stays valid: a start in the past, a place that the company no longer offers.
 * @throws DomainError 400 with a message for each field that is wrong.
 */
export async function checkForm(
  db: Queryable,
  company: number,
  form: AuctionForm,
  kept?: Kept,
): Promise<Place> {
  const { rows } = await sql<{
    known: number;
    global: number;
    place: string | null;
    too_early: boolean;
    exists: boolean;
  }>`
    select
      (select count(*) from categories where id = any(${form.category_ids}::integer[])
        and (company_id is null or company_id = ${company})) as known,
      (select count(*) from categories where id = any(${form.category_ids}::integer[])
        and company_id is null) as global,
      (select p.name from staging_areas p left join service_stations s on s.id = p.service_station_id
        where p.id = ${form.staging_area} and p.company_id = ${company} and s.removed_at is null) as place,
      ${form.start_dt}::timestamptz < now_ms() - make_interval(mins => ${START_GRACE_MINUTES}) as too_early,
      exists (select from companies where id = ${company}) as exists`.execute(db);
  const found = firstRow(rows);
  if (!found.exists) throw refuse.field('company', SENTENCE.chooseCompany);
  const faults: Record<string, string[]> = {};
  if (found.known < form.category_ids.length) faults.category_ids = [FORM_SENTENCE.category];
  else if (form.is_global && found.global === 0)
    faults.category_ids = [FORM_SENTENCE.globalCategory];
  const isSamePlace = form.staging_area !== null && form.staging_area === kept?.staging_area;
  const place = isSamePlace ? kept.staging_area_name : found.place;
  if (form.staging_area !== null && place === null) {
    faults.staging_area = [FORM_SENTENCE.stagingArea];
  }
  const isSameStart = kept?.start_dt?.getTime() === form.start_dt.getTime();
  if (found.too_early && !isSameStart) faults.start_dt = [FORM_SENTENCE.startInPast];
  if (Object.keys(faults).length > 0) throw refuse.fields(faults);
  return { id: form.staging_area, name: place ?? form.staging_area_name };
}
