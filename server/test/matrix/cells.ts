import assert from 'node:assert/strict';
import { SENTENCE } from '@restvarde/contract/errors';
import { type Audience, CALLERS, type Caller, companyAt, passes } from './callers.ts';
import type { Objects } from './objects.ts';
import type { Ids, World } from './world.ts';

export interface Payload {
  body?: object;
  headers?: Record<string, string>;
}

/** What came back. `raw` is the body to the letter. */
export interface Seen {
  status: number;
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: cells look into bodies of every shape.
  body: any;
}

/** A call by every caller on every object, and what the rules say of each. */
export interface Row<O extends { name: string }> {
  /** Method and path as the route has them. */
  call: string;
  /** What is special about this row when the route has several. */
  when?: string;
  rules: string;
  by: Audience;
  on: Objects<O>;
  /** Does the object exist for a caller who is of the audience? Always when left out. */
  sees?: (caller: Caller, object: O) => boolean;
  /** The status for a caller who is of the audience and sees the object. */
  answers: (caller: Caller, object: O) => number;
  /** Parts of the path that are not the object's ids. */
  params?: (world: World, ids: Ids, object: O) => Record<string, string | number>;
  query?: (world: World, object: O) => string;
  send?: (world: World, object: O, ids: Ids, caller: Caller) => Payload | Promise<Payload>;
  /** More that must hold of an answer that is neither 401, 403 nor 404; throws what does not. */
  look?: (seen: Seen, caller: Caller, object: O, world: World) => void;
  /** The call ends the caller's session: each success is by one of its own. */
  endsSession?: boolean;
}

/** One call of the matrix. */
export interface Cell {
  name: string;
  call: string;
  caller: Caller;
  expected: number;
  object: object;
  endsSession: boolean;
  make(world: World, count: number): Promise<Ids[]>;
  path(world: World, ids: Ids): string;
  send(world: World, ids: Ids): Promise<Payload>;
  look(seen: Seen, world: World): void;
}

/** The cells of a row. 401 without a token, then 403 by role, then 404, then what the rules of the call say (ROLE-14). */
export function row<O extends { name: string }>(given: Row<O>): Cell[] {
  const [, pattern = ''] = given.call.split(' ');
  return given.on.all.flatMap((object) =>
    CALLERS.map((caller): Cell => {
      const expected = expect(given, caller, object);
      return {
        name: `${given.call}${given.when ? ` (${given.when})` : ''} | ${caller.name} | ${object.name}`,
        call: given.call,
        caller,
        expected,
        object,
        endsSession: given.endsSession === true,
        make: (world, count) => given.on.make(world, object, count),
        path: (world, ids) => {
          const values: Record<string, string | number> = {
            ...ids,
            ...given.params?.(world, ids, object),
          };
          const path = pattern.replace(/:(\w+)|\*/g, (_part, name = 'rest') =>
            String(values[name]),
          );
          const asks = caller.asks && `company=${world.companies[caller.asks]}`;
          const query = [asks, given.query?.(world, object)].filter(Boolean).join('&');
          return query ? `${path}?${query}` : path;
        },
        send: async (world, ids) => (await given.send?.(world, object, ids, caller)) ?? {},
        look: (seen, world) => given.look?.(seen, caller, object, world),
      };
    }),
  );
}

function expect<O extends { name: string }>(given: Row<O>, caller: Caller, object: O): number {
  if (given.by !== 'everybody' && caller.kind === 'nobody') return 401;
  if (!passes(given.by, caller)) return 403;
  if (given.sees && !given.sees(caller, object)) return 404;
  return given.answers(caller, object);
}

/** Of who names no company, and has to. */
export const asksForCompany = ({ status, body }: Seen) => {
  if (status === 400) assert.deepEqual(body, { company: [SENTENCE.chooseCompany] });
};

export const namesIn = (found: { name: string }[]) => found.map(({ name }) => name);

/** Of two names, it has the one of the caller's company. */
export const hasOwn =
  (name: (company: 'Nord' | 'Väst') => string) =>
  ({ body }: Seen, caller: Caller) => {
    for (const company of ['Nord', 'Väst'] as const) {
      assert.equal(namesIn(body).includes(name(company)), companyAt(caller) === company, company);
    }
  };
