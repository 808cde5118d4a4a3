import { BID_SENTENCE } from '@restvarde/contract/bids/bid-rules';
import { sql } from 'kysely';
import { verifyChain } from '../../server/src/chain/verify-chain.ts';
import type { Database } from '../../server/src/db/pool.ts';
import { checkInvariants } from '../../server/test/check-invariants.ts';
import { TEST_SECRET } from '../../server/test/test-node.ts';

/** One bid as its client saw it, over all retries. Times are of one clock, in ms. */
export interface BidCall {
  auction: number;
  station: number;
  amount: number;
  called: number;
  /** Null if no answer decided it. */
  returned: number | null;
  status: number | null;
  /** The reason of the refusal or of the last missing answer. */
  sentence: string | null;
  /** The node that answered. */
  answered_by: string | null;
  /** Other nodes' answers to the same key. */
  also: string[];
}

/** A stored bid. */
export interface StoredBid {
  auction: number;
  id: number;
  station: number;
  amount: number;
}

/** A stored auction. */
export interface StoredAuction {
  id: number;
  start_bid: number;
  sealed: boolean;
  /** By the clock of the calls. */
  end: number;
  /** Number of `close` entries in the audit log. */
  closings: number;
  is_closed: boolean;
}

/** A message of a socket, in order of arrival. */
export interface HeardMessage {
  socket: string;
  auction: number;
  /** The message's `at`. */
  at: string;
  bid: number | null;
  end_dt: string;
  heard_at: number;
}

/** The time for which a socket was open and complete; `to` is null until the run's end. */
export interface SocketLife {
  socket: string;
  from: number;
  to: number | null;
}

export interface History {
  calls: BidCall[];
  bids: StoredBid[];
  auctions: StoredAuction[];
  heard: HeardMessage[];
  lives: SocketLife[];
  /** End of the run. */
  until: number;
  /** Times during which the database's clock was wrong. */
  jumps: { from: number; to: number }[];
}

/** Violations that a history must not have, by name. */
export const CHECKS = {
  'acknowledged bids that are lost': lost,
  'bids that nobody placed': unasked,
  'refused bids that are stored': refusedAndStored,
  'bids with a lower id than one answered before they were sent': overtaking,
  'refusals that no state of the auction explains': unexplained,
  'auctions past their end that are not closed exactly once': notClosedOnce,
  'live messages out of order': unordered,
  'open pages that missed a bid': missedBids,
  'calls whose key was answered in two ways': answeredTwice,
} satisfies Record<string, (history: History) => unknown[]>;

export type Check = keyof typeof CHECKS;

export const nameOf = (bid: Pick<StoredBid, 'auction' | 'station' | 'amount'>) =>
  `${bid.auction} ${bid.station} ${bid.amount}`;

export const accepted = ({ calls }: History) => calls.filter((call) => call.status === 201);

function lost(history: History): BidCall[] {
  const stored = new Set(history.bids.map(nameOf));
  return accepted(history).filter((call) => !stored.has(nameOf(call)));
}

function unasked({ calls, bids }: History): StoredBid[] {
  const asked = new Set(calls.map(nameOf));
  return bids.filter((bid) => !asked.has(nameOf(bid)));
}

/** A retry gets the first answer: a stored bid is never refused as too low (BID-8). */
function refusedAndStored({ calls, bids }: History): BidCall[] {
  const stored = new Set(bids.map(nameOf));
  return calls.filter((call) => call.status === 400 && stored.has(nameOf(call)));
}

/** A bid answered before another was sent has the lower id. */
function overtaking(history: History): StoredBid[] {
  const calls = new Map(history.calls.map((call) => [nameOf(call), call]));
  const found: StoredBid[] = [];
  for (const bids of Map.groupBy(history.bids, (bid) => bid.auction).values()) {
    let latestCalled = -Infinity;
    for (const bid of bids.toSorted((a, b) => a.id - b.id)) {
      const call = calls.get(nameOf(bid));
      if (!call) continue;
      if (call.returned !== null && call.status === 201 && call.returned < latestCalled) {
        found.push(bid);
      }
      latestCalled = Math.max(latestCalled, call.called);
    }
  }
  return found;
}

