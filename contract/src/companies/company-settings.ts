import * as z from 'zod/mini';
import { DISMANTLING_BIDDERS } from '../dismantling.ts';
import { SENTENCE } from '../errors.ts';
import {
  optionalEmail,
  postalCode,
  requiredText,
  TIME_SENTENCE,
  text,
  writtenChoice,
} from '../fields.ts';
import { parseKronor } from '../money.ts';
import { bidLadder } from './bid-ladder.ts';

export const LOGO_MAX_BYTES = 2 * 1024 * 1024;

/** DATA-1. */
export const COMPANY_NAME_TAKEN = 'Ett bolag med det namnet finns redan';

/** SET-1, verbatim the first. */
export const SETTINGS_SENTENCE = {
  noMinutes: 'Du måste ange antal minuter',
  minutes: 'Ange mellan 0 och 60 minuter',
  days: 'Ange mellan 1 och 365 dagar',
  time: TIME_SENTENCE,
  decisionDays: 'Ange mellan 0 och 10 vardagar',
  relistDays: 'Ange mellan 1 och 30 dagar',
  percent: 'Ange mellan 0 och 100 procent',
  kronor: 'Ange beloppet i hela kronor',
} as const;

/** A parser of whole numbers: null if empty, `wrong` if it is not one. */
type NumberReader<I> = (wrong: string) => z.ZodMiniType<number | null, I>;

/** In JSON a number is a number (API-3). */
const typedNumber = (wrong: string) =>
  z.pipe(
    z.optional(z.nullable(z.union([z.int(), z.literal('')], { error: wrong }))),
    z.transform((value: number | '' | null | undefined) =>
      value === '' || value === undefined ? null : value,
    ),
  );

/** In a form a number is text, such as «12 500». */
const writtenNumber = (wrong: string) =>
  z.pipe(
    z.optional(z.nullable(z.union([z.string(), z.number()]))),
    z.pipe(z.transform(readNumber), z.nullable(z.int({ error: wrong }))),
  );

function readNumber(written: string | number | null | undefined): number | null {
  if (typeof written === 'number') return written;
  const bare = (written ?? '').trim();
  if (bare === '') return null;
  const isNegative = /^[-−]/.test(bare);
  const amount = parseKronor(isNegative ? bare.slice(1) : bare) ?? Number.NaN;
  return isNegative ? -amount : amount;
}

const range = (least: number, most: number, missing: string, wrong: string) =>
  z.int({ error: missing }).check(z.gte(least, wrong), z.lte(most, wrong));

const percent = range(0, 100, SETTINGS_SENTENCE.percent, SETTINGS_SENTENCE.percent);

/** The fields that a company's settings have (SET-1); an absent field does not change. */
const settings = <I, F>(number: NumberReader<I>, flag: z.ZodMiniType<boolean, F>) => ({
  name: z.optional(requiredText(120, SENTENCE.required)),
  email: z.optional(optionalEmail),
  phone: z.optional(text(40)),
  street: z.optional(text(120)),
  postal: z.optional(postalCode),
  city: z.optional(text(80)),
  /** Gets an email for each auction that ends; empty is none (MAIL-4). */
  ended_auction_email: z.optional(optionalEmail),
  /** Gets a summary a day; empty is none (MAIL-4). */
  auction_summary_email: z.optional(optionalEmail),
  default_end_dt_increment_days: z.optional(
    z.pipe(
      number(SETTINGS_SENTENCE.days),
      range(1, 365, SETTINGS_SENTENCE.days, SETTINGS_SENTENCE.days),
    ),
  ),
  /** HH:MM */
  default_end_dt_increment_time: z.optional(
    text(5).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, SETTINGS_SENTENCE.time)),
  ),
  auction_end_dt_incrementation: z.optional(
    z.pipe(
      number(SETTINGS_SENTENCE.minutes),
      range(0, 60, SETTINGS_SENTENCE.noMinutes, SETTINGS_SENTENCE.minutes),
    ),
  ),
  next_auction_number: z.optional(requiredText(30, SENTENCE.required)),
  /** Working days to decide in, after an end without a winner; 0: no deadline (OFFER-1). */
  decision_days: z.optional(
    z.pipe(
      number(SETTINGS_SENTENCE.decisionDays),
      range(0, 10, SETTINGS_SENTENCE.decisionDays, SETTINGS_SENTENCE.decisionDays),
    ),
  ),
  /** Whom the company lets bid on what it sells for dismantling (DISM-3). */
  dismantling_bidders: z.optional(z.enum(DISMANTLING_BIDDERS)),
  /** The winner gets the release code when it has paid (PICK-2). */
  release_after_payment: z.optional(flag),
  /** Winners of auctions for dismantling must send proof of deregistration (DISM-7). */
  follow_deregistration: z.optional(flag),
  /** Unsold objects for repair are relisted for dismantling (RELIST-6). */
  relist_dismantling: z.optional(flag),
  relist_days: z.optional(
    z.pipe(
      number(SETTINGS_SENTENCE.relistDays),
      range(1, 30, SETTINGS_SENTENCE.relistDays, SETTINGS_SENTENCE.relistDays),
    ),
  ),
  /** Percents of the earlier start bid and reserve; null: no reserve. */
  relist_start_bid_percent: z.optional(z.pipe(number(SETTINGS_SENTENCE.percent), percent)),
  relist_reservation_percent: z.optional(
    z.pipe(number(SETTINGS_SENTENCE.percent), z.nullable(percent)),
  ),
  /** Stations may set a maximum in auctions with open bids (AUTO-1). */
  allows_max_bids: z.optional(flag),
  /** Staff who log in by password must have an authenticator app (SEC-7). */
  requires_second_factor: z.optional(flag),
});

/** A change of a company's settings as JSON. `logo`: null removes it, an address does not change it. */
export const companySettings = z.object({
  ...settings(typedNumber, z.boolean({ error: SENTENCE.wrong })),
  bid_increment_intervals: z.optional(bidLadder(typedNumber(SETTINGS_SENTENCE.kronor))),
  logo: z.optional(z.nullable(z.string())),
});

export type CompanySettings = z.output<typeof companySettings>;

/** Rows of a form: a list, or in form data a list as JSON text. */
const writtenLadder = z.pipe(
  z.union([z.string(), z.array(z.unknown())]),
  z.pipe(
    z.transform(readRows),
    bidLadder(writtenNumber(SETTINGS_SENTENCE.kronor)) as z.ZodMiniType<
      { min_price: number; max_price: number; increment: number }[],
      unknown
    >,
  ),
);

function readRows(written: string | unknown[]): unknown {
  if (Array.isArray(written)) return written;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

/** `companySettings` from a form, where every value is text. Form data also has a file `logo` (SET-1). */
export const companySettingsForm = z.object({
  ...settings(writtenNumber, writtenChoice(SENTENCE.wrong)),
  bid_increment_intervals: z.optional(writtenLadder),
});
