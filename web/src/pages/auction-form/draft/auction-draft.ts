import {
  type AuctionForm,
  auctionChangeForm,
  auctionForm,
  FORM_SENTENCE,
  isAboutTime,
  isTooFarAhead,
  START_GRACE_MINUTES,
} from '@restvarde/contract/auctions/auction-form';
import { CONDITION_SENTENCE, isCheckedLater } from '@restvarde/contract/auctions/condition';
import {
  type AuctionField,
  FIELD_NAMES,
  type FieldIn,
  type FieldSection,
} from '@restvarde/contract/auctions/fields';
import type { Category } from '@restvarde/contract/categories';
import type { Company } from '@restvarde/contract/companies/companies';
import { addDays, stockholmDate, stockholmInstant } from '@restvarde/contract/dates';
import { messagesByField } from '@restvarde/contract/errors';
import { TIME_SENTENCE } from '@restvarde/contract/fields';
import * as z from 'zod/mini';
import { readTime } from '../../../ui/date/time-text.ts';

/** The inputs of a time of the form. */
const TIME_INPUTS = {
  start_dt: ['start_date', 'start_time'],
  end_dt: ['end_date', 'end_time'],
} as const;

type TimeField = keyof typeof TIME_INPUTS;

/** The inputs of a field of the auction: one of the same name, or a date and a time. */
type InputOf<Field extends AuctionField> =
  | Exclude<Field, TimeField>
  | (typeof TIME_INPUTS)[Extract<Field, TimeField>][number];

/** An input of the form. */
export type DraftField = InputOf<AuctionField>;

/** The inputs of a section's fields. */
export type InputIn<Section extends FieldSection> = InputOf<FieldIn<Section>>;

/**
 * The form values of an auction: all text, date and time separate. `staging_area` is an id, `OTHER`, or '' if none is
 * chosen.
 */
export type AuctionDraft = Record<Exclude<DraftField, 'category_ids'>, string> & {
  category_ids: string[];
};

/** The inputs of a field. */
export const draftFieldsOf = (field: AuctionField): readonly DraftField[] =>
  field === 'start_dt' || field === 'end_dt' ? TIME_INPUTS[field] : [field];

/** The names of the inputs. */
export const DRAFT_FIELDS = FIELD_NAMES.flatMap(draftFieldsOf);

export const OTHER = 'other';

/**
 * The initial values of a new auction (FORM-2). It starts today, or tomorrow if the company's start time has passed,
 * since a start in the past is refused. The only category is chosen.
 */
export function newDraft(
  company: Pick<
    Company,
    'default_end_dt_increment_days' | 'default_end_dt_increment_time' | 'relist_dismantling'
  >,
  now: number,
  categories: readonly Pick<Category, 'id'>[] = [],
): AuctionDraft {
  const time = company.default_end_dt_increment_time ?? '';
  const today = stockholmDate(new Date(now));
  const hasPassed = time !== '' && stockholmInstant(`${today}T${time}`).getTime() < now;
  const start_date = hasPassed ? addDays(today, 1) : today;
  return {
    ...(Object.fromEntries(DRAFT_FIELDS.map((name) => [name, ''])) as Record<DraftField, string>),
    category_ids: categories.length === 1 ? categories.map(({ id }) => String(id)) : [],
    condition: '{}',
    damage_condition: 'DISASSEMBLY',
    relist_dismantling: company.relist_dismantling ? '1' : '0',
    is_global: '0',
    hidden_bids: '1',
    hidden_reservation_price: '1',
    start_date,
    start_time: time,
    end_date: addDays(start_date, company.default_end_dt_increment_days ?? 0),
    end_time: time,
  };
}

/** Converts the form values to the server's input (FORM-1, FORM-3). */
export function toForm(draft: AuctionDraft) {
  const { start_date, start_time, end_date, end_time, staging_area, staging_area_name, ...rest } =
    draft;
  const isOther = staging_area === OTHER;
  return {
    ...rest,
    staging_area: isOther ? '' : staging_area,
    staging_area_name: isOther ? staging_area_name : '',
    start_dt: start_date === '' ? '' : `${start_date}T${start_time}`,
    end_dt: end_date === '' ? '' : `${end_date}T${end_time}`,
  } satisfies Record<keyof AuctionForm, unknown>;
}

