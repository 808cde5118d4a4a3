import pg from 'pg';

/** Finds texts that a caller has sent in the statements of this process. */
export interface StatementTexts {
  /** Statements whose SQL contains one: injections. */
  readonly inText: string[];
  /** The number of statements with one as a parameter. */
  asValue: number;
}

/** Searches `sent` in each statement of any connection from now on. */
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
