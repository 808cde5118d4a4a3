import assert from 'node:assert/strict';
import { SENTENCE } from '@restvarde/contract/errors';
import {
  type Audience,
  CALLERS,
  type Caller,
  companyAt,
  passes,
  refusalOfToken,
} from './callers.ts';
import type { Objects } from './objects.ts';
import type { Ids, World } from './world.ts';

export interface Payload {
  body?: object;
  headers?: Record<string, string>;
}

/** An answer. `raw` is the exact body. */
export interface Seen {
  status: number;
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: cells look into bodies of every shape.
  body: any;
}

/** A call by every caller on every object, with the expected results. */
export interface Row<O extends { name: string }> {
  /** Method and path of the route. */
  call: string;
  /** Distinguishes rows of one route. */
  when?: string;
  rules: string;
  by: Audience;
  on: Objects<O>;
  /** Whether the object exists for a caller of the audience; always by default. */
  sees?: (caller: Caller, object: O) => boolean;
  /** The status for a caller of the audience who sees the object. */
  answers: (caller: Caller, object: O) => number;
  /** Parts of the path that are not the object's ids. */
  params?: (world: World, ids: Ids, object: O) => Record<string, string | number>;
  query?: (world: World, object: O) => string;
  send?: (world: World, object: O, ids: Ids, caller: Caller) => Payload | Promise<Payload>;
  /** Checks answers other than 401, 403 and 404; throws. */
  look?: (seen: Seen, caller: Caller, object: O, world: World) => void;
  /** The call ends the caller's session, so each success uses a separate one. */
  endsSession?: boolean;
}

/** One call of the matrix. */
export interface Cell {
  name: string;
  call: string;
  caller: Caller;
  expected: number;
  /** The caller's role may not make the call, so it is refused before anything is read. */
  isRoleRefused: boolean;
  object: object;
  endsSession: boolean;
  make(world: World, count: number): Promise<Ids[]>;
  path(world: World, ids: Ids): string;
  send(world: World, ids: Ids): Promise<Payload>;
  look(seen: Seen, world: World): void;
}

/** The cells of a row: 401 without a token, then 403 by role, then 404, then the call's own rules (ROLE-14). */
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
        isRoleRefused: refusalByRole(given, caller) !== null,
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
          const company = caller.sent_company && `company=${world.companies[caller.sent_company]}`;
          const query = [company, given.query?.(world, object)].filter(Boolean).join('&');
          return query ? `${path}?${query}` : path;
        },
        send: async (world, ids) => (await given.send?.(world, object, ids, caller)) ?? {},
        look: (seen, world) => given.look?.(seen, caller, object, world),
      };
    }),
  );
}

/**
 * Leaves out the repeated cells of a caller and a call that are refused by role, which is decided before any object is
 * read.
 */
export function withoutRepeatedRefusals(cells: Cell[]): Cell[] {
  const refused = new Set<string>();
  return cells.filter(({ isRoleRefused, caller, call }) => {
    const key = `${caller.name}: ${call}`;
    if (!isRoleRefused) return true;
    return !refused.has(key) && refused.add(key);
  });
}

/** The status for a caller whose role may not make the call. Null if it may. */
function refusalByRole(
  { call, by }: Pick<Row<never>, 'call' | 'by'>,
  caller: Caller,
): 401 | 403 | null {
  if (by === 'everybody') return null;
  // A link replaces the session, so nobody else has a valid token here.
  if (by === 'phone with a link') return passes(by, caller) ? null : 401;
  if (caller.kind === 'nobody') return 401;
  const refusal = refusalOfToken(call, caller);
  if (refusal !== null) return refusal;
  return passes(by, caller) ? null : 403;
}

function expect<O extends { name: string }>(given: Row<O>, caller: Caller, object: O): number {
  const refusal = refusalByRole(given, caller);
  if (refusal !== null) return refusal;
  if (given.sees && !given.sees(caller, object)) return 404;
  return given.answers(caller, object);
}

/** For a caller who must name a company and does not. */
export const asksForCompany = ({ status, body }: Seen) => {
  if (status === 400) assert.deepEqual(body, { company: [SENTENCE.chooseCompany] });
};

export const namesIn = (found: { name: string }[]) => found.map(({ name }) => name);

/** Checks that the answer has the name of the caller's company, and not that of the other one. */
export const hasOwn =
  (name: (company: 'Nord' | 'Väst') => string) =>
  ({ body }: Seen, caller: Caller) => {
    for (const company of ['Nord', 'Väst'] as const) {
      assert.equal(namesIn(body).includes(name(company)), companyAt(caller) === company, company);
    }
  };
