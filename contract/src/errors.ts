import * as z from 'zod/mini';

/** Shared messages (FMT-5, API-2). */
export const SENTENCE = {
  required: 'Fyll i detta fält',
  generic: 'Ett fel inträffade.',
  tryAgain: 'Något gick fel försök igen.',
  wrong: 'Ogiltigt värde.',
  unknownField: 'Okänt fält.',
  notFound: 'Sidan eller objektet finns inte.',
  forbidden: 'Du har inte behörighet att göra detta.',
  notLoggedIn: 'Du är inte inloggad.',
  chooseCompany: 'Du måste välja bolag',
  /** Sent with the code `changed`: the state that the call was based on has changed. */
  changed: 'Något ändrades under tiden. Försök igen.',
} as const;

/** The body of an error: messages by field, or one sentence, and a code where a client must distinguish cases (API-2). */
export type ErrorBody = { detail?: string; code?: string; request_id?: string } & {
  [field: string]: string | string[] | number | undefined;
};

/**
 * A schema's error as `{field: [messages]}`. An error of the whole body is under `detail`. An error of a nested field,
 * such as a field of a row, is under its path too, so that it can be shown at that field:
 * `{'intervals.0.price': [message]}`.
 */
export function messagesByField(error: z.core.$ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues) {
    const field = issue.path.length === 0 ? 'detail' : String(issue.path[0]);
    // A strict schema reports unknown fields. The answer names at most 20 of them.
    const places = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 20) : [field];
    if (issue.path.length > 1 && typeof issue.path.at(-1) === 'string')
      places.push(issue.path.join('.'));
    for (const place of places) {
      fields[place] ??= [];
      if (!fields[place].includes(issue.message)) fields[place].push(issue.message);
    }
  }
  return { ...fields };
}

/** A message names at most so many permitted values (API-2). */
const MAX_NAMED = 15;

/** The Swedish message for an error whose schema has none. */
export function swedish(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return SENTENCE.required;
      return issue.expected === 'int' ? 'Ange ett heltal.' : SENTENCE.wrong;
    case 'too_big':
      if (issue.origin === 'string') return `Högst ${issue.maximum} tecken.`;
      return issue.origin === 'array'
        ? `Högst ${issue.maximum} stycken.`
        : `Värdet får vara högst ${issue.maximum}.`;
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? SENTENCE.required
        : `Värdet måste vara minst ${issue.minimum}.`;
    case 'unrecognized_keys':
      return SENTENCE.unknownField;
    case 'invalid_value':
      return wrongChoice(issue.values);
    default:
      return SENTENCE.wrong;
  }
}

/** Names the permitted values if they are few texts or numbers. Empty is not named. */
function wrongChoice(values: readonly unknown[]): string {
  const isNamed =
    values.length <= MAX_NAMED && values.every((one) => /string|number/.test(typeof one));
  return isNamed
    ? `${SENTENCE.wrong} Tillåtna värden: ${values.filter(Boolean).join(', ')}.`
    : SENTENCE.wrong;
}

z.config({ customError: swedish });
