import * as z from 'zod/mini';

/** Sentences that more than one place says (FMT-5, API-2). */
export const SENTENCE = {
  required: 'Fyll i detta fält',
  generic: 'Ett fel inträffade.',
  tryAgain: 'Något gick fel försök igen.',
  wrong: 'Ogiltigt värde.',
  notFound: 'Sidan eller objektet finns inte.',
  forbidden: 'Du har inte behörighet att göra detta.',
  notLoggedIn: 'Du är inte inloggad.',
  chooseCompany: 'Du måste välja bolag',
  /** Told with the code `changed`: what the call built on is not as it was. */
  changed: 'Något ändrades under tiden. Försök igen.',
} as const;

/** The body of an error: messages by field, or one sentence, and a code where a client must tell cases apart (API-2). */
export type ErrorBody = { detail?: string; code?: string; request_id?: string } & {
  [field: string]: string | string[] | number | undefined;
};

/**
 * A schema's complaint as `{field: [messages]}`. A complaint about the whole body stands under `detail`. One
 * about a field within a field, such as a row's, stands under its path too, so that it can be shown in its
 * place: `{'intervals.0.price': [message]}`.
 */
export function messagesByField(error: z.core.$ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues) {
    const field = issue.path.length === 0 ? 'detail' : String(issue.path[0]);
    const places = [field];
    if (issue.path.length > 1 && typeof issue.path.at(-1) === 'string')
      places.push(issue.path.join('.'));
    for (const place of places) {
      fields[place] ??= [];
      if (!fields[place].includes(issue.message)) fields[place].push(issue.message);
    }
  }
  return { ...fields };
}

/** The Swedish sentence for a complaint whose schema has none of its own. */
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
    default:
      return SENTENCE.wrong;
  }
}

z.config({ customError: swedish });
