import assert from 'node:assert/strict';
import { once } from 'node:events';
import { SENTENCE } from '@restvarde/contract/errors';
import { checkContract, checkErrorBody } from '../answer-shape.ts';
import { accessTokenFor } from '../auth/access-token.ts';
import { injectUntilServed } from '../inject.ts';
import { openSocket } from '../live-socket.ts';
import type { TestNode } from '../test-node.ts';
import { type Caller, PEOPLE, type PersonName } from './callers.ts';
import type { Cell, Seen } from './cells.ts';
import { SECRETS } from './secrets.ts';
import type { Ids, World } from './world.ts';

/** The bodies of refusals. A 404 is identical for every missing object (ROLE-14). */
const REFUSALS: Record<number, string> = {
  401: JSON.stringify({ detail: SENTENCE.notLoggedIn }),
  403: JSON.stringify({ detail: SENTENCE.forbidden }),
  404: JSON.stringify({ detail: SENTENCE.notFound }),
};

/** Longer than the walk on any machine. */
const LASTS_S = 4 * 3_600;
/** Concurrent calls. */
const AT_ONCE = 8;

/** Runs cells of the matrix against a node. */
export interface Walk {
  /** Runs calls that change nothing, on shared objects. Returns failures. */
  lookAndBeRefused(cells: Cell[]): Promise<string[]>;
  /** Runs calls that change something, each on a separate object. Returns failures. */
  change(cells: Cell[]): Promise<string[]>;
}

export async function prepareWalk(node: TestNode, world: World, address: string): Promise<Walk> {
  const tokens = new Map<PersonName, string>();
  for (const person of Object.keys(PEOPLE) as PersonName[]) {
    const { access } = await node.logIn(world.users[person]);
    tokens.set(person, accessTokenFor(access, LASTS_S));
  }
  const answers = new Map<string, Promise<Seen>>();
  const texts = new WeakMap<Seen, string[]>();

  async function tokenFor({ caller, endsSession, expected }: Cell): Promise<string | undefined> {
    if (endsSession && expected < 400) return (await node.logIn(world.users[caller.as!])).access;
    if (caller.has_photo_link) return world.photo_link.token;
    if (caller.token) return world.tokens[caller.token];
    return caller.as && tokens.get(caller.as);
  }

  async function inject(cell: Cell, method: string, ids: Ids): Promise<Seen> {
    const token = await tokenFor(cell);
    const { body, headers } = await cell.send(world, ids);
    const reply = await injectUntilServed(node.app, {
      method: method as 'GET',
      url: cell.path(world, ids),
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body ? { payload: body } : {}),
    });
    const isJson = String(reply.headers['content-type']).startsWith('application/json');
    const raw = reply.body;
    const seen = { status: reply.statusCode, raw, body: isJson && raw ? reply.json() : null };
    checkContract(method, cell.path(world, ids), seen);
    return seen;
  }

  /** 101 if it is accepted, otherwise the status of the close code (LIVE-4). */
  async function connect(cell: Cell, ids: Ids): Promise<Seen> {
    const live = openSocket(address, cell.path(world, ids), (await tokenFor(cell)) ?? 'none');
    const status = await Promise.race([
      once(live.socket, 'ready').then(() => 101),
      live.closed.then((code) => code - 4000),
    ]);
    live.socket.terminate();
    return { status, raw: REFUSALS[status] ?? '', body: null };
  }

  /** Repeats no identical read by one caller. */
  function look(cell: Cell, method: string, ids: Ids): Promise<Seen> {
    if (method === 'SOCKET') return connect(cell, ids);
    if (method !== 'GET') return inject(cell, method, ids);
    const key = `${cell.caller.name} ${cell.path(world, ids)}`;
    const known = answers.get(key) ?? inject(cell, method, ids);
    answers.set(key, known);
    return known;
  }

  /** Secrets in an answer that the caller may not know. */
  function textsFor(caller: Caller, seen: Seen): string[] {
    const known = texts.get(seen);
    if (known) return known;
    const found = SECRETS.filter(
      ({ text, isKnownTo }) => !isKnownTo(caller) && isIn(text, seen.raw),
    ).map(({ about }) => about);
    texts.set(seen, found);
    return found;
  }

  async function check(cell: Cell, ids: Ids): Promise<string | null> {
    const method = cell.call.split(' ')[0]!;
    const seen = await look(cell, method, ids);
    try {
      assert.equal(seen.status, cell.expected, `${seen.status} for ${cell.expected}: ${seen.raw}`);
      const refusal = REFUSALS[seen.status];
      if (refusal !== undefined) assert.equal(seen.raw, refusal);
      else if (seen.status === 400) checkErrorBody(seen.body, seen.raw);
      if (refusal === undefined) cell.look(seen, world);
      assert.deepEqual(textsFor(cell.caller, seen), []);
      return null;
    } catch (error) {
      return `${cell.name}: ${(error as Error).message}`;
    }
  }

  async function walk(
    cells: Cell[],
    idsOf: (cell: Cell) => Ids,
    atOnce = AT_ONCE,
  ): Promise<string[]> {
    const wrong: string[] = [];
    const left = cells.values();
    const walkers = Array.from({ length: atOnce }, async () => {
      for (const cell of left) {
        const fault = await check(cell, idsOf(cell));
        if (fault !== null) wrong.push(fault);
      }
    });
    await Promise.all(walkers);
    return wrong;
  }

  return {
    async lookAndBeRefused(cells) {
      return walk(cells, (cell) => world.shared.get(cell.object)!);
    },
    async change(cells) {
      const made = new Map<Cell, Ids>();
      for (const [, group] of Map.groupBy(cells, (cell) => cell.object)) {
        const ids = await group[0]!.make(world, group.length);
        for (const [index, cell] of group.entries()) made.set(cell, ids[index]!);
      }
      const [last, first] = [cells.filter(isLast), cells.filter((cell) => !isLast(cell))];
      const idsOf = (cell: Cell) => made.get(cell)!;
      return [...(await walk(first, idsOf)), ...(await walk(last, idsOf, 1))];
    },
  };
}

/** Calls that end all of a user's sessions run last. */
const isLast = ({ endsSession }: Cell) => endsSession;

/** Creates one of each object that cells read. */
export async function makeShared(world: World, cells: Cell[]): Promise<void> {
  for (const { object, make } of cells) {
    if (world.shared.has(object)) continue;
    const [ids] = await make(world, 1);
    world.shared.set(object, ids!);
  }
}

/** A number counts only as a whole word: its digits occur in random keys. */
function isIn(text: string, raw: string): boolean {
  return raw.includes(text) && (!/^\d+$/.test(text) || new RegExp(`\\b${text}\\b`).test(raw));
}
