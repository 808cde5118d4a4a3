import * as z from 'zod/mini';
import { isDate, stockholmInstant } from '../dates.ts';
import {
  ifValidSoFar,
  lines,
  MAX_AMOUNT,
  requiredText,
  TIME_SENTENCE,
  text,
  whenMissing,
  writtenChoice,
} from '../fields.ts';
import { formatKronor } from '../money.ts';
import { tidyVehicleNumber } from './auction-rules.ts';
import { conditionText } from './condition.ts';
import { DAMAGE_CONDITIONS } from './damage-conditions.ts';
import { type AuctionField, FIELD_NAMES } from './fields.ts';

/** FORM-3, verbatim. */
export const FORM_SENTENCE = {
  category: 'Du måste välja en kategori',
  manufacturer: 'Du måste ange ett fabrikat',
  vehicleNumber: 'Du måste fylla i antingen reg.nr eller chassi.nr',
  stagingArea: 'Du måste ange en uppställningsplats',
  isGlobal: 'Du måste välja säljområde',
  damageCondition: 'Du måste välja säljes för',
  hiddenReserve: 'Du måste välja om det ska vara dolt reservationspris',
  hiddenBids: 'Du måste välja dolda bud',
  relistDismantling: 'Du måste välja om objektet ska läggas upp på nytt för demontering',
  startDate: 'Du måste ange ett startdatum',
  startTime: 'Du måste ange en starttid',
  endDate: 'Du måste ange ett slutdatum',
  endTime: 'Du måste ange en sluttid',
  endAfterStart: 'Sluttiden måste vara efter starttiden',
  startInPast: 'Starttiden har redan passerat',
  endInPast: 'Sluttiden har redan passerat',
  endTooLate: 'Sluttiden får vara högst två år fram i tiden',
  reserveBelowStart: 'Reservationspriset får inte vara lägre än utropspriset',
  globalCategory: 'Välj minst en gemensam kategori',
} as const;

/** How far back a start may be when an auction is created (FORM-7). */
export const START_GRACE_MINUTES = 5;

const END_AHEAD_YEARS = 2;

/** True if an end is further ahead than allowed (FORM-7). */
export function isTooFarAhead(end: Date, now: Date): boolean {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + END_AHEAD_YEARS);
  return end > latest;
}

/** True if a message concerns the time of day rather than the date, which are separate fields in the form. */
export const isAboutTime = (sentence: string) =>
  [FORM_SENTENCE.startTime, FORM_SENTENCE.endTime, TIME_SENTENCE].includes(sentence);

/** A form's text as a whole number; empty or absent is null. Too large or negative numbers have their own message. */
const wholeNumber = (max: number, sentence: string, outside: string) =>
  z.pipe(
    z.optional(z.string()),
    z.pipe(
      z.transform((written: string | undefined) => (written ?? '').replace(/[\s\u00a0]/g, '')),
      z.pipe(
        z.string().check(
          z.refine((digits) => /^(?:[-−]?\d+)?$/.test(digits), sentence),
          z.refine((digits) => /^\d*$/.test(digits) && Number(digits) <= max, {
            error: outside,
            when: ifValidSoFar,
          }),
        ),
        z.transform((digits: string) => (digits === '' ? null : Number(digits))),
      ),
    ),
  );

const amount = wholeNumber(
  MAX_AMOUNT,
  'Ange beloppet i hela kronor',
  `Ange ett belopp mellan 0 och ${formatKronor(MAX_AMOUNT)}`,
);

const YEAR = { first: 1900, last: 2100 };
const YEAR_OUTSIDE = `Ange en årsmodell mellan ${YEAR.first} och ${YEAR.last}`;
const YEAR_DIGITS = 'Ange årsmodell med fyra siffror';

/** True for an instant in ISO 8601 with an offset, as programs write it. */
const isIsoInstant = (written: string) =>
  /^.{10}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.test(
    written,
  );

/** The form has minutes. */
const wholeMinute = (iso: string) => new Date(Math.floor(Date.parse(iso) / 60_000) * 60_000);

/**
 * `YYYY-MM-DDTHH:MM` in Stockholm, or ISO with an offset to the minute (FEED-3), as an instant (FORM-1). The message is
 * `dateSentence` if the date is missing or invalid, `timeSentence` if the time is missing, and that of FORM-3 if the time
 * is unreadable.
 */
export const localTime = (dateSentence: string, timeSentence: string) =>
  z.pipe(
    z.string({ error: dateSentence }).check(
      z.trim(),
      z.refine((written) => isDate(written.slice(0, 10)), dateSentence),
      z.refine((written) => !/^.{10}T?$/.test(written), {
        error: timeSentence,
        when: ifValidSoFar,
      }),
      z.refine(
        (written) => /^.{10}T([01]\d|2[0-3]):[0-5]\d$/.test(written) || isIsoInstant(written),
        {
          error: TIME_SENTENCE,
          when: ifValidSoFar,
        },
      ),
    ),
    z.transform((written: string) =>
      isIsoInstant(written) ? wholeMinute(written) : stockholmInstant(written),
    ),
  );

const vehicleNumber = z.pipe(
  z.optional(text(30)),
  z.transform((written: string | undefined) => tidyVehicleNumber(written ?? '')),
);

const orEmpty = (written: ReturnType<typeof text>) =>
  z.pipe(
    z.optional(written),
    z.transform((sent: string | undefined) => sent ?? ''),
  );

const categoryIds = z.pipe(
  z.array(z.string(), { error: whenMissing(FORM_SENTENCE.category) }),
  z.pipe(
    z.transform((ids: string[]) => [...new Set(ids.filter((written) => written !== ''))]),
    z.pipe(
      z
        .array(z.string().check(z.regex(/^[1-9]\d{0,8}$/)))
        .check(z.minLength(1, FORM_SENTENCE.category), z.maxLength(50)),
      z.transform((ids: string[]) => ids.map(Number)),
    ),
  ),
);

