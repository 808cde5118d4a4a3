import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { leaveUseless } from '../db/pool.ts';
import { DomainError } from '../http/domain-error.ts';
import { type Span, untraced } from '../tracing/span.ts';
import { decideBatch } from './desk-batch.ts';
import type { BidAnswer, BidRequest } from './desk-decisions.ts';
import { LockTimeout, lockAndRead, readChangedCallers, readDismantlers } from './desk-reads.ts';
import { UnknownOutcome, writeAndCommit } from './desk-writes.ts';

/** Where all bids of this process are decided. */
export interface BidDesk {
  /** The answer to a bid, given when it is on disk. Throws a 503 `DomainError` when the outcome is unknown. */
  place(request: BidRequest): Promise<BidAnswer>;
  /** Decides what is waiting, then closes. */
  stop(): Promise<void>;
}

/** A bid that waits, and who waits for its answer. */
interface Waiting {
  request: BidRequest;
  since: number;
  resolve(answer: BidAnswer): void;
  reject(error: unknown): void;
}

/** What came of a try at a batch, in one transaction. */
type Tried =
  /** On disk. Null for a bid on an auction that somebody else holds: it was skipped. */
  | { outcome: 'decided'; answers: (BidAnswer | null)[] }
  /** Somebody holds one of its auctions: nothing is decided. */
  | { outcome: 'held' }
  /** The connection was lost: nobody knows whether the bids stand. */
  | { outcome: 'unknown' }
  /** Nothing is written. */
  | { outcome: 'failed'; error: unknown };

/** More would hold the locks too long for the first of them. */
const MAX_BATCH = 400;

/**
 * A stalled node frees its auctions by itself. The desk reads by key alone, also while tables
 * are small, and by one plan for all batches: making it each time took a quarter of their reading.
 */
const SETTINGS = [
  'transaction_timeout=2000',
  'idle_in_transaction_session_timeout=1000',
  'lock_timeout=250',
  'enable_seqscan=off',
  'plan_cache_mode=force_generic_plan',
];

/** Of a bid that has waited for longer it is asked again who places it: its station may be gone by now (AUTH-8). */
const TRUSTED_MS = 50;

/** How long somebody else may hold an auction before its bids are refused, and how often it is looked at. */
const PATIENCE_MS = 2_000;
const LOOK_AGAIN_MS = 20;

const AWAY = () =>
  new DomainError(
    503,
    { detail: 'Budet kunde inte bekräftas. Försök igen.', code: 'unknown_outcome' },
    { 'retry-after': '1' },
  );

/**
 * Opens the desk: while one batch commits, the next gathers, so that under load the lock, the disk write
 * and the notification are shared; alone, a bid waits for nothing. `onBatch` is told how long the bids that it has
 * answered had waited.
 */
export function openBidDesk(
  databaseUrl: string,
  onBatch: (waited_ms: number[]) => void = () => {},
  span: Span = untraced,
): BidDesk {
  const waiting: Waiting[] = [];
  let working: Promise<void> | null = null;
  let client: pg.Client | null = null;

  const connection = async (): Promise<pg.Client> => {
    if (client) return client;
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'restvarde bid desk',
      options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      pipeline: true,
    } as pg.ClientConfig);
    const lose = () => {
      if (client === fresh) client = null;
    };
    fresh.on('error', lose);
    fresh.on('end', lose);
    leaveUseless(fresh);
    await fresh.connect();
    client = fresh;
    return fresh;
  };

  const attempt = async (bids: Waiting[], skips: boolean): Promise<Tried> => {
    try {
      const desk = await connection();
      return { outcome: 'decided', answers: await decideOnDisk(desk, bids, skips) };
    } catch (error) {
      const isLost = error instanceof UnknownOutcome || !client;
      if (client) await client.query('rollback').catch(() => {});
      if (error instanceof LockTimeout) return { outcome: 'held' };
      return isLost ? { outcome: 'unknown' } : { outcome: 'failed', error };
    }
  };

  /** Answers each bidder with what came of a try; what is left are the bids on auctions that somebody else holds. */
  const answer = (bids: Waiting[], tried: Tried): Waiting[] => {
    switch (tried.outcome) {
      case 'decided':
        return bids.filter((bid, at) => {
          const given = tried.answers[at];
          if (given) bid.resolve(given);
          return !given;
        });
      case 'held':
        return bids;
      case 'unknown':
        for (const bid of bids) bid.reject(AWAY());
        return [];
      case 'failed':
        for (const bid of bids) bid.reject(tried.error);
        return [];
    }
  };

  /** Decides a batch, and returns what is left of it. */
  const decide = async (bids: Waiting[], isHeld: boolean): Promise<Waiting[]> => {
    let skips = isHeld;
    let tried = await attempt(bids, skips);
    if (tried.outcome === 'held' && !skips) {
      // One who holds an auction must not keep the bids on others waiting.
      skips = true;
      tried = await attempt(bids, skips);
    }
    if (tried.outcome !== 'failed') return answer(bids, tried);
    // Nor must one bid that breaks the batch: each is tried again, alone.
    const left: Waiting[] = [];
    for (const bid of bids) left.push(...answer([bid], await attempt([bid], skips)));
    return left;
  };

  const work = async () => {
    let held: Waiting[] = [];
    while (waiting.length + held.length > 0) {
      const bids = [...held, ...waiting.splice(0, MAX_BATCH)];
      const left = await span('decide bids', { 'restvarde.bids': bids.length }, () =>
        decide(bids, held.length > 0),
      );
      held = [];
      const now = performance.now();
      onBatch(bids.filter((bid) => !left.includes(bid)).map((bid) => now - bid.since));
      for (const bid of left) {
        if (performance.now() - bid.since < PATIENCE_MS) held.push(bid);
        else bid.reject(AWAY());
      }
      if (held.length > 0 && waiting.length === 0) await pause(LOOK_AGAIN_MS);
    }
    working = null;
  };

  return {
    place: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, since: performance.now(), resolve, reject });
        working ??= work();
      }),
    async stop() {
      await working;
      await client?.end();
    },
  };
}

/** Decides a batch in one transaction; all answers that are not null are on disk. */
async function decideOnDisk(
  client: pg.Client,
  bids: Waiting[],
  skips: boolean,
): Promise<(BidAnswer | null)[]> {
  const requests = bids.map((bid) => bid.request);
  const facts = await inOneWrite(client, () => lockAndRead(client, requests, skips));
  const called = performance.now() - TRUSTED_MS;
  const stale = bids.filter((bid) => bid.since < called).map((bid) => bid.request);
  if (stale.length > 0) facts.changed_callers = await readChangedCallers(client, stale);
  if ([...facts.auctions.values()].some((auction) => auction.takes_dismantlers_only)) {
    const stations = requests.map((request) => request.viewer.service_station_id!);
    facts.dismantlers = await readDismantlers(client, [...new Set(stations)]);
  }
  const { answers, writes } = decideBatch(requests, facts);
  await inOneWrite(client, () => writeAndCommit(client, facts, writes));
  return answers;
}

/** Statements that go out together wake the database once, and cost one call of the system instead of six. */
function inOneWrite<T>(client: pg.Client, send: () => Promise<T>): Promise<T> {
  const { stream } = client.connection;
  stream.cork();
  const answers = send();
  stream.uncork();
  return answers;
}
