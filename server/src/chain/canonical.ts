import { createHash } from 'node:crypto';

/** JSON by RFC 8785: keys sorted, no spaces. Values must be JSON, without lone surrogates. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).filter(([_name, one]) => one !== undefined);
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}

/** Lower-case hex SHA-256 of UTF-8 text. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
