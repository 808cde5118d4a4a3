import { type RawBuilder, sql } from 'kysely';

/** Whether a column equals one of these texts, compared as `contains` does. The same index serves it. */
export function equalsAny(
  column: string,
  written: readonly string[],
  asOnce: (value: RawBuilder<unknown>) => RawBuilder<unknown> = (value) => value,
): RawBuilder<boolean> {
  const searched = sql`searchable(${sql.ref(column)})`;
  // GIN serves alternatives, not arrays.
  const tests = written.map((text) => sql`${searched} = ${asOnce(sql`searchable(${text})`)}`);
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
}

/**
 * Whether a column or expression contains a text, regardless of case, spaces and hyphens (LIST-5). An index on
 * `searchable` serves it. `asOnce` may wrap the pattern in a subquery, so that it is computed once and not for each row.
 */
export function contains(
  column: string | RawBuilder<string>,
  written: string,
  asOnce: (value: RawBuilder<unknown>) => RawBuilder<unknown> = (value) => value,
): RawBuilder<boolean> {
  const literal = written.replace(/[\\%_]/g, '\\$&');
  const searched = typeof column === 'string' ? sql.ref(column) : column;
  const pattern = asOnce(sql`'%' || searchable(${literal}) || '%'`);
  return sql<boolean>`searchable(${searched}) like ${pattern}`;
}
