import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Pool, type Queryable, queryPlanned } from '../db/pool.ts';
import { ForgetfulMap } from '../forgetful-map.ts';
import { refuse } from './domain-error.ts';
import type { Limit } from './limit-table.ts';

/** Allowances shared by all nodes through the database. They fail when it does. */
export interface Limits {
  /** Takes one token: returns 0, or the seconds until the next. With `tx` it is rolled back with the transaction. */
  take(limit: Limit, key: string, tx?: Queryable): Promise<number>;
  /** Returns a token, for an attempt that turned out not to count. */
  giveBack(limit: Limit, key: string, tx?: Queryable): Promise<void>;
  /** Takes one token. @throws DomainError 429 with the time to wait. */
  spend(limit: Limit, key: string, tx?: Queryable): Promise<void>;
  /** Fills a key's allowance. */
  restore(limit: Limit, key: string, tx?: Queryable): Promise<void>;
}

/** How long at most a node remembers a 429 without asking the database. */
const MEMORY_MS = 5_000;
/** A forgotten key costs one query. */
const MEMORY_SIZE = 10_000;
/** Tolerated clock differences and lock waits; a row further ahead is reset. */
const CLOCK_TOLERANCE_S = 60;
/** Full keys are deleted once in this many calls. */
const DELETE_EVERY = 1_000;

/**
 * A generic cell rate algorithm: the state of a key is the time when its allowance is full again, one row that one
 * statement reads and moves. `multiplier` widens all limits. `onRefused` is called with a limit's name at each refusal.
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

  // How far one token moves a row, and how far ahead a row may be to still give one.
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

  /** Takes one token for each key; returns the keys that got one. */
  async function takeEach(limit: Limit, keys: string[], tx: Queryable): Promise<Set<string>> {
    if (++takings % DELETE_EVERY === 0) await deleteWhole(db);
    const byHash = new Map(keys.map((key) => [hashOf(limit, key).toString('base64'), key]));
    const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'base64'));
    const { every_s, reach_s } = paceOf(limit);
    // No token moves a row this far: the clock has gone back, and would lock the key out until it has caught up.
    const isOfAnotherTime = sql`
      r.whole_at > excluded.whole_at + make_interval(secs => ${reach_s + CLOCK_TOLERANCE_S})`;
    // Sorted by key, so that two nodes cannot deadlock.
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
      // The usual case, without the promise of `take`.
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

/** Tokens that a node has taken from the database in advance. */
interface Leases {
  /** Takes a leased token of the key; false if the node has none. */
  takeOwn(key: string): boolean;
  /** Takes a token, from the database if the node has none; false if there is none. */
  take(key: string): Promise<boolean>;
}

/**
 * Leases `count` tokens at a time. `takeLeases` takes one lease for each key and returns the keys that got one. All
 * keys that wait share one statement, and the next batch gathers while it runs: a statement per key would cost more
 * than the requests. The next lease is fetched when a quarter is left.
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
    // Fetch early, so that nobody waits, and rivals' bids do not overtake one that would.
    if (own - 1 === early) ask(key).catch(() => {});
    return true;
  };

  return {
    takeOwn,
    async take(key) {
      while (!takeOwn(key)) {
        // None left, but a lease that was fetched early may have arrived.
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
