import { uptime } from 'node:os';
import type { Pool } from '../db/pool.ts';
import type { Log } from '../log.ts';

/** So much may the database's clock gain on this machine's between two looks, or differ from it at the start. */
const TOLERANCE_MS = 5_000;

/** Whether the database's clock may be acted on. */
export interface ClockGuard {
  /** Looks at it now. */
  isRight(): Promise<boolean>;
  /**
   * Judges a time that was just read of it: false while it is ahead of what has passed on this machine; the log says
   * when that begins and ends. For what cannot be undone: the clock may jump after a look.
   */
  judge(now: Date): boolean;
}

/**
 * What a clock that jumps ahead closes stays closed. So the database's is held against the time since this machine
 * was started, which nobody sets; at the start of a node against its own clock, unless an operator has said that the
 * database's is right (OPS-5). A clock that goes back only makes auctions wait.
 */
export function openClockGuard(
  { pg }: Pick<Pool, 'pg'>,
  { log, trustsDatabase }: { log: Log; trustsDatabase: boolean },
): ClockGuard {
  /** What the database's clock said when the machine was started; it follows what clocks drift apart. */
  let origin: number | null = null;
  /** The same of this machine's clock, as it was at the first look. */
  let own: number | null = null;
  let isPaused = false;
  /** A difference that comes later is the database's: it is held against the time that has passed here. */
  let hasAgreed = false;

  function judge(read: Date): boolean {
    const now = read.getTime();
    const passed = uptime() * 1000;
    const started = now - passed;
    own ??= trustsDatabase ? started : Date.now() - passed;
    // A machine whose clock is fast would not see the database's jump as far as that.
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
