import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import type { Attributes } from './span.ts';

/** Begins the span of a statement, if something is traced that asks for it; the result ends it. */
type Begin = (name: string, attributes: Attributes) => ((is_failed: boolean) => void) | null;

/** Longer ones are cut; of the values they have placeholders alone. */
const TEXT_LENGTH = 2_000;
const WHO_LOOKS = /^set app\.caller\b/;

// biome-ignore lint/suspicious/noExplicitAny: pg's `query` takes arguments of many shapes, and they are passed on.
type Query = (this: pg.Client, ...given: any[]) => any;

let isWrapped = false;
const begins: Begin[] = [];

/** Makes spans of all statements of this thread, by whichever pool. */
export function traceStatements(begin: Begin): void {
  begins.push(begin);
  if (isWrapped) return;
  isWrapped = true;
  const { query } = pg.Client.prototype as unknown as { query: Query };
  const traced: Query = function (...given) {
    const [asked] = given;
    const text = typeof asked === 'string' ? asked : asked?.text;
    // COPY streams, and is no single answer; `set app.caller` has the ids of people in it.
    if (typeof text !== 'string' || typeof asked.submit === 'function' || WHO_LOOKS.test(text))
      return query.apply(this, given);
    const words = text.trim();
    const name = /^\w+/.exec(words)?.[0].toUpperCase() ?? 'statement';
    const attributes = {
      'db.system.name': 'postgresql',
      'db.query.text': words.slice(0, TEXT_LENGTH),
    };
    const ends = begins.map((one) => one(name, attributes)).filter((done) => done !== null);
    if (ends.length === 0) return query.apply(this, given);
    const end = (is_failed: boolean) => {
      for (const one of ends) one(is_failed);
    };
    const last = given.at(-1);
    if (typeof last === 'function') {
      const told = (error: unknown, ...rest: unknown[]) => {
        end(Boolean(error));
        last(error, ...rest);
      };
      return query.apply(this, [...given.slice(0, -1), told]);
    }
    const answer = query.apply(this, given);
    answer.then(
      () => end(false),
      () => end(true),
    );
    return answer;
  };
  Object.assign(pg.Client.prototype, { query: traced });
  // Who waited for a connection goes on as themselves, not as whoever gave it back.
  const { connect } = pg.Pool.prototype as unknown as { connect: Query };
  const bound: Query = function (...given) {
    const [told] = given;
    return connect.apply(this, typeof told === 'function' ? [AsyncResource.bind(told)] : given);
  };
  Object.assign(pg.Pool.prototype, { connect: bound });
}
