/** Where what works unasked reports what it did and what went wrong: values, and a sentence. */
export interface Log {
  error(values: object, sentence: string): void;
  warn(values: object, sentence: string): void;
  info(values: object, sentence: string): void;
}

const MINUTE_MS = 60_000;

/**
 * Limits a log line that could repeat without end to one a minute. `log` gets the newest subject and how many there
 * have been since the line before, itself included.
 */
export function onceAMinute<T>(log: (subject: T, count: number) => void): (subject: T) => void {
  let count = 0;
  let loggedAt = -Infinity;
  return (subject) => {
    count += 1;
    if (performance.now() - loggedAt < MINUTE_MS) return;
    loggedAt = performance.now();
    log(subject, count);
    count = 0;
  };
}
