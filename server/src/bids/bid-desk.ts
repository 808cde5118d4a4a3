import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { closeOnLastingError, connectTimeoutMs } from '../db/pool.ts';
import { DomainError } from '../http/domain-error.ts';
import { type Span, untraced } from '../tracing/trace-statements.ts';
import { decideBatch } from './desk-batch.ts';
import type { BidAnswer, BidRequest } from './desk-decisions.ts';
import { LockTimeout, lockAndRead, readChangedCallers, readDismantlers } from './desk-reads.ts';
import { UnknownOutcome, writeAndCommit } from './desk-writes.ts';

/** Decides all bids of this process. */
export interface BidDesk {
  /** Returns the answer once the bid is on disk. Throws a 503 `DomainError` if the outcome is unknown. */
  place(request: BidRequest): Promise<BidAnswer>;
  /** Decides the queued bids, then closes the connection. */
  stop(): Promise<void>;
}

/** A queued bid and the promise of its caller. */
interface Waiting {
  request: BidRequest;
  since: number;
  resolve(answer: BidAnswer): void;
  reject(error: unknown): void;
}

/** The result of one attempt to decide a batch, in one transaction. */
type BatchResult =
  /** Committed. Null for a bid on an auction that another transaction locks: it was skipped. */
  | { outcome: 'decided'; answers: (BidAnswer | null)[] }
  /** Another transaction locks one of the auctions. Nothing is written. */
  | { outcome: 'held' }
  /** The connection was lost. The bids may or may not be committed. */
  | { outcome: 'unknown' }
  | { outcome: 'failed'; error: unknown };

/** A larger batch would delay its first bid too long. */
const MAX_BATCH = 400;

/**
 * A stalled node's locks expire on the server. Sequential scans are off because every read is by key, also while
 * tables are small. One generic plan serves all batches: planning each took a quarter of the read time.
 */
const SETTINGS = [
  'transaction_timeout=2000',
  'idle_in_transaction_session_timeout=1000',
  'lock_timeout=250',
  'enable_seqscan=off',
  'plan_cache_mode=force_generic_plan',
];

/** The caller of a bid that has waited longer is read again: its station may be removed by now (AUTH-8). */
const RECHECK_AFTER_MS = 50;

/** How long bids wait for an auction that another transaction locks, and how often they are retried. */
const MAX_HOLD_MS = 2_000;
const RETRY_MS = 20;

const unknownOutcome = () =>
  new DomainError(
    503,
    { detail: 'Budet kunde inte bekräftas. Försök igen.', code: 'unknown_outcome' },
    { 'retry-after': '1' },
  );

/**
 * Opens the desk. While one batch commits, the next one gathers: under load the bids of a batch share the lock,
 * the disk write and the notification; a single bid waits for nothing.
 *
 * @param onBatch called with the waiting times of the bids that a batch answered
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
    const opened = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'restvarde bid desk',
      options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
      connectionTimeoutMillis: connectTimeoutMs(databaseUrl, 3_000),
      query_timeout: 3_000,
      pipeline: true,
    } as pg.ClientConfig);
    const forget = () => {
      if (client === opened) client = null;
    };
    opened.on('error', forget);
    opened.on('end', forget);
    closeOnLastingError(opened);
    await opened.connect();
    client = opened;
    return opened;
  };

  const attempt = async (bids: Waiting[], skipLocked: boolean): Promise<BatchResult> => {
    try {
      const desk = await connection();
      return { outcome: 'decided', answers: await decideOnDisk(desk, bids, skipLocked) };
    } catch (error) {
      const isLost = error instanceof UnknownOutcome || !client;
      if (client) await client.query('rollback').catch(() => {});
      if (error instanceof LockTimeout) return { outcome: 'held' };
      return isLost ? { outcome: 'unknown' } : { outcome: 'failed', error };
    }
  };

  /** Answers the decided bids. Returns the rest: bids on auctions that another transaction locks. */
  const answer = (bids: Waiting[], result: BatchResult): Waiting[] => {
    switch (result.outcome) {
      case 'decided':
        return bids.filter((bid, at) => {
          const reply = result.answers[at];
          if (reply) bid.resolve(reply);
          return !reply;
        });
      case 'held':
        return bids;
      case 'unknown':
        for (const bid of bids) bid.reject(unknownOutcome());
        return [];
      case 'failed':
        for (const bid of bids) bid.reject(result.error);
        return [];
    }
  };

  /** Decides a batch. Returns the bids that are not decided. */
  const decide = async (bids: Waiting[], isHeld: boolean): Promise<Waiting[]> => {
    let skipLocked = isHeld;
    let result = await attempt(bids, skipLocked);
    if (result.outcome === 'held' && !skipLocked) {
      // A locked auction must not delay bids on other auctions.
      skipLocked = true;
      result = await attempt(bids, skipLocked);
    }
    if (result.outcome !== 'failed') return answer(bids, result);
    // A bid that fails the batch must not fail the others: retry each alone.
    const left: Waiting[] = [];
    for (const bid of bids) left.push(...answer([bid], await attempt([bid], skipLocked)));
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
        if (performance.now() - bid.since < MAX_HOLD_MS) held.push(bid);
        else bid.reject(unknownOutcome());
      }
      if (held.length > 0 && waiting.length === 0) await pause(RETRY_MS);
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

/** Decides a batch in one transaction. Every answer that is not null is on disk. */
async function decideOnDisk(
  client: pg.Client,
  bids: Waiting[],
  skipLocked: boolean,
): Promise<(BidAnswer | null)[]> {
  const requests = bids.map((bid) => bid.request);
  const facts = await corked(client, () => lockAndRead(client, requests, skipLocked));
  const recheckBefore = performance.now() - RECHECK_AFTER_MS;
  const stale = bids.filter((bid) => bid.since < recheckBefore).map((bid) => bid.request);
  if (stale.length > 0) facts.changed_callers = await readChangedCallers(client, stale);
  if ([...facts.auctions.values()].some((auction) => auction.takes_dismantlers_only)) {
    const stations = requests.map((request) => request.viewer.service_station_id!);
    facts.dismantlers = await readDismantlers(client, [...new Set(stations)]);
  }
  const { answers, writes } = decideBatch(requests, facts);
  await corked(client, () => writeAndCommit(client, facts, writes));
  return answers;
}

/** Sends the statements in one system call instead of six. */
function corked<T>(client: pg.Client, send: () => Promise<T>): Promise<T> {
  const { stream } = client.connection;
  stream.cork();
  const answers = send();
  stream.uncork();
  return answers;
}
