import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openPool } from '../../server/src/db/pool.ts';
import { checkInvariants } from '../../server/test/check-invariants.ts';
import { eventually } from '../../server/test/eventually.ts';
import type { BidWorld } from '../reliability/bid-world.ts';
import { now } from '../reliability/bidding-clients.ts';
import type { BidCall } from '../reliability/history.ts';

/** Runs a query on one server. Throws if it does not answer. */
export async function ask(url: string, statement: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 60_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

export async function isPrimary(url: string): Promise<boolean> {
  const [row] = await ask(url, 'select pg_is_in_recovery()::text as standby');
  return row!.standby === 'false';
}

/** Kills all processes of a PostgreSQL, like a machine that fails. */
export async function killServer(cluster: string): Promise<void> {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
  const postmaster = Number(file.split('\n')[0]);
  const children = execFileSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' });
  const all = [postmaster, ...children.trim().split('\n').map(Number)];
  for (const pid of all) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended with the others.
    }
  }
  // Before another is promoted, this one must answer nobody.
  await eventually(
    async () => assert.ok(!all.some((pid) => existsSync(`/proc/${pid}/exe`))),
    10_000,
  );
}

/** The time of the first accepted bid after a time, by the same clock. */
export async function nextAccepted(calls: BidCall[], since: number): Promise<number> {
  for (const until = now() + 60_000; now() < until; await pause(20)) {
    const returned = calls.filter((call) => call.status === 201 && call.returned! > since);
    if (returned.length > 0) return Math.min(...returned.map((call) => call.returned!));
  }
  return assert.fail('no bid was accepted within a minute of the promotion');
}

/** Checks that each acknowledged bid is stored and each auction valid. Returns the number of bids. */
export async function assertNoneLost(
  url: string,
  { auctions }: BidWorld,
  calls: BidCall[],
): Promise<number> {
  const pool = openPool(url, 2);
  try {
    const { rows } = await pool.pg.query(
      'select auction_id, service_station_id as station, amount from bids',
    );
    const stored = new Set(rows.map((bid) => `${bid.auction_id} ${bid.station} ${bid.amount}`));
    const accepted = calls.filter(({ status }) => status === 201);
    const lost = accepted.filter(
      ({ auction, station, amount }) => !stored.has(`${auction} ${station} ${amount}`),
    );
    assert.deepEqual(lost, []);
    for (const auction of auctions) await checkInvariants(pool.db, auction);
    return accepted.length;
  } finally {
    await pool.end();
  }
}
