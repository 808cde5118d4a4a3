import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { KEY_TAKEN } from '../http/idempotency.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { answerAccepted, type BidAnswer, type BidRequest, decide } from './desk-decisions.ts';
import {
  type DeskOutcome,
  fingerprintOf,
  type GivenAnswers,
  keyOf,
  LockTimeout,
  lockAndRead,
  readChangedCallers,
  UnknownOutcome,
  writeAndCommit,
} from './desk-statements.ts';

/** Where all bids of this process are decided. */
export interface BidDesk {
  /** The answer to a bid, given when it is on disk. Throws a 503 `Refusal` when the outcome is unknown. */
  place(request: BidRequest): Promise<BidAnswer>;
  /** Decides what is waiting, then closes. */
  stop(): Promise<void>;
}

interface Waiting {
  request: BidRequest;
  since: number;
  resolve(answer: BidAnswer): void;
  reject(error: unknown): void;
}

/** More would hold the locks too long for the first of them. */
const MAX_BATCH = 400;

/**
 * A stalled node frees its auctions by itself. The desk reads by key alone, also while tables
 * are small, and by one plan for all batches: making it anew took a quarter of their reading.
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

/** So long may somebody else hold an auction before its bids are refused, and so often it is looked at. */
const PATIENCE_MS = 2_000;
const LOOK_AGAIN_MS = 20;

const LOGGED_OUT: BidAnswer = refuse.notLoggedIn();

const AWAY = () =>
  new Refusal(
    503,
    { detail: 'Budet kunde inte bekräftas. Försök igen.', code: 'unknown_outcome' },
    { 'retry-after': '1' },
  );

/**
 * Opens the desk: while one batch commits, the next gathers, so that under load the lock, the disk write
 * and the notification are shared; alone, a bid waits for nothing.
 */
export function openBidDesk(databaseUrl: string): BidDesk {
  let waiting: Waiting[] = [];
  let working: Promise<void> | null = null;
  let client: pg.Client | null = null;

  const connection = async (): Promise<pg.Client> => {
    if (client) return client;
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'restvarde bid desk',
      options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
      pipeline: true,
    } as pg.ClientConfig);
    const lose = () => {
      if (client === fresh) client = null;
    };
    fresh.on('error', lose);
    fresh.on('end', lose);
    await fresh.connect();
    client = fresh;
    return fresh;
  };

  const work = async () => {
    let stuck: Waiting[] = [];
    while (waiting.length + stuck.length > 0) {
      const batch = [...stuck, ...waiting.slice(0, MAX_BATCH)];
      waiting = waiting.slice(MAX_BATCH);
      const left = await settle(batch, { skips: stuck.length > 0 });
      stuck = left.filter(({ since }) => performance.now() - since < PATIENCE_MS);
      for (const one of left) if (!stuck.includes(one)) one.reject(AWAY());
      if (stuck.length > 0 && waiting.length === 0) await pause(LOOK_AGAIN_MS);
    }
    working = null;
  };

  /**
   * Answers a batch; what is left are bids on auctions that somebody else holds: those must not keep the
   * others waiting. Nor must one bid that breaks a batch: they are tried again, each alone.
   */
  const settle = async (
    batch: Waiting[],
    how: { skips: boolean; isRetry?: boolean },
  ): Promise<Waiting[]> => {
    try {
      const desk = await connection();
      const answers = await decideBatch(desk, batch, how.skips);
      return batch.filter((one, index) => {
        const answer = answers[index];
        if (answer) one.resolve(answer);
        return !answer;
      });
    } catch (error) {
      const isLost = error instanceof UnknownOutcome || !client;
      if (client) await client.query('rollback').catch(() => {});
      if (error instanceof LockTimeout) return settle(batch, { ...how, skips: true });
      if (isLost || (batch.length === 1 && how.isRetry)) {
        for (const one of batch) one.reject(isLost ? AWAY() : error);
        return [];
      }
      const left: Waiting[] = [];
      for (const one of batch) left.push(...(await settle([one], { ...how, isRetry: true })));
      return left;
    }
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

/**
 * Decides a batch in one transaction; the answers in the order of the requests, all of them on disk. Null
 * for a bid whose auction was skipped since somebody else holds it.
 */
async function decideBatch(
  client: pg.Client,
  waiting: Waiting[],
  skips: boolean,
): Promise<(BidAnswer | null)[]> {
  const batch = waiting.map((one) => one.request);
  const { facts, given, isLocked } = await inOneWrite(client, () =>
    lockAndRead(client, batch, skips),
  );
  const called = performance.now() - TRUSTED_MS;
  const stale = waiting.filter((one) => one.since < called).map((one) => one.request);
  if (stale.length > 0) facts.changed_callers = await readChangedCallers(client, stale);
  const outcome: DeskOutcome = { bids: [], terms: [], answers: [] };
  // Written only when all are decided: what an accepted bid is told is the standing after its batch.
  const answers = batch.map((request): (() => BidAnswer | null) => {
    if (!isLocked(request.auction_id)) return () => null;
    // It waited, and its session ended meanwhile (AUTH-8).
    if (facts.changed_callers.get(request.session_id) === null) return () => LOGGED_OUT;
    const before = givenBefore(given, request);
    if (before) return () => before;
    const hasAccepted = facts.accepted_terms.has(request.viewer.user_id);
    const decided = decide(request, facts);
    if ('refused' in decided) {
      // A refusal for what may change before a retry (the terms) is not an answer to keep.
      if ('bid' in decided.refused.body) keep(outcome, given, request, decided.refused);
      return () => decided.refused;
    }
    outcome.bids.push(decided.accepted);
    if (request.accepts_terms && !hasAccepted) outcome.terms.push(request.viewer.user_id);
    const answer: BidAnswer = { status: 201, body: {} };
    keep(outcome, given, request, answer);
    return () => Object.assign(answer, answerAccepted(decided.accepted, decided.auction));
  });
  const final = answers.map((answer) => answer());
  await inOneWrite(client, () => writeAndCommit(client, facts, outcome));
  return final;
}

/** Statements that go out together wake the database once, and cost one call of the system instead of six. */
function inOneWrite<T>(client: pg.Client, send: () => Promise<T>): Promise<T> {
  const { stream } = client.connection;
  stream.cork();
  const answers = send();
  stream.uncork();
  return answers;
}

/** The same key gets the same answer; with another body it is a fault of the caller (BID-8). */
function givenBefore(given: GivenAnswers, request: BidRequest): BidAnswer | null {
  if (request.key === null) return null;
  const before = given.get(keyOf(request.viewer.user_id, request.key));
  if (!before) return null;
  if (before.request === fingerprintOf(request)) return before;
  return { status: 422, body: { detail: KEY_TAKEN } };
}

function keep(
  outcome: DeskOutcome,
  given: GivenAnswers,
  request: BidRequest,
  answer: BidAnswer,
): void {
  if (request.key === null) return;
  const { user_id } = request.viewer;
  const entry = { user_id, key: request.key, request: fingerprintOf(request), answer };
  outcome.answers.push(entry);
  // A twin within the same batch gets the same answer object.
  given.set(keyOf(user_id, request.key), Object.assign(answer, { request: entry.request }));
}
