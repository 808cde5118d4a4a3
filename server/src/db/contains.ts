import { type RawBuilder, sql } from 'kysely';

/**
 * Does a column, or what is made of some, hold what was written, whatever case, spaces and hyphens either has (LIST-5)? An index on
 * `searchable` serves it.
 */
export function contains(
  column: string | RawBuilder<string>,
  written: string,
): RawBuilder<boolean> {
  const literal = written.replace(/[\\%_]/g, '\\$&');
  const searched = typeof column === 'string' ? sql.ref(column) : column;
  return sql<boolean>`searchable(${searched}) like '%' || searchable(${literal}) || '%'`;
}
