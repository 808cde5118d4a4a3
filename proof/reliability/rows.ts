import { type BidsReport, runBids } from './bids-run.ts';
import { runCrowd } from './crowd-run.ts';
import { openDatabaseClock } from './database-clock.ts';
import { withDurableDatabase } from './durable-database.ts';
import type { Fault } from './faults.ts';
import { printFlood } from './flood-run.ts';
import { runLogins } from './logins-run.ts';
import { breachesOf, runMail } from './mail-run.ts';
import { atMost, printCounts, type Result } from './results.ts';
import { runSoak } from './soak-run.ts';
import { runSockets } from './sockets-run.ts';
import { runTiming } from './timing-run.ts';

/** So many of what a check finds are printed. */
const EXAMPLES = 3;
const HOUR_MS = 3_600_000;

/** The longest from a fault to the next bid that any node accepts, in ms; 1 s unless it is named. */
const NEXT_BID_GOAL_MS: Partial<Record<Fault, number>> = {
  // A node that freezes holds no auction for longer than its transaction may take.
  freeze: 4_000,
  stall: 4_000,
  // A bid goes to the database five times, and back, each up to half a second late.
  delay: 3_000,
  // A client waits 4 s for an answer that never comes before it asks another node.
  forget: 5_000,
  database: 5_000,
  clock: 2_000,
  // While there is no room nothing is accepted.
  disk: 5_000,
};
/** From the end of a fault until the node that was struck accepts bids again; 5 s unless it is named. */
const HEALED_GOAL_MS: Partial<Record<Fault, number>> = {
  // It has to be found first.
  forget: 12_000,
};

/** What must hold whatever fails or floods, by name: a seed makes its run, which takes minutes only where it may. */
export const ROWS: Record<string, (seed: number, minutes: number) => Promise<Result[]>> = {
  /** Nodes and the database die and freeze, lines are cut. */
  bids: (seed) =>
    withDurableDatabase(async ({ appUrl, kill }) =>
      judgeBids(
        'bids',
        await runBids({
          databaseUrl: appUrl,
          seconds: 40,
          seed,
          faults: ['kill', 'freeze', 'cut', 'database'],
          tools: { killDatabase: kill },
        }),
      ),
    ),
  /** Lines to the database are late, stand still, or die without a word. */
  lines: (seed) =>
    withDurableDatabase(async ({ appUrl }) =>
      judgeBids(
        'lines',
        await runBids({
          databaseUrl: appUrl,
          seconds: 60,
          seed,
          faults: ['delay', 'stall', 'forget'],
        }),
      ),
    ),
  /** Nodes are two hours fast and slow, and the database's clock jumps. */
  clock: (seed) =>
    withDurableDatabase(async ({ url, appUrl }) => {
      const clock = await openDatabaseClock(url);
      try {
        const report = await runBids({
          databaseUrl: appUrl,
          seconds: 40,
          seed,
          faults: ['clock', 'kill'],
          tools: { clock },
          clocks: [0, 3 * HOUR_MS, -2 * HOUR_MS],
        });
        return judgeBids('clock', report);
      } finally {
        await clock.end();
      }
    }),
  /** The database's disk is full. */
  disk: (seed) =>
    withDurableDatabase(
      async ({ appUrl, fillDisk }) => {
        const tools = { fillDisk };
        const faults: Fault[] = ['disk'];
        return judgeBids(
          'disk',
          await runBids({ databaseUrl: appUrl, seconds: 30, seed, faults, tools }),
        );
      },
      { sizeMb: 700 },
    ),
  /** Pages that do not read, and all at once back from a node that died. */
  crowd: (seed) =>
    withDurableDatabase(async ({ appUrl }) => {
      const { results, ...counts } = await runCrowd({ databaseUrl: appUrl, pages: 400, seed });
      printCounts(counts);
      return results;
    }),
  /** The worker dies, and the mail server has faults. */
  mail: (seed) =>
    withDurableDatabase(async ({ url }) => {
      const report = await runMail({ databaseUrl: url, mails: 300, kills: 3, seed });
      printCounts(report);
      return [
        atMost('emails lost, doubled or without a cause', breachesOf(report).length, 0, 'breaches'),
      ];
    }),
  /** Thousands of pages that stay open at one node. */
  sockets: () =>
    withDurableDatabase(async ({ appUrl }) =>
      judge(await runSockets({ databaseUrl: appUrl, sockets: 10_000, seconds: 30 })),
    ),
  /** Passwords are guessed without pause. */
  logins: (seed) =>
    withDurableDatabase(async ({ appUrl }) =>
      judge(await runLogins({ databaseUrl: appUrl, seed })),
    ),
  /** Somebody measures what answers take. */
  timing: (seed) =>
    withDurableDatabase(async ({ appUrl }) =>
      judge(await runTiming({ databaseUrl: appUrl, seed })),
    ),
  /** Nothing fails, for long. */
  soak: (seed, minutes) =>
    withDurableDatabase(async ({ appUrl }) =>
      judge(await runSoak({ databaseUrl: appUrl, minutes, seed })),
    ),
  /** One user floods every route. */
  async flood() {
    const isWithin = await printFlood(10);
    return [atMost("others' waits beyond their goal under a flood", isWithin ? 0 : 1, 0, 'runs')];
  },
};

function judge({ counts, results }: { counts: object; results: Result[] }): Result[] {
  printCounts(counts);
  return results;
}

function judgeBids(row: string, report: BidsReport): Result[] {
  const { found, unknown, blind, unlike, broken, early, next_bid_ms, healed_ms, ...counts } =
    report;
  printCounts(counts);
  for (const line of [...unlike, ...broken]) console.log(`  ${line}`);
  for (const [name, all] of Object.entries({ ...found, unanswered: unknown })) {
    for (const one of all.slice(0, EXAMPLES)) console.log(`  ${name}: ${JSON.stringify(one)}`);
  }
  const none = (name: string, count: number) => atMost(`${row}: ${name}`, count, 0, '');
  return [
    none('checks that overlook a fault put into the history', blind.length),
    ...Object.entries(found).map(([name, all]) => none(name, all.length)),
    none('bids that are not answered in half a minute', unknown.length),
    none('auctions whose bids break a rule, or whose chain does not hold', broken.length),
    none('auctions that a page shows otherwise than they are', unlike.length),
    none('auctions that were closed before their end', early.length),
    ...Object.entries(next_bid_ms).map(([fault, ms]) =>
      atMost(
        `${row}: ${fault}, to the next accepted bid`,
        ms,
        NEXT_BID_GOAL_MS[fault as Fault] ?? 1_000,
        'ms',
      ),
    ),
    ...Object.entries(healed_ms).map(([fault, ms]) =>
      atMost(
        `${row}: ${fault} over, to a bid at the same node`,
        ms,
        HEALED_GOAL_MS[fault as Fault] ?? 5_000,
        'ms',
      ),
    ),
  ];
}
