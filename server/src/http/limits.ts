import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Pool, type Queryable, queryPlanned } from '../db/pool.ts';
import { ForgetfulMap } from '../forgetful-map.ts';
import { refuse } from './domain-error.ts';
import type { Limit } from './limit-table.ts';

/** Allowances that all nodes share through the database; they fail with it. */
export interface Limits {
  /**
   * Takes one from what a key has left: 0 when there was one, else the seconds until the next. In a
   * transaction it is taken with the rest.
   */
  take(limit: Limit, key: string, tx?: Queryable): Promise<number>;
  /** Gives one back: what it was taken for was no failure after all. */
  giveBack(limit: Limit, key: string, tx?: Queryable): Promise<void>;
  /** Takes one, or refuses with 429 and when to come back. */
  spend(limit: Limit, key: string, tx?: Queryable): Promise<void>;
  /** Makes a key whole again. */
  restore(limit: Limit, key: string, tx?: Queryable): Promise<void>;
}

/** A 429 is remembered here for this long at most, so that a flood of calls asks the database seldom. */
const MEMORY_MS = 5_000;
/** What is forgotten costs little: the database is asked again. */
const MEMORY_SIZE = 10_000;
/** So much the clock may go back, and a taking wait for another of the same key, without a new beginning. */
const CLOCK_TOLERANCE_S = 60;
/** Keys that are whole again are deleted once in this many takings. */
const DELETE_EVERY = 1_000;

/**
 * Limits as a generic cell rate algorithm: all there is to a key is the moment when its allowance is whole
 * again, one row that one statement reads and moves. With `multiplier` all are that many times as wide; `onRefused` is
 * told the name of a limit each time that it has nothing left.
 */
export function openLimits(
  pool: Pool,
  multiplier = 1,
  onRefused: (limit: string) => void = () => {},
): Limits {
  const { db } = pool;
  const refused = new ForgetfulMap<string, number>(MEMORY_SIZE);
  const leases = new Map<Limit, Leases>();
  let takings = 0;

  // How far a taking moves a row, and how far ahead it may find it and still do so.
  const paceOf = ({ leased: count = 1, burst, every_s }: Limit) => ({
    every_s: (count * every_s) / multiplier,
    reach_s: (burst * multiplier - count) * (every_s / multiplier),
  });

  const leasesOf = (limit: Limit, count: number) => {
    const known = leases.get(limit);
    if (known) return known;
    const opened = openLeases(count, (keys) => takeEach(limit, keys, db));
    leases.set(limit, opened);
    return opened;
  };

  /** Takes from each of these keys, and returns those that had what to take. */
  async function takeEach(limit: Limit, keys: string[], tx: Queryable): Promise<Set<string>> {
    if (++takings % DELETE_EVERY === 0) await deleteWhole(db);
    const byHash = new Map(keys.map((key) => [hashOf(limit, key).toString('base64'), key]));
    const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'base64'));
    const { every_s, reach_s } = paceOf(limit);
    // Further ahead than any taking moves it: the clock has gone back since, and would keep its owner out for as long.
    const isOfAnotherTime = sql`
      r.whole_at > excluded.whole_at + make_interval(secs => ${reach_s + CLOCK_TOLERANCE_S})`;
    // In the order of their keys, so that two nodes never wait for each other.
    const taken = await queryPlanned<{ key: Buffer }>(
      tx,
      'take-limits',
      sql`
        insert into rate_limits as r (key, whole_at)
        select key, now_ms() + make_interval(secs => ${every_s})
        from unnest(${hashes}::bytea[]) as key
        order by key
        on conflict (key) do update
          set whole_at = case when ${isOfAnotherTime} then excluded.whole_at
            else greatest(r.whole_at + make_interval(secs => ${every_s}), excluded.whole_at) end
          where r.whole_at + make_interval(secs => ${every_s})
            <= excluded.whole_at + make_interval(secs => ${reach_s}) or ${isOfAnotherTime}
        returning key`,
    );
    return new Set(taken.map(({ key }) => byHash.get(key.toString('base64'))!));
  }

  const takeOwn = (limit: Limit, key: string) =>
    limit.leased !== undefined && leasesOf(limit, limit.leased).takeOwn(key);

  async function take(limit: Limit, key: string, tx: Queryable = db) {
    const wait = await tryToTake(limit, key, tx);
    if (wait > 0) onRefused(limit.name);
    return wait;
  }

  async function tryToTake(limit: Limit, key: string, tx: Queryable) {
    if (takeOwn(limit, key)) return 0;
    const id = `${limit.name} ${key}`;
    const known = Math.ceil(((refused.get(id) ?? 0) - Date.now()) / 1000);
    if (known > 0) return known;
    refused.delete(id);
    const isTaken = limit.leased
      ? await leasesOf(limit, limit.leased).take(key)
      : (await takeEach(limit, [key], tx)).size > 0;
    if (isTaken) return 0;
    const { rows } = await sql<{ wait: number }>`
      select extract(epoch from whole_at - now_ms())::float8 - ${paceOf(limit).reach_s}::float8 as wait
      from rate_limits where key = ${hashOf(limit, key)}`.execute(tx);
    const wait = Math.max(rows[0]?.wait ?? 0, 0.001);
    refused.set(id, Date.now() + Math.min(wait * 1000, MEMORY_MS));
    return Math.ceil(wait);
  }

  return {
    take,
    async giveBack(limit, key, tx = db) {
      await sql`
        update rate_limits set whole_at = whole_at - make_interval(secs => ${paceOf(limit).every_s})
        where key = ${hashOf(limit, key)}`.execute(tx);
    },
    async spend(limit, key, tx = db) {
      // Nearly all calls end here: without a promise of `take` for each.
      if (takeOwn(limit, key)) return;
      const wait = await take(limit, key, tx);
      if (wait > 0) throw refuse.tooMany(wait, limit.sentence);
    },
    async restore(limit, key, tx = db) {
      refused.delete(`${limit.name} ${key}`);
      await sql`delete from rate_limits where key = ${hashOf(limit, key)}`.execute(tx);
    },
  };
}

