import { uptime } from 'node:os';
import type { Pool } from '../db/pool.ts';
import type { Log } from '../log.ts';

/** So much may the database's clock gain on this machine's between two looks, or differ from it at the start. */
const TOLERANCE_MS = 5_000;

/** Whether the database's clock may be acted on. */
export interface ClockGuard {
  /** Looks at it now. False while it is ahead of what has passed on this machine; the log says when that begins and ends. */
  isRight(): Promise<boolean>;
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
  let isPaused = false;
  return {
    async isRight() {
      const { rows } = await pg.query<{ now: number }>(
        'select extract(epoch from now_ms())::float8 * 1000 as now',
      );
      const { now } = rows[0]!;
      const passed = uptime() * 1000;
      origin ??= (trustsDatabase ? now : Date.now()) - passed;
      const ahead_ms = Math.round(now - passed - origin);
      if (ahead_ms > TOLERANCE_MS) {
        if (!isPaused) {
          log.error(
            { ahead_ms },
            "the database's clock is ahead: no auction is closed until it is right, or TRUST_DATABASE_CLOCK=1 says that it is",
          );
        }
        isPaused = true;
        return false;
      }
      if (isPaused)
        log.info({ ahead_ms }, "the database's clock is right again: auctions are closed");
      isPaused = false;
      if (ahead_ms > -TOLERANCE_MS) origin += ahead_ms;
      return true;
    },
  };
}
