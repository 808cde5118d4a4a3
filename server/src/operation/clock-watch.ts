import type { Pool } from '../db/pool.ts';
import type { Log } from '../log.ts';

/** Compares this machine's clock with the database's (OPS-5). */
export interface ClockWatch {
  /**
   * Seconds that the database's clock is ahead of this machine's; negative: behind. Rejects if the database is away.
   */
  offset_s(): Promise<number>;
  stop(): void;
}

/** A greater difference is logged. */
const TOLERANCE_S = 5;
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
    if (found === null || Math.abs(found) > TOLERANCE_S === differs) return;
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
