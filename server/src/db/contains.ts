import { type RawBuilder, sql } from 'kysely';

/**
 * Does a column hold what was written, whatever case, spaces and hyphens either has (LIST-5)? An index on
 * `searchable` serves it.
 */
export function contains(column: string, written: string): RawBuilder<boolean> {
  const literal = written.replace(/[\\%_]/g, '\\$&');
  return sql<boolean>`searchable(${sql.ref(column)}) like '%' || searchable(${literal}) || '%'`;
}