/** A form whose fields may be unparsed. */
interface Unchecked {
  registration_number: unknown;
  chassis_number: unknown;
  staging_area: unknown;
  staging_area_name: unknown;
  model_year: unknown;
  start_dt: unknown;
  end_dt: unknown;
  start_bid: unknown;
  reservation_price: unknown;
}

/**
 * A rule across fields that is reported together with the errors of single fields, so that a person sees all errors
 * at once.
 */
const across = (field: keyof Unchecked, error: string, holds: (form: Unchecked) => boolean) =>
  z.refine((form: unknown) => holds(form as Unchecked), {
    error,
    path: [field],
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  });

const isInteger = (value: unknown): value is number => Number.isInteger(value);

const isInstant = (value: unknown): value is Date =>
  value instanceof Date && !Number.isNaN(value.getTime());

const hasVehicleNumber = (form: Unchecked) =>
  Boolean(form.registration_number || form.chassis_number);

/** What each field accepts (FORM-3). */
const INPUT = {
  category_ids: categoryIds,
  manufacturer: requiredText(60, FORM_SENTENCE.manufacturer),
  model: orEmpty(text(80)),
  model_year: wholeNumber(9_999, YEAR_DIGITS, YEAR_DIGITS),
  mileage: wholeNumber(
    999_999,
    'Ange mätarställningen i hela mil',
    'Ange en mätarställning mellan 0 och 999 999 mil',
  ),
  registration_number: vehicleNumber,
  chassis_number: vehicleNumber,
  description: orEmpty(lines(10_000)),
  condition: conditionText,
  claim_number: z.pipe(
    orEmpty(text(60)),
    z.transform((sent: string) => (sent === '' ? null : sent)),
  ),
  damage_condition: z.enum(DAMAGE_CONDITIONS, { error: FORM_SENTENCE.damageCondition }),
  staging_area: z.pipe(
    z.optional(z.string()),
    z.pipe(
      z.transform((written: string | undefined) => written ?? ''),
      z.pipe(
        z.string().check(z.regex(/^([1-9]\d{0,8})?$/, FORM_SENTENCE.stagingArea)),
        z.transform((digits: string) => (digits === '' ? null : Number(digits))),
      ),
    ),
  ),
  /** The text of «Annan» if `staging_area` is empty. */
  staging_area_name: orEmpty(text(120)),
  is_global: writtenChoice(FORM_SENTENCE.isGlobal),
  hidden_bids: writtenChoice(FORM_SENTENCE.hiddenBids),
  hidden_reservation_price: writtenChoice(FORM_SENTENCE.hiddenReserve),
  /** Default: the company's setting (RELIST-6). */
  relist_dismantling: z.optional(writtenChoice(FORM_SENTENCE.relistDismantling)),
  start_bid: z.pipe(
    amount,
    z.transform((kronor: number | null) => kronor ?? 0),
  ),
  reservation_price: amount,
  start_dt: localTime(FORM_SENTENCE.startDate, FORM_SENTENCE.startTime),
  end_dt: localTime(FORM_SENTENCE.endDate, FORM_SENTENCE.endTime),
} satisfies Record<AuctionField, z.ZodMiniType>;

const formWith = (isInOrder: (start: Date, end: Date) => boolean) =>
  z.object(INPUT).check(
    across('registration_number', FORM_SENTENCE.vehicleNumber, hasVehicleNumber),
    across('chassis_number', FORM_SENTENCE.vehicleNumber, hasVehicleNumber),
    across(
      'staging_area',
      FORM_SENTENCE.stagingArea,
      (form) => form.staging_area !== null || form.staging_area_name !== '',
    ),
    across(
      'model_year',
      YEAR_DIGITS,
      (form) => !isInteger(form.model_year) || form.model_year > 999,
    ),
    across(
      'model_year',
      YEAR_OUTSIDE,
      ({ model_year: year }) =>
        !isInteger(year) || year <= 999 || (year >= YEAR.first && year <= YEAR.last),
    ),
    across(
      'end_dt',
      FORM_SENTENCE.endAfterStart,
      (form) =>
        !isInstant(form.start_dt) ||
        !isInstant(form.end_dt) ||
        isInOrder(form.start_dt, form.end_dt),
    ),
    across(
      'reservation_price',
      FORM_SENTENCE.reserveBelowStart,
      (form) => !(Number(form.reservation_price ?? Infinity) < Number(form.start_bid)),
    ),
  );

/**
 * The fields of a new auction as a form sends them: every value is text (FORM-1, FORM-3). The output has amounts
 * in kronor, mileage in mil, and instants. The server checks what depends on the clock or the database (start not past,
 * categories that exist).
 */
export const auctionForm = formWith((start, end) => end > start);

/** The form of a changed auction. Start and end may be equal: it may have been ended in the minute of its start. */
export const auctionChangeForm = formWith((start, end) => end >= start);

export type AuctionForm = z.output<typeof auctionForm>;

const sentText = z.optional(z.union([z.string(), z.array(z.string())]));

/**
 * The sent fields of the form, still text: absent ones keep the stored value, empty ones clear it (FORM-1). The result
 * is validated as `auctionChangeForm`.
 */
export const sentAuctionForm = z.object(
  Object.fromEntries(FIELD_NAMES.map((field) => [field, sentText])) as Record<
    AuctionField,
    typeof sentText
  >,
);

export type SentAuctionForm = z.output<typeof sentAuctionForm>;
