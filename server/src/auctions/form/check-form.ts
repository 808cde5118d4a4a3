import {
  type AuctionForm,
  FORM_SENTENCE,
  isTooFarAhead,
  START_GRACE_MINUTES,
} from '@restvarde/contract/auctions/auction-form';
import { CONDITION_SENTENCE, isCheckedLater } from '@restvarde/contract/auctions/condition';
import { SENTENCE } from '@restvarde/contract/errors';
import { sql } from 'kysely';
import { firstRow, type Queryable } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';

/** The location of the object: one of the company's places, or free text («Annan»). */
export interface StagingPlace {
  id: number | null;
  name: string;
}

/** The errors of a form. */
export interface FormErrors {
  /** Messages by field. */
  faults: Record<string, string[]>;
}

/** Values that an auction already has and may keep. */
interface KeptValues {
  start_dt?: Date;
  end_dt?: Date;
  staging_area: number | null;
  staging_area_name: string;
}

/** A form to check. */
interface FormToCheck {
  company: number;
  form: AuctionForm;
  kept?: KeptValues | undefined;
}

/**
 * Checks what the form's schema cannot: times, categories and place (FORM-3, 7, 8). `kept` values stay valid,
 * such as a start in the past or a place that the company no longer offers.
 * @throws DomainError 400 with the messages of each invalid field
 */
export async function checkForm(
  db: Queryable,
  company: number,
  form: AuctionForm,
  kept?: KeptValues,
): Promise<StagingPlace> {
  const place = firstRow(await checkForms(db, [{ company, form, kept }]));
  if ('faults' in place) throw refuse.fields(place.faults);
  return place;
}

interface Found {
  known: number;
  global: number;
  place: string | null;
  too_early: boolean;
  now: Date;
  exists: boolean;
}

/** Checks many forms in one statement. Returns the place or the errors of each. */
export async function checkForms(
  db: Queryable,
  all: FormToCheck[],
): Promise<(StagingPlace | FormErrors)[]> {
  const rowsToCheck = all.map(({ company, form: { category_ids, staging_area, start_dt } }) => ({
    company,
    category_ids,
    staging_area,
    // Milliseconds: JSON and PostgreSQL format some years differently.
    start_ms: start_dt.getTime(),
  }));
  const { rows } = await sql<Found>`
    select
      (select count(*) from categories where id = any(w.category_ids)
        and (company_id is null or company_id = w.company)) as known,
      (select count(*) from categories where id = any(w.category_ids) and company_id is null) as global,
      (select p.name from staging_areas p left join service_stations s on s.id = p.service_station_id
        where p.id = w.staging_area and p.company_id = w.company and s.removed_at is null) as place,
      to_timestamp(w.start_ms / 1000) < now_ms() - make_interval(mins => ${START_GRACE_MINUTES}) as too_early,
      now_ms() as now,
      exists (select from companies where id = w.company) as exists
    from rows from (jsonb_to_recordset(${JSON.stringify(rowsToCheck)}::jsonb)
      as (company integer, category_ids integer[], staging_area integer, start_ms float8))
      with ordinality as w(company, category_ids, staging_area, start_ms, n)
    order by w.n`.execute(db);
  return rows.map((found, n) => checkOne(all[n]!, found));
}

function checkOne({ form, kept }: FormToCheck, found: Found): StagingPlace | FormErrors {
  if (!found.exists) return { faults: { company: [SENTENCE.chooseCompany] } };
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
  const isSameEnd = kept?.end_dt?.getTime() === form.end_dt.getTime();
  if (!isSameEnd && isTooFarAhead(form.end_dt, found.now))
    faults.end_dt = [FORM_SENTENCE.endTooLate];
  if (isCheckedLater(form.condition, found.now)) {
    faults.condition = [CONDITION_SENTENCE.checkedLater];
    faults['condition.run_checked_on'] = faults.condition;
  }
  if (Object.keys(faults).length > 0) return { faults };
  return { id: form.staging_area, name: place ?? form.staging_area_name };
}
