import * as z from 'zod/mini';
import './errors.ts';

/** The message for an unreadable time of day. */
export const TIME_SENTENCE = 'Ange tiden som TT:MM';

/** The largest amount, in whole kronor (API-3). */
export const MAX_AMOUNT = 999_999_999;
const MAX_ID = 2_147_483_647;

/** An id in an address. */
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

/** `live` leads and can rise, `used` leads and all of it is bid, `passed` does not lead (AUTO-7). */
export const maxBidState = z.enum(['live', 'used', 'passed']);

export type MaxBidState = z.infer<typeof maxBidState>;

/**
 * The `when` of a check that runs only on a value without errors so far: a pattern that takes quadratic time
 * must never get a text that is too long, and a missing value needs no second message. Not `abort: true`,
 * which would also skip the form's rules across fields.
 */
export const ifValidSoFar = ({ issues }: z.core.ParsePayload) => issues.length === 0;

/**
 * An emoji (group 1), whose parts are joined by invisible characters, or an invisible character: control characters,
 * what Unicode ignores in display (zero-width, soft hyphen, byte order mark, bidi marks and more), annotation marks.
 */
const EMOJI_OR_INVISIBLE =
  /(\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)*)|(?![\n\t\0])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

const visible = (written: string) => written.replace(EMOJI_OR_INVISIBLE, '$1');

/**
 * Marks on one letter beyond the 30 of Unicode's stream-safe format (UAX #15): no language has as many, and the time to
 * sort them is quadratic. Text is normalised before its length is checked.
 */
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

const compose = (written: string) => written.replace(TOO_MANY_MARKS, '$1').normalize('NFC');

/**
 * Text in several lines in the one form that is stored, compared and searched (API-3): NFC, without invisible
 * characters, each space an ordinary one, lines that end with LF, and nothing blank around it.
 */
export const normalLines = (written: string) =>
  compose(
    visible(written.replace(/\r\n|[\u0085\u2028\u2029]/g, '\n')).replace(/\p{Zs}/gu, ' '),
  ).trim();

/** `normalLines` in one line: line breaks become spaces, and several spaces one, so that a name cannot add a line to an email. */
export const normalLine = (written: string) =>
  compose(
    visible(written.replace(/[\n\r\t\v\f\u0085\u2028\u2029]/g, ' ')).replace(/\p{Zs}+/gu, ' '),
  ).trim();

const oneLine = z.overwrite(normalLine);
const severalLines = z.overwrite(normalLines);

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed();

const storable = z.refine<string>(isStorable);

/** Trimmed text in one line of at most `max` characters; empty is allowed. */
export const text = (max: number) => z.string().check(oneLine, z.maxLength(max), storable);

/** Trimmed text in any number of lines, which end with LF; at most `max` characters, and empty is allowed. */
export const lines = (max: number) => z.string().check(severalLines, z.maxLength(max), storable);

/**
 * A schema's own message for a missing value or a wrong type only. As a plain string it would
 * also replace the message of every check without one, such as «too long».
 */
export const whenMissing = (sentence: string) => (issue: z.core.$ZodRawIssue) =>
  issue.code === 'invalid_type' ? sentence : undefined;

/** Required trimmed text in one line; `sentence` is the message if it is missing. */
export const requiredText = (max: number, sentence: string) =>
  z
    .string({ error: whenMissing(sentence) })
    .check(oneLine, z.minLength(1, sentence), z.maxLength(max), storable);

/** Required trimmed text in any number of lines; `sentence` is the message if it is missing. */
export const requiredLines = (max: number, sentence: string) =>
  z
    .string({ error: whenMissing(sentence) })
    .check(severalLines, z.minLength(1, sentence), z.maxLength(max), storable);

/** Node's conversion of internationalised domains (UTS #46). Browsers have none; the server's form is the one stored. */
const idna = globalThis.process?.getBuiltinModule?.('node:url');

/**
 * The normal form of a domain: lower case, Unicode letters instead of punycode, without a
 * final dot. Empty if it is not a domain.
 */
export function normalDomain(written: string): string {
  const domain = normalLine(written)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/\.$/, '');
  if (!DOMAIN.test(domain)) return '';
  return idna ? idna.domainToUnicode(idna.domainToASCII(domain)) : domain;
}

/** Labels of letters, digits and hyphens. The last is not a number, since that would be an IP address. */
const DOMAIN =
  /^(?!-)[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*\.(?!\p{N}+$)[\p{L}\p{M}\p{N}-]+$/u;

/** The part before the @: no separators of address lists, and dots only between other characters. */
const LOCAL_PART = /^[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)*$/;

/**
 * The normal form of an e-mail address (FMT-5): full-width and
 * composed letters as ordinary ones, in lower case, the domain as `normalDomain`. Text that is not an address does not become one.
 */
export function normalEmail(written: string): string {
  const address = normalLine(written).normalize('NFKC').toLowerCase().normalize('NFC');
  const at = address.lastIndexOf('@');
  return at < 0 ? address : address.slice(0, at + 1) + normalDomain(address.slice(at + 1));
}

const isEmail = (empty: boolean) =>
  z.refine<string>(
    (address) => {
      const at = address.lastIndexOf('@');
      const hasBoth = at > 0 && at < address.length - 1;
      return (hasBoth && LOCAL_PART.test(address.slice(0, at))) || (empty && address === '');
    },
    { error: 'Ange en giltig e-post', when: ifValidSoFar },
  );

/** A required e-mail address, in the form of `normalEmail` (FMT-5); `sentence` is the message if it is missing. */
export const emailAddress = (sentence: string) =>
  z
    .string({ error: whenMissing(sentence) })
    .check(
      z.overwrite(normalEmail),
      z.minLength(1, sentence),
      z.maxLength(254),
      storable,
      isEmail(false),
    );

/** An e-mail address, or nothing. */
export const optionalEmail = z
  .string()
  .check(z.overwrite(normalEmail), z.maxLength(254), storable, isEmail(true));

/** Five digits, or nothing; spaces, as people write them («123 45»), are dropped (STN-4). */
export const postalCode = text(20).check(
  z.overwrite((written) => written.replace(/\s/g, '')),
  z.regex(/^(\d{5})?$/, 'Ange i formatet 12345'),
);

/** Formats a postal code: «702 10». */
export const groupPostal = (postal: string) => postal.replace(/^(\d{3})(\d{2})$/, '$1 $2');

/**
 * Text that must not break across lines: a date with its time, «D-4D», «NS-1001», a
 * postal code with its town, «Plug-in Hybrid», «Model 3». `split` returns these at the odd indexes.
 */
export const UNBROKEN =
  /(\S{0,9}-\d\S{0,9}(?:[\u00a0 ]\d\d:\d\d)?|\d{3} \d\d \S{1,30}|[Pp]lug-in(?: [Hh]ybrid)?|\b(?:Model|Serie|Golf|Polo) \d\b)/;

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