/** In open auctions a bid is too low only if a bid as high may have been placed, and late only after the end. */
function unexplained(history: History): BidCall[] {
  const auctions = new Map(history.auctions.map((auction) => [auction.id, auction]));
  const called = new Map(history.calls.map((call) => [nameOf(call), call.called]));
  const bidsOf = Map.groupBy(history.bids, (bid) => bid.auction);
  return history.calls.filter((call) => {
    const auction = auctions.get(call.auction);
    if (call.status !== 400 || call.returned === null || !auction) return false;
    const { returned } = call;
    if (call.sentence === BID_SENTENCE.ended) {
      const isByJump = history.jumps.some(({ from, to }) => from <= returned && call.called <= to);
      return returned < auction.end && !isByJump;
    }
    if (call.amount < auction.start_bid) return false;
    const rivals = bidsOf.get(call.auction) ?? [];
    return !rivals.some(
      (bid) =>
        bid.amount >= call.amount &&
        (!auction.sealed || bid.station === call.station) &&
        (called.get(nameOf(bid)) ?? -Infinity) <= returned,
    );
  });
}

function notClosedOnce({ auctions }: History): StoredAuction[] {
  return auctions.filter(({ is_closed, closings }) => closings !== (is_closed ? 1 : 0));
}

/** Per socket and auction, neither order, highest bid nor end goes back. */
function unordered({ heard }: History): HeardMessage[] {
  const last = new Map<string, HeardMessage>();
  return heard.filter((message) => {
    const key = `${message.socket} ${message.auction}`;
    const before = last.get(key);
    last.set(key, message);
    return (
      before !== undefined &&
      (message.at < before.at ||
        message.end_dt < before.end_dt ||
        (message.bid ?? 0) < (before.bid ?? 0))
    );
  });
}

/** A silent socket is closed within ten seconds, later on a busy machine. */
const MESSAGE_LIMIT_MS = 15_000;

/** An open socket gets each bid of an open auction, or a higher one. */
function missedBids(history: History): string[] {
  const sealed = new Set(history.auctions.filter((one) => one.sealed).map(({ id }) => id));
  const heard = Map.groupBy(history.heard, ({ socket, auction }) => `${socket} ${auction}`);
  const calls = accepted(history).filter(({ auction }) => !sealed.has(auction));
  const found: string[] = [];
  for (const { socket, from, to } of history.lives) {
    for (const { auction, amount, called, returned } of calls) {
      const latest = returned! + MESSAGE_LIMIT_MS;
      if (from > called || (to ?? history.until) < latest) continue;
      const messages = heard.get(`${socket} ${auction}`) ?? [];
      if (!messages.some((one) => (one.bid ?? 0) >= amount && one.heard_at <= latest)) {
        found.push(`${socket} of ${amount} on ${auction}`);
      }
    }
  }
  return found;
}

function answeredTwice({ calls }: History): BidCall[] {
  return calls.filter((call) => new Set(call.also).size > 1);
}

/** Auctions past their end that are not closed. */
export async function unclosed(db: Database): Promise<number[]> {
  const { rows } = await sql<{ auction_id: number }>`
    select auction_id from auction_standings where closed_at is null and end_dt <= now_ms()`.execute(
    db,
  );
  return rows.map((row) => row.auction_id);
}

/** The stored bids and auctions in the form of a history. */
export async function readStored(db: Database): Promise<Pick<History, 'bids' | 'auctions'>> {
  const { rows: bids } = await sql<History['bids'][number]>`
    select auction_id as auction, id, service_station_id as station, amount from bids`.execute(db);
  const { rows: auctions } = await sql<History['auctions'][number]>`
    select a.id, a.start_bid, a.hidden_bids as sealed, extract(epoch from s.end_dt)::float8 * 1000 as end,
      s.closed_at is not null as is_closed,
      (select count(*) from audit_log l where l.auction_id = a.id and l.action = 'close') as closings
    from auctions a join auction_standings s on s.auction_id = a.id
    order by a.id`.execute(db);
  return { bids, auctions };
}

/** Violations of the bidding rules and of the hash chain, as sentences. */
export async function findBroken(db: Database, auctions: number[]): Promise<string[]> {
  const broken: string[] = [];
  for (const auction of auctions) {
    await checkInvariants(db, auction).catch((error: Error) => broken.push(error.message));
  }
  const { faults } = await verifyChain(db, { secrets: [TEST_SECRET] });
  return [...broken, ...faults];
}
