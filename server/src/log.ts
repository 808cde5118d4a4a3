/** Where background work logs: values, and a sentence. */
export interface Log {
  error(values: object, sentence: string): void;
  warn(values: object, sentence: string): void;
  info(values: object, sentence: string): void;
}

const MINUTE_MS = 60_000;

/**
 * Limits a repeating log line to one a minute. `log` receives the newest subject and the count since the previous line,
 * itself included.
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
