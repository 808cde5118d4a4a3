import * as z from 'zod/mini';
import './errors.ts';

/** Said of a time of day that can't be read. */
export const TIME_SENTENCE = 'Ange tiden som TT:MM';

/** The largest amount of money that the product knows, in whole kronor (API-3). */
export const MAX_AMOUNT = 999_999_999;
const MAX_ID = 2_147_483_647;

/** An id as it stands in an address. */
export const idParam = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
  z.pipe(
    z.transform((digits: string) => Number(digits)),
    z.int().check(z.gte(1), z.lte(MAX_ID)),
  ),
);

/** `{id}` of an address. */
export const idParams = z.object({ id: idParam });

/** An id in a JSON reply. */
export const id = z.int();

/** An instant, ISO 8601 in UTC with milliseconds. */
export const instant = z.string();

/** Whole kronor, excluding VAT (AUC-17). */
export const kronor = z.int();

/**
 * The `when` of a check that is made only of a value that is fine so far: a pattern that takes quadratic time
 * must never see a text that is too long, and what is missing needs no second sentence. Not `abort: true`,
 * which would also silence the rules across fields of the form around it.
 */
export const ifFine = ({ issues }: z.core.ParsePayload) => issues.length === 0;

/** Forms send a line's end as CRLF, whatever the person's page counted it as. */
const plainLines = z.overwrite((value: string) => value.replaceAll('\r\n', '\n'));

/** Signs that are not seen, and turn the order of what stands beside them: a name could look like another. */
const UNSEEN = /(?![\n\t\0])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const seenAlone = z.overwrite((value: string) => value.replace(UNSEEN, ''));

/** What is written in one line stays in one, wherever it is said: a name adds no line to an email. */
const oneLine = z.overwrite((value: string) =>
  value.replace(/[\n\r\t\v\f\u0085\u2028\u2029]+/g, ' '),
);

/** PostgreSQL keeps neither NUL nor half a surrogate pair. */
const storable = z.refine<string>((value) => !value.includes('\u0000') && value.isWellFormed());

/** Trimmed text in one line of at most `max` characters; empty is allowed. */
export const text = (max: number) =>
  z.string().check(oneLine, seenAlone, z.trim(), z.maxLength(max), storable);

/** The same in as many lines as are written; they end with LF. */
export const lines = (max: number) =>
  z.string().check(plainLines, seenAlone, z.trim(), z.maxLength(max), storable);

/**
 * A schema's own sentence for a value that is missing or of another type, only. As a plain string it would
 * also be reported by every check that has none, such as «too long».
 */
export const whenMissing = (sentence: string) => (issue: z.core.$ZodRawIssue) =>
  issue.code === 'invalid_type' ? sentence : undefined;

/** Trimmed text in one line that must be there; `sentence` says so. */
export const requiredText = (max: number, sentence: string) =>
  z
    .string({ error: whenMissing(sentence) })
    .check(oneLine, seenAlone, z.trim(), z.minLength(1, sentence), z.maxLength(max), storable);

/** The same in as many lines as are written. */
export const requiredLines = (max: number, sentence: string) =>
  z
    .string({ error: whenMissing(sentence) })
    .check(plainLines, seenAlone, z.trim(), z.minLength(1, sentence), z.maxLength(max), storable);

/** One address, without the signs that lists of them are written with. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/;
const isEmail = (empty: boolean) =>
  z.refine<string>((written) => (empty && written === '') || EMAIL.test(written), {
    error: 'Ange en giltig e-post',
    when: ifFine,
  });

/** An e-mail address that must be there, trimmed and in lower case (FMT-5); `sentence` says so. */
export const emailAddress = (sentence: string) =>
  requiredText(254, sentence).check(z.toLowerCase(), isEmail(false));

/** An e-mail address, or nothing. */
export const optionalEmail = text(254).check(z.toLowerCase(), isEmail(true));

/** Five digits, or nothing; spaces, as people write them («123 45»), are dropped (STN-4). */
export const postalCode = text(20).check(
  z.overwrite((written) => written.replace(/\s/g, '')),
  z.regex(/^(\d{5})?$/, 'Ange i formatet 12345'),
);

/** «702 10»: a postal code as it is read. */
export const groupPostal = (postal: string) => postal.replace(/^(\d{3})(\d{2})$/, '$1 $2');

/**
 * What stands on one line, where a browser or a mail program would break it: a date with its time, «D-4D», «NS-1001», a
 * postal code with its town. What is split by it has these at the odd places.
 */
export const UNBROKEN = /(\S{0,9}-\d\S{0,9}(?:[\u00a0 ]\d\d:\d\d)?|\d{3} \d\d \S{1,30})/;

/** A query value that may be repeated, always as a list. */
export const repeated = <S extends z.core.$ZodType<unknown, string>>(item: S) =>
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.pipe(
      z.transform((value: string | string[]) => (Array.isArray(value) ? value : [value])),
      z.array(item as unknown as z.ZodMiniType<z.output<S>, string>).check(z.maxLength(100)),
    ),
  );

/** Yes or no as a form writes it. */
export const writtenChoice = (sentence: string) =>
  z.pipe(
    z.enum(['0', '1', 'false', 'true'], { error: sentence }),
    z.transform((value: '0' | '1' | 'false' | 'true') => value === '1' || value === 'true'),
  );