/** Allowances that a node has taken several of at a time, and counts down by itself. */
interface Leases {
  /** Takes one of a key's that the node has; false when it has none. */
  takeOwn(key: string): boolean;
  /** Takes one of a key's, from the database when the node has none; false when there was none to be had. */
  take(key: string): Promise<boolean>;
}

/**
 * Opens the leases of a limit, `count` to one. `takeLeases` takes one for each of these keys and returns those that got
 * theirs. All that wait in this process for a lease come with one statement, and while it is on its way the next
 * gathers: one for each cost more than the calls that it was for. The next lease is asked for while a quarter is left.
 */
function openLeases(count: number, takeLeases: (keys: string[]) => Promise<Set<string>>): Leases {
  const left = new ForgetfulMap<string, number>(MEMORY_SIZE);
  const early = Math.floor(count / 4);
  let gathering: { keys: Set<string>; taken: Promise<Set<string>> } | null = null;
  let before: Promise<unknown> = Promise.resolve();

  const gather = () => {
    const keys = new Set<string>();
    const taken = before.then(async () => {
      gathering = null;
      const got = await takeLeases([...keys]);
      for (const key of got) left.set(key, (left.get(key) ?? 0) + count);
      return got;
    });
    before = taken.catch(() => {});
    return { keys, taken };
  };

  const ask = (key: string) => {
    gathering ??= gather();
    gathering.keys.add(key);
    return gathering.taken;
  };

  const takeOwn = (key: string) => {
    const own = left.get(key) ?? 0;
    if (own === 0) return false;
    left.set(key, own - 1);
    // So that nobody waits for the next, and a bid that did is not overtaken by its rivals' meanwhile.
    if (own - 1 === early) ask(key).catch(() => {});
    return true;
  };

  return {
    takeOwn,
    async take(key) {
      while (!takeOwn(key)) {
        // None is left to be leased, but what was asked for early may have come meanwhile.
        if (!(await ask(key)).has(key)) return takeOwn(key);
      }
      return true;
    },
  };
}

function hashOf(limit: Limit, key: string): Buffer {
  return createHash('sha256').update(`${limit.name} ${key}`).digest();
}

async function deleteWhole(db: Queryable): Promise<void> {
  await sql`
    delete from rate_limits where key in (
      select key from rate_limits where whole_at < now_ms() limit ${DELETE_EVERY * 2} for update skip locked
    )`.execute(db);
}
