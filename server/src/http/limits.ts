import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../db/pool.ts';
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
const MEMORY_SIZE = 10_000;
/** Keys that are whole again are deleted once in this many takings. */
const DELETE_EVERY = 1_000;

/**
 * Limits as a generic cell rate algorithm: all there is to a key is the moment when its allowance is whole
 * again, one row that one statement reads and moves. With `multiplier` all are that many times as wide; `onRefused` is
 * told the name of a limit each time that it has nothing left.
 */
export function openLimits(
  db: Queryable,
  multiplier = 1,
  onRefused: (limit: string) => void = () => {},
): Limits {
  const refused = new Map<string, number>();
  const leased = new Map<string, number>();
  let takings = 0;

  const rowOf = (limit: Limit, key: string) => {
    const hash = createHash('sha256').update(`${limit.name} ${key}`).digest();
    const count = limit.leased ?? 1;
    return {
      hash,
      id: hash.toString('base64'),
      // How far a taking moves the row, and how far ahead it may find it and still do so.
      every_s: (count * limit.every_s) / multiplier,
      reach_s: (limit.burst * multiplier - count) * (limit.every_s / multiplier),
    };
  };

  async function take(limit: Limit, key: string, tx: Queryable = db) {
    const wait = await tryToTake(limit, key, tx);
    if (wait > 0) onRefused(limit.name);
    return wait;
  }

  async function tryToTake(limit: Limit, key: string, tx: Queryable) {
    const { hash, id, every_s, reach_s } = rowOf(limit, key);
    const left = leased.get(id) ?? 0;
    if (left > 0) {
      leased.set(id, left - 1);
      return 0;
    }
    const known = Math.ceil(((refused.get(id) ?? 0) - Date.now()) / 1000);
    if (known > 0) return known;
    refused.delete(id);
    if (++takings % DELETE_EVERY === 0) await deleteWhole(db);
    const taken = await sql`
      insert into rate_limits as r (key, whole_at)
      values (${hash}, now_ms() + make_interval(secs => ${every_s}))
      on conflict (key) do update
        set whole_at = greatest(r.whole_at + make_interval(secs => ${every_s}), excluded.whole_at)
        where r.whole_at + make_interval(secs => ${every_s})
          <= excluded.whole_at + make_interval(secs => ${reach_s})
      returning key`.execute(tx);
    if (taken.rows.length > 0) {
      if (limit.leased) keep(leased, id, limit.leased - 1);
      return 0;
    }
    const { rows } = await sql<{ wait: number }>`
      select extract(epoch from whole_at - now_ms())::float8 - ${reach_s}::float8 as wait
      from rate_limits where key = ${hash}`.execute(tx);
    const wait = Math.max(rows[0]?.wait ?? 0, 0.001);
    keep(refused, id, Date.now() + Math.min(wait * 1000, MEMORY_MS));
    return Math.ceil(wait);
  }

  return {
    take,
    async giveBack(limit, key, tx = db) {
      const { hash, every_s } = rowOf(limit, key);
      await sql`
        update rate_limits set whole_at = whole_at - make_interval(secs => ${every_s})
        where key = ${hash}`.execute(tx);
    },
    async spend(limit, key, tx = db) {
      const wait = await take(limit, key, tx);
      if (wait > 0) throw refuse.tooMany(wait, limit.sentence);
    },
    async restore(limit, key, tx = db) {
      const { hash, id } = rowOf(limit, key);
      refused.delete(id);
      await sql`delete from rate_limits where key = ${hash}`.execute(tx);
    },
  };
}

/** What is forgotten costs little: it is asked of the database again. */
function keep(memory: Map<string, number>, id: string, value: number): void {
  if (memory.size >= MEMORY_SIZE) memory.clear();
  memory.set(id, value);
}

async function deleteWhole(db: Queryable): Promise<void> {
  await sql`
    delete from rate_limits where key in (
      select key from rate_limits where whole_at < now_ms() limit ${DELETE_EVERY * 2} for update skip locked
    )`.execute(db);
}
