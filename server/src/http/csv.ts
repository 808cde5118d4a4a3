import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';

/** By it Swedish Excel knows that a CSV is UTF-8. */
export const BOM = '\uFEFF';

/** A line of a CSV for Swedish Excel. A leading sign that a spreadsheet would take for a formula is made text. */
export function csvLine(values: (string | number | null)[]): string {
  const written = values.map((value) => {
    const text = String(value ?? '');
    const safe =
      typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
    return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(';')}\r\n`;
}

/** Lines as they are sent: what is read for them meanwhile is still read as who asked (DATA-5). */
export function csvStream(lines: AsyncGenerator<string>): Readable {
  const asCaller = AsyncLocalStorage.snapshot();
  const next = () => asCaller(() => lines.next());
  return Readable.from({
    [Symbol.asyncIterator]: () => ({ next, return: () => lines.return(undefined) }),
  });
}
