import { isDate } from '@restvarde/contract/dates';
import { type DomainError, refuse } from './domain-error.ts';

export type CursorPart = string | number | null;

/** The database type of a sort value. */
export type SortType = 'timestamptz' | 'text' | 'integer';

/** PostgreSQL's largest integer. */
export const MAX_ROW_ID = 2_147_483_647;

/** Encodes a cursor's parts for an address: opaque, not secret. */
export function writeCursor(parts: CursorPart[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

export const wrongCursor = (): DomainError => refuse.field('cursor', 'Ogiltig sidmarkör.');

/** Reads `length` parts. A malformed cursor is a 400. The caller checks the type of each part. */
export function readCursor(cursor: string, length: number): CursorPart[] {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const isPart = (part: unknown) =>
      part === null || typeof part === 'string' || Number.isSafeInteger(part);
    if (Array.isArray(parts) && parts.length === length && parts.every(isPart)) return parts;
  } catch {}
  throw wrongCursor();
}

/** Whether this can be a row id: PostgreSQL must never get one out of range. */
export function isRowId(part: CursorPart | undefined): part is number {
  return typeof part === 'number' && part >= 1 && part <= MAX_ROW_ID;
}

/** Whether this can be a sort value of that type. */
export function isSortValue(type: SortType, part: CursorPart): boolean {
  if (type === 'integer') {
    return part === null || (typeof part === 'number' && Math.abs(part) <= MAX_ROW_ID);
  }
  if (typeof part !== 'string') return false;
  if (type === 'text') return !part.includes('\u0000') && part.isWellFormed();
  const at = new Date(part);
  return isDate(part.slice(0, 10)) && !Number.isNaN(at.getTime()) && at.toISOString() === part;
}

/** What a part of a cursor may be. */
const PARTS = {
  id: isRowId,
  index: (part) => typeof part === 'number' && part >= 0,
  text: (part) => isSortValue('text', part),
  day: (part) => typeof part === 'string' && isDate(part),
  timestamptz: (part) => isSortValue('timestamptz', part),
  'timestamptz or null': (part) => part === null || isSortValue('timestamptz', part),
} satisfies Record<string, (part: CursorPart) => boolean>;

type PartType = keyof typeof PARTS;
type Part<Type extends PartType> = Type extends 'id' | 'index'
  ? number
  : string | (Type extends `${string} or null` ? null : never);

/** Reads parts of these types. A malformed cursor, or one with other parts, is a 400. */
export function readParts<const Types extends readonly PartType[]>(cursor: string, types: Types) {
  const parts = readCursor(cursor, types.length);
  if (!types.every((type, at) => PARTS[type](parts[at]!))) throw wrongCursor();
  return parts as { -readonly [At in keyof Types]: Part<Types[At]> };
}

/** The address of the next page: the same query with another cursor (LIST-4). */
export function nextUrl(path: string, query: object, cursor: string): string {
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
