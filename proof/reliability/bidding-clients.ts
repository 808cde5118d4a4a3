import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { between, pick, type Random } from '../../demo/src/random.ts';
import type { BidWorld, RunBidder } from './bid-world.ts';
import type { BidCall } from './history.ts';

/** Milliseconds since the epoch by a monotonic clock. The database of this machine has the same time. */
export const now = () => performance.timeOrigin + performance.now();

/** A client's timeout before it retries with the same key, and its total timeout. */
const ANSWER_TIMEOUT_MS = 4_000;
const GIVE_UP_AFTER_MS = 30_000;

/** Bids by all stations on any node, until it is stopped. Each pauses for up to `restMs` after a bid. */
export function startBidding(
  { bidders, auctions }: BidWorld,
  addresses: string[],
  random: Random,
  restMs = 60,
): { calls: BidCall[]; stop(): Promise<void> } {
  const calls: BidCall[] = [];
  /** The last amount on each auction. */
  const highest = new Map<number, number>();
  let isOver = false;

  const bid = async (bidder: RunBidder) => {
    const auction = pick(random, auctions);
    // Amounts are unique within an auction, to identify calls. Some are late and too low.
    const raised = (highest.get(auction) ?? 0) + 10;
    highest.set(auction, raised);
    const amount = random() < 0.2 ? Math.max(1, raised - 15) : raised;
    const key = randomUUID();
    const call: BidCall = {
      auction,
      station: bidder.station,
      amount,
      called: now(),
      returned: null,
      status: null,
      sentence: null,
      answered_by: null,
      also: [],
    };
    calls.push(call);
    const sendTo = (address: string) => send(address, bidder, call, key);
    // Some are sent to all nodes at once, like a proxy's retries.
    let asked = random() < 0.1 ? addresses : [pick(random, addresses)];
    while (now() - call.called < GIVE_UP_AFTER_MS) {
      const replies = (await Promise.all(asked.map(sendTo))).filter((reply) => reply !== null);
      const [first] = replies;
      if (first) {
        const also = replies.map(({ status, sentence }) => `${status} ${sentence}`);
        Object.assign(call, { returned: now(), ...first, also });
        return;
      }
      const waitMs = between(random, 10, 50);
      await pause(waitMs);
      asked = [addresses[(addresses.indexOf(asked[0]!) + 1) % addresses.length]!];
    }
  };
  const working = bidders.map(async (bidder) => {
    while (!isOver) {
      await bid(bidder);
      const waitMs = between(random, 0, restMs);
      await pause(waitMs);
    }
  });
  return {
    calls,
    async stop() {
      isOver = true;
      await Promise.all(working);
    },
  };
}

/** An answer that decides the bid; null if there is none, or one that asks to retry. */
async function send(
  address: string,
  bidder: RunBidder,
  call: BidCall,
  key: string,
): Promise<Pick<BidCall, 'sentence' | 'status' | 'answered_by'> | null> {
  try {
    const reply = await fetch(`http://${address}/api/auctions/${call.auction}/bids`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bidder.access}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ bid: call.amount }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const body = (await reply.json()) as { bid?: unknown; detail?: string };
    const sentence = Array.isArray(body.bid) ? String(body.bid[0]) : (body.detail ?? null);
    if (reply.status >= 500 || reply.status === 429) {
      call.sentence = `${reply.status} ${sentence}`;
      return null;
    }
    return { status: reply.status, sentence, answered_by: address };
  } catch {
    return null;
  }
}