/** Converts the form values to a multipart body, with lists as `category_ids[n]`. */
export function toFormData(draft: AuctionDraft): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(toForm(draft))) {
    if (!Array.isArray(value)) data.append(name, value);
    else appendList(data, name, value);
  }
  return data;
}

export function appendList(data: FormData, name: string, list: readonly string[]): void {
  for (const [index, one] of list.entries()) data.append(`${name}[${index}]`, one);
}

type Faults = Partial<Record<DraftField, string>>;

/** Maps a server field to the form field that shows its error. Null if the form has no such field (`FieldOf`). */
export function fieldOf(
  name: string,
  message: string,
  draft: AuctionDraft,
): DraftField | null | undefined {
  // The file lists show these errors.
  if (name === 'image' || name === 'file') return undefined;
  // Also reported at `condition`; its section shows both.
  if (name.startsWith('condition.')) return undefined;
  if (name === 'start_dt') return isAboutTime(message) ? 'start_time' : 'start_date';
  if (name === 'end_dt') return isAboutTime(message) ? 'end_time' : 'end_date';
  if (name === 'staging_area' && draft.staging_area === OTHER) return 'staging_area_name';
  return name in draft ? (name as DraftField) : null;
}

/**
 * The errors of a form, with the server's messages (FORM-3, 7, 8). A missing date does not hide a missing time.
 * `opened` is the auction before the change, which may keep its start.
 */
export function faultsOf(
  draft: AuctionDraft,
  known: { categories: Category[]; now: number; opened?: AuctionDraft | undefined },
): Faults {
  const faults: Faults = {};
  const report = (field: DraftField | null | undefined, message: string) => {
    if (field) faults[field] ??= message;
  };
  const form = toForm(draft);
  const parsed = z.safeParse(known.opened ? auctionChangeForm : auctionForm, form);
  for (const [name, messages] of Object.entries(
    parsed.success ? {} : messagesByField(parsed.error),
  )) {
    for (const message of messages) report(fieldOf(name, message, draft), message);
  }
  const reportTime = (field: 'start_time' | 'end_time', missing: string) => {
    if (readTime(draft[field]) === draft[field]) return;
    faults[field] = draft[field] === '' ? missing : TIME_SENTENCE;
  };
  reportTime('start_time', FORM_SENTENCE.startTime);
  reportTime('end_time', FORM_SENTENCE.endTime);
  if (!faults.start_date && !faults.start_time) {
    const isKept = known.opened !== undefined && toForm(known.opened).start_dt === form.start_dt;
    const late = known.now - START_GRACE_MINUTES * 60_000;
    if (!isKept && stockholmInstant(form.start_dt).getTime() < late) {
      report('start_date', FORM_SENTENCE.startInPast);
    }
  }
  if (!faults.end_date && !faults.end_time) {
    const isKept = known.opened !== undefined && toForm(known.opened).end_dt === form.end_dt;
    if (!isKept && isTooFarAhead(stockholmInstant(form.end_dt), new Date(known.now)))
      report('end_date', FORM_SENTENCE.endTooLate);
  }
  if (parsed.success && isCheckedLater(parsed.data.condition, new Date(known.now)))
    report('condition', CONDITION_SENTENCE.checkedLater);
  const chosen = known.categories.filter(({ id }) => draft.category_ids.includes(String(id)));
  if (draft.is_global === '1' && chosen.length > 0 && !chosen.some(({ is_global }) => is_global)) {
    report('category_ids', FORM_SENTENCE.globalCategory);
  }
  return faults;
}

/** The validation schema of an auction's form. */
export function auctionDraft(known: () => Parameters<typeof faultsOf>[1]) {
  return z.custom<AuctionDraft>().check(({ value, issues }) => {
    for (const [name, message] of Object.entries(faultsOf(value, known()))) {
      issues.push({ code: 'custom', path: [name], message, input: value });
    }
  });
}
