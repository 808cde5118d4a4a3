import { type RawBuilder, sql } from 'kysely';

/** Does a column hold what was written, whatever its case and spaces (LIST-5)? An index on `searchable` serves it. */
export function contains(column: string, written: string): RawBuilder<boolean> {
  const bare = written.toLowerCase().replace(/ /g, '');
  const pattern = `%${bare.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`searchable(${sql.ref(column)}) like ${pattern}`;
}
