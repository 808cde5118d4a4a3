import { uptime } from 'node:os';
import type { Pool } from '../db/pool.ts';
import type { Log } from '../log.ts';

/** How far the database's clock may gain on this machine's between checks, or differ from it at the start. */
const TOLERANCE_MS = 5_000;

/** Decides whether the database's clock can be relied on. */
export interface ClockGuard {
  /** Checks it now. */
  isRight(): Promise<boolean>;
  /**
   * Judges a time just read from it: false while it is ahead of the time that has passed on this machine. Logs when
   * that begins and ends. For actions that cannot be undone: the clock may jump after `isRight`.
   */
  judge(now: Date): boolean;
}

/**
 * Guards against a database clock that jumps ahead, because closed auctions stay closed. Compares it with the monotonic
 * time of this machine; at a node's start with the machine's clock, unless the operator vouches for the database's
 * (OPS-5). A clock that goes back only delays closing.
 */
export function openClockGuard(
  { pg }: Pick<Pool, 'pg'>,
  { log, trustsDatabase }: { log: Log; trustsDatabase: boolean },
): ClockGuard {
  /** The database's time at this machine's boot; adjusted for drift. */
  let origin: number | null = null;
  /** This machine's time at its boot, from the first check. */
  let own: number | null = null;
  let isPaused = false;
  /**
   * After the clocks have agreed once, the database's time is compared with the time that has passed here, and a
   * difference is a fault of the database's clock.
   */
  let hasAgreed = false;

  function judge(read: Date): boolean {
    const now = read.getTime();
    const passed = uptime() * 1000;
    const started = now - passed;
    own ??= trustsDatabase ? started : Date.now() - passed;
    // With the later one, a machine whose clock is ahead would not notice a jump of that size.
    origin ??= Math.min(own, started);
    const ahead_ms = Math.round(started - origin);
    if (ahead_ms > TOLERANCE_MS && Math.abs(started - own) > TOLERANCE_MS) {
      if (!isPaused) {
        log.error(
          { ahead_ms },
          `${hasAgreed ? "the database's clock has jumped ahead" : "the database's clock is ahead of this machine's, and one of them is wrong"}: no auction is closed until they agree, or TRUST_DATABASE_CLOCK=1 says that the database's is right`,
        );
      }
      isPaused = true;
      return false;
    }
    if (isPaused)
      log.info({ ahead_ms }, "the database's clock is right again: auctions are closed");
    isPaused = false;
    hasAgreed = true;
    if (ahead_ms > -TOLERANCE_MS) origin += ahead_ms;
    return true;
  }

  return {
    judge,
    async isRight() {
      const { rows } = await pg.query<{ now: Date }>('select now_ms() as now');
      return judge(rows[0]!.now);
    },
  };
}

/** Compares this machine's clock with the database's (OPS-5). */
export interface ClockWatch {
  /**
   * Seconds that the database's clock is ahead of this machine's; negative: behind. Rejects if the database is unavailable.
   */
  offset_s(): Promise<number>;
  stop(): void;
}

/** A greater difference is logged. */
const DIFFERENCE_S = 5;
const CHECK_INTERVAL_MS = 30_000;

/**
 * Logs when the clocks begin and cease to differ; checks at once and then every 30 s. One difference does not show
 * which clock is wrong; comparing nodes does.
 */
export function watchClock(
  { pg }: Pick<Pool, 'pg'>,
  log: Pick<Log, 'warn' | 'info'>,
  { check_ms = CHECK_INTERVAL_MS } = {},
): ClockWatch {
  let differs = false;
  const offset_s = async () => {
    const sent = Date.now();
    const { rows } = await pg.query<{ now: Date }>('select now_ms() as now');
    // Assumes that the database read its clock half way through the round trip.
    return (rows[0]!.now.getTime() - (sent + Date.now()) / 2) / 1_000;
  };
  const check = async () => {
    const found = await offset_s().catch(() => null);
    if (found === null || Math.abs(found) > DIFFERENCE_S === differs) return;
    differs = !differs;
    const values = { offset_s: Math.round(found) };
    if (differs) log.warn(values, sentenceOf(found));
    else log.info(values, "this machine's clock and the database's agree again");
  };
  void check();
  const timer = setInterval(check, check_ms);
  timer.unref();
  return { offset_s, stop: () => clearInterval(timer) };
}

const sentenceOf = (offset_s: number) =>
  `the database's clock is ${Math.abs(Math.round(offset_s))} s ${offset_s > 0 ? 'ahead of' : 'behind'} this machine's: one of them is wrong`;
