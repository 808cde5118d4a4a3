import { once } from 'node:events';
import { globSync } from 'node:fs';
import { startNode } from '../../tools/prepare/child.mjs';
import { compare } from '../bench/results.ts';
import { type BidsReport, runBids, runMaximums } from './bids-run.ts';
import { runCrowd } from './crowd-run.ts';
import { openDatabaseClock } from './database-clock.ts';
import { withDurableDatabase } from './durable-database.ts';
import type { Fault } from './faults.ts';
import { breachesOf as breachesOfFeed, runFeed } from './feed-run.ts';
import { printFlood } from './flood-run.ts';
import { runLogins } from './logins-run.ts';
import { breachesOf, runMail } from './mail-run.ts';
import { atMost, printCounts, type Result } from './results.ts';
import { runSoak } from './soak-run.ts';
import { runSockets } from './sockets-run.ts';
import { runTiming } from './timing-run.ts';

/** Violations printed per check. */
const EXAMPLES = 3;
const HOUR_MS = 3_600_000;

/** Goals for the time from a fault to the next accepted bid, in ms; 1 s by default. */
const NEXT_BID_GOAL_MS: Partial<Record<Fault, number>> = {
  // A frozen node holds no lock longer than its transaction's timeout.
  freeze: 4_000,
  stall: 4_000,
  // A bid takes five round trips, each up to half a second late.
  delay: 3_000,
  // A client waits 4 s before it tries another node.
  forget: 5_000,
  database: 5_000,
  clock: 2_000,
  // Nothing is accepted while the disk is full.
  disk: 5_000,
};
/** Goals for the time from the end of a fault to a bid at the affected node; 5 s by default. */
const HEALED_GOAL_MS: Partial<Record<Fault, number>> = {
  // The dead connection has to be detected first.
  forget: 12_000,
};

/** The rows by name. A seed determines a run; `minutes` limits those that run for any time. */
export const ROWS: Record<string, (seed: number, minutes: number) => Promise<Result[]>> = {
  /** Nodes and the database are killed or frozen, connections are cut. */
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
  /** Database connections are slow, stall or go silent. */
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
  /** Nodes' clocks differ, and the database's clock jumps. */
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
  /** Clients that do not read, and mass reconnects after a node has died. */
  crowd: (seed) =>
    withDurableDatabase(async ({ appUrl }) => {
      const { results, ...counts } = await runCrowd({ databaseUrl: appUrl, pages: 400, seed });
      printCounts(counts);
      return results;
    }),
  /** The worker is killed, and the mail server is faulty. */
  mail: (seed) =>
    withDurableDatabase(async ({ url }) => {
      const report = await runMail({ databaseUrl: url, mails: 300, kills: 3, seed });
      printCounts(report);
      return [
        atMost('emails lost, doubled or without a cause', breachesOf(report).length, 0, 'breaches'),
      ];
    }),
  /** Thousands of sockets at one node. */
  sockets: () =>
    withDurableDatabase(async ({ appUrl }) =>
      judge(await runSockets({ databaseUrl: appUrl, sockets: 10_000, seconds: 30 })),
    ),
  /** Continuous password guessing. */
  logins: (seed) =>
    withDurableDatabase(async ({ appUrl }) =>
      judge(await runLogins({ databaseUrl: appUrl, seed })),
    ),
  /** Another system writes auctions by its own ids, while nodes are killed. */
  feed: () =>
    withDurableDatabase(async ({ appUrl }) => {
      const { history, put_ms, post_ms, kills } = await runFeed({
        databaseUrl: appUrl,
        ...{ ids: 5_000, kills: 10, rounds: 5, calls_per_round: 400 },
      });
      const count = (...of: (number | null)[]) =>
        history.answers.filter(({ status }) => of.includes(status)).length;
      printCounts({
        ...{ ids: history.external_ids.length, calls: history.answers.length, kills },
        ...{ created: count(201), changed_or_same: count(200), without_an_answer: count(null) },
        ...{ unavailable: count(503), posts: history.posted.length },
      });
      const breaches = breachesOfFeed(history);
      for (const line of Object.values(breaches).flatMap((all) => all.slice(0, EXAMPLES)))
        console.log(`  ${line}`);
      return [
        ...Object.entries(breaches).map(([kind, all]) =>
          atMost(`feed: what is ${kind}`, all.length, 0, ''),
        ),
        compare('feed: a PUT, against a POST', 'ms', put_ms, post_ms, { atMost: 2 }),
      ];
    }),
  /** Random bids and maximums, compared with a model. A difference throws. */
  maximums: (seed) =>
    withDurableDatabase(async ({ appUrl }) =>
      judge(await runMaximums({ databaseUrl: appUrl, seed })),
    ),
  /** Response times are compared. */
  timing: (seed) =>
    withDurableDatabase(async ({ appUrl }) =>
      judge(await runTiming({ databaseUrl: appUrl, seed })),
    ),
  /** Bids and pages for a long time without faults. */
  soak: (seed, minutes) =>
    withDurableDatabase(async ({ appUrl }) =>
      judge(await runSoak({ databaseUrl: appUrl, minutes, seed })),
    ),
  /** Test files that take too long for `npm test`. */
  async files() {
    const child = startNode(
      ['tools/test/test.ts', ...globSync('{server,proof}/**/*.reliability.ts')],
      {
        stdio: 'inherit',
      },
    );
    const [code] = await once(child, 'exit');
    return [atMost('failed test files', code === 0 ? 0 : 1, 0, 'runs')];
  },
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
  const { found, unknown, blind, differences, broken, early, next_bid_ms, healed_ms, ...counts } =
    report;
  printCounts(counts);
  for (const line of [...differences, ...broken]) console.log(`  ${line}`);
  for (const [name, all] of Object.entries({ ...found, unanswered: unknown })) {
    for (const one of all.slice(0, EXAMPLES)) console.log(`  ${name}: ${JSON.stringify(one)}`);
  }
  const none = (name: string, count: number) => atMost(`${row}: ${name}`, count, 0, '');
  return [
    none('checks that miss a seeded fault', blind.length),
    ...Object.entries(found).map(([name, all]) => none(name, all.length)),
    none('bids that are not answered in half a minute', unknown.length),
    none('auctions whose bids break a rule, or whose chain is invalid', broken.length),
    none('auctions that a page shows wrongly', differences.length),
    none('auctions that were closed before their end', early.length),
    ...Object.entries(next_bid_ms).map(([fault, ms]) =>
      atMost(
        `${row}: from ${fault} to the next accepted bid`,
        ms,
        NEXT_BID_GOAL_MS[fault as Fault] ?? 1_000,
        'ms',
      ),
    ),
    ...Object.entries(healed_ms).map(([fault, ms]) =>
      atMost(
        `${row}: from the end of ${fault} to a bid at the same node`,
        ms,
        HEALED_GOAL_MS[fault as Fault] ?? 5_000,
        'ms',
      ),
    ),
  ];
}
