import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { between, pick, type Random } from '../../demo/src/random.ts';
import type { BidWorld, RunBidder } from './bid-world.ts';
import type { BidCall } from './history.ts';

/** Milliseconds since the epoch by a clock that never jumps; the database of this machine tells the same time. */
export const now = () => performance.timeOrigin + performance.now();

/** So long a client waits for an answer before it asks again by the same key; and for all of them. */
const ANSWER_LIMIT_MS = 4_000;
const PATIENCE_MS = 30_000;

/** Bids by all stations, on any of the nodes, until it is stopped; each rests for up to `restMs` after a bid. */
export function startBidding(
  { bidders, auctions }: BidWorld,
  addresses: string[],
  random: Random,
  restMs = 60,
): { calls: BidCall[]; stop(): Promise<void> } {
  const calls: BidCall[] = [];
  /** What was last bid on each, by anyone. */
  const highest = new Map<number, number>();
  let isOver = false;

  const bid = async (bidder: RunBidder) => {
    const auction = pick(random, auctions);
    // No amount of an auction is said twice: by it a call is told from another. Some come too late, and too low.
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
    // Some ask all nodes at once, as a proxy does that sends a call again.
    let asked = random() < 0.1 ? addresses : [pick(random, addresses)];
    while (now() - call.called < PATIENCE_MS) {
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

/** An answer that says whether the bid stands; null: none came, or one that says to ask again. */
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
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
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
