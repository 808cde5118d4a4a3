import * as z from 'zod/mini';
import { isDate } from './dates.ts';
import { instant, lines, requiredText } from './fields.ts';

/** The counties by their letters; the county administrative board of one of them authorises a dismantler (DISM-1). */
export const COUNTIES = {
  AB: 'Stockholms län',
  AC: 'Västerbottens län',
  BD: 'Norrbottens län',
  C: 'Uppsala län',
  D: 'Södermanlands län',
  E: 'Östergötlands län',
  F: 'Jönköpings län',
  G: 'Kronobergs län',
  H: 'Kalmar län',
  I: 'Gotlands län',
  K: 'Blekinge län',
  M: 'Skåne län',
  N: 'Hallands län',
  O: 'Västra Götalands län',
  S: 'Värmlands län',
  T: 'Örebro län',
  U: 'Västmanlands län',
  W: 'Dalarnas län',
  X: 'Gävleborgs län',
  Y: 'Västernorrlands län',
  Z: 'Jämtlands län',
} as const;

export type County = keyof typeof COUNTIES;

const LETTERS = Object.keys(COUNTIES) as [County, ...County[]];

/** DISM-1, DISM-2. */
export const DISMANTLER_SENTENCE = {
  number: 'Du måste ange auktorisationens nummer',
  county: 'Du måste välja län',
  validTo: 'Ange datumet som ÅÅÅÅ-MM-DD',
  expired: 'Auktorisationen har gått ut.',
} as const;

/** Unchecked until an admin of the station's company has compared it with the board's decision (DISM-2). */
export const DISMANTLER_STATUSES = ['unchecked', 'valid', 'expired'] as const;

export type DismantlerStatus = (typeof DISMANTLER_STATUSES)[number];

/**
 * A station's authorisation to dismantle (DISM-1). Fields that the viewer may not know are null: the note, the document
 * and the reviewer of another company's station; the note and the reviewer for the station itself.
 */
export const dismantler = z.object({
  number: z.string(),
  county: z.enum(LETTERS),
  /** The last day, YYYY-MM-DD; null: until further notice. */
  valid_to: z.nullable(z.string()),
  note: z.nullable(z.string()),
  document: z.nullable(z.object({ name: z.string(), file: z.string(), size: z.int() })),
  status: z.enum(DISMANTLER_STATUSES),
  checked_at: z.nullable(instant),
  checked_by: z.nullable(z.string()),
  checked_company: z.nullable(z.string()),
});

export type Dismantler = z.infer<typeof dismantler>;

const form = {
  number: requiredText(40, DISMANTLER_SENTENCE.number),
  county: z.enum(LETTERS, DISMANTLER_SENTENCE.county),
  /** Empty: until further notice. */
  valid_to: z.pipe(
    z.optional(z.string()),
    z.pipe(
      z.transform((written: string | undefined) => written?.trim() || null),
      z.nullable(z.string().check(z.refine(isDate, DISMANTLER_SENTENCE.validTo))),
    ),
  ),
};

/** The authorisation as the station writes it; a `file` goes along, or the old one stays (DISM-1). */
export const ownDismantlerForm = z.object(form);

/** The authorisation as an admin writes it. Without a note, the old one stays. */
export const dismantlerForm = z.object({ ...form, note: z.optional(lines(300)) });

export type DismantlerForm = z.output<typeof dismantlerForm>;
