export type Level = 'ok' | 'warning' | 'fault';

/** One line of the doctor's list. */
export interface Finding {
  level: Level;
  /** The checked subject. */
  about: string;
  sentence: string;
}

/** Makes the findings of one subject. */
export const findingsAbout = (about: string) => ({
  ok: (sentence: string): Finding => ({ level: 'ok', about, sentence }),
  warning: (sentence: string): Finding => ({ level: 'warning', about, sentence }),
  fault: (sentence: string): Finding => ({ level: 'fault', about, sentence }),
});

/** The message of an error and of its cause, in one line. */
export function wordsOf(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  const own = message || code || String(error);
  const inner = cause ? ` (${wordsOf(cause)})` : '';
  return `${own}${inner}`.replaceAll(/\s+/g, ' ').replace(/\.$/, '');
}
