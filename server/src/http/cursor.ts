import { refuse } from './refusal.ts';

/** A cursor's parts as they stand in an address: opaque, not secret. */
export function writeCursor(parts: (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Reads `length` parts back; an invented cursor is a 400. */
export function readCursor(cursor: string, length: number): (string | number | null)[] {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const isPart = (part: unknown) =>
      part === null || typeof part === 'string' || Number.isSafeInteger(part);
    if (Array.isArray(parts) && parts.length === length && parts.every(isPart)) return parts;
  } catch {}
  throw refuse.field('cursor', 'Ogiltig sidmarkör.');
}

/** The address of the next page: the same query with another cursor (LIST-4). */
export function nextAddress(path: string, query: object, cursor: string): string {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (name === 'cursor' || value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      next.append(name, typeof item === 'boolean' ? String(Number(item)) : String(item));
    }
  }
  next.set('cursor', cursor);
  return `${path}?${next}`;
}
