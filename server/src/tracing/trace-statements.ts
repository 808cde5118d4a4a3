import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';

/** Attributes of a span: nothing that a person wrote, and no value of a statement. */
type Attributes = Record<string, string | number>;

/** Runs work in a span if the node traces; otherwise only runs it (OPS-19). */
export type Span = <T>(name: string, attributes: Attributes, work: () => Promise<T>) => Promise<T>;

/** For nodes that do not trace. */
export const untraced: Span = (_name, _attributes, work) => work();

/** Starts the span of a statement, and returns a function that ends it; null if nothing is traced around it. */
type StartSpan = (name: string, attributes: Attributes) => ((isFailed: boolean) => void) | null;

/** Longer statements are cut. Statements have placeholders instead of values. */
const TEXT_LENGTH = 2_000;
const SETS_CALLER = /^set app\.caller\b/;

// biome-ignore lint/suspicious/noExplicitAny: pg's `query` takes arguments of many shapes, and they are passed on.
type Query = (this: pg.Client, ...given: any[]) => any;

let isWrapped = false;
const starters: StartSpan[] = [];

/** Makes spans of all statements of this thread, of every pool. */
export function traceStatements(start: StartSpan): void {
  starters.push(start);
  if (isWrapped) return;
  isWrapped = true;
  const { query } = pg.Client.prototype as unknown as { query: Query };
  const traced: Query = function (...given) {
    const [statement] = given;
    const text = typeof statement === 'string' ? statement : statement?.text;
    // COPY is a stream, not a call that is answered. `set app.caller` contains the ids of people.
    if (
      typeof text !== 'string' ||
      typeof statement.submit === 'function' ||
      SETS_CALLER.test(text)
    )
      return query.apply(this, given);
    const trimmed = text.trim();
    const name = /^\w+/.exec(trimmed)?.[0].toUpperCase() ?? 'statement';
    const attributes = {
      'db.system.name': 'postgresql',
      'db.query.text': trimmed.slice(0, TEXT_LENGTH),
    };
    const ends = starters.map((one) => one(name, attributes)).filter((endSpan) => endSpan !== null);
    if (ends.length === 0) return query.apply(this, given);
    const end = (isFailed: boolean) => {
      for (const one of ends) one(isFailed);
    };
    const last = given.at(-1);
    if (typeof last === 'function') {
      const callback = (error: unknown, ...rest: unknown[]) => {
        end(Boolean(error));
        last(error, ...rest);
      };
      return query.apply(this, [...given.slice(0, -1), callback]);
    }
    const answer = query.apply(this, given);
    answer.then(
      () => end(false),
      () => end(true),
    );
    return answer;
  };
  Object.assign(pg.Client.prototype, { query: traced });
  // Without this a caller that waited for a connection would continue in the async context of the caller that released it.
  const { connect } = pg.Pool.prototype as unknown as { connect: Query };
  const bound: Query = function (...given) {
    const [callback] = given;
    return connect.apply(
      this,
      typeof callback === 'function' ? [AsyncResource.bind(callback)] : given,
    );
  };
  Object.assign(pg.Pool.prototype, { connect: bound });
}
