import pg from 'pg';

/** Where texts that a caller has sent turn up in what this process asks the database. */
export interface StatementTexts {
  /** Statements whose own text holds one: what is asked is not what was written. */
  readonly inText: string[];
  /** How often one came along as a value. */
  asValue: number;
}

/** Looks for `sent` in each statement, by whichever connection, from now on. */
export function watchStatementTexts(sent: readonly string[]): StatementTexts {
  const found: StatementTexts = { inText: [], asValue: 0 };
  // biome-ignore lint/suspicious/noExplicitAny: pg's `query` takes arguments of many shapes, and they are passed on.
  type Query = (this: pg.Client, ...given: any[]) => any;
  const { query } = pg.Client.prototype as unknown as { query: Query };
  const watched: Query = function (...given) {
    const [asked, values = asked?.values] = given;
    const text = String(typeof asked === 'string' ? asked : asked?.text);
    const said = Array.isArray(values) ? JSON.stringify(values) : '';
    for (const one of sent) {
      if (text.includes(one)) found.inText.push(text);
      if (said.includes(JSON.stringify(one).slice(1, -1))) found.asValue++;
    }
    return query.apply(this, given);
  };
  Object.assign(pg.Client.prototype, { query: watched });
  return found;
}
