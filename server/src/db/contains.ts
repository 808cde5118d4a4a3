import { type RawBuilder, sql } from 'kysely';

/**
 * Does a column, or what is made of some, hold what was written, whatever case, spaces and hyphens either has (LIST-5)? An index on
 * `searchable` serves it. What is looked for is `asked` for where each of many rows is compared by itself.
 */
export function contains(
  column: string | RawBuilder<string>,
  written: string,
  asked: (value: RawBuilder<unknown>) => RawBuilder<unknown> = (value) => value,
): RawBuilder<boolean> {
  const literal = written.replace(/[\\%_]/g, '\\$&');
  const searched = typeof column === 'string' ? sql.ref(column) : column;
  const pattern = asked(sql`'%' || searchable(${literal}) || '%'`);
  return sql<boolean>`searchable(${searched}) like ${pattern}`;
}
