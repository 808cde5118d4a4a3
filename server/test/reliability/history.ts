import { BID_SENTENCE } from '@restvarde/contract/bids/bid-rules';

/** One bid as its bidder saw it, however often the call was sent. Times are of one clock, in ms. */
export interface BidCall {
  auction: number;
  station: number;
  amount: number;
  called: number;
  /** Null: it never had an answer that says whether it stands. */
  returned: number | null;
  status: number | null;
  /** Why it was refused. */
  sentence: string | null;
}

/** A bid as it is stored in the end. */
export interface StoredBid {
  auction: number;
  id: number;
  station: number;
  amount: number;
}

/** What became of an auction in the end. */
export interface StoredAuction {
  id: number;
  start_bid: number;
  sealed: boolean;
  /** Of the same clock as the calls. */
  end: number;
  /** Lines of its history that say that it was closed. */
  closings: number;
  is_closed: boolean;
}

/** A message of a socket, in the order in which it came. */
export interface HeardMessage {
  socket: string;
  auction: number;
  /** `at` of the message. */
  at: string;
  bid: number | null;
  end_dt: string;
}

export interface History {
  calls: BidCall[];
  bids: StoredBid[];
  auctions: StoredAuction[];
  heard: HeardMessage[];
}

/** What must never be found in a history, each by its name. */
export const CHECKS = {
  'acknowledged bids that are lost': lost,
  'bids that nobody placed': unasked,
  'bids that stand though they were refused': refusedAndStored,
  'bids that overtook one answered before they were placed': overtaking,
  'refusals that no state of the auction explains': unexplained,
  'auctions past their end that are not closed exactly once': notClosedOnce,
  'live messages out of order': unordered,
} satisfies Record<string, (history: History) => unknown[]>;

export type Check = keyof typeof CHECKS;

const nameOf = (bid: Pick<StoredBid, 'auction' | 'station' | 'amount'>) =>
  `${bid.auction} ${bid.station} ${bid.amount}`;

const accepted = ({ calls }: History) => calls.filter((call) => call.status === 201);

function lost(history: History): BidCall[] {
  const stored = new Set(history.bids.map(nameOf));
  return accepted(history).filter((call) => !stored.has(nameOf(call)));
}

function unasked({ calls, bids }: History): StoredBid[] {
  const asked = new Set(calls.map(nameOf));
  return bids.filter((bid) => !asked.has(nameOf(bid)));
}

/** A retry by the same key gets the first answer: what stands is never called too low (BID-8). */
function refusedAndStored({ calls, bids }: History): BidCall[] {
  const stored = new Set(bids.map(nameOf));
  return calls.filter((call) => call.status === 400 && stored.has(nameOf(call)));
}

/** Who was answered before another called stands before it. */
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

/** Of an open auction: too low only beside a bid as high that may have come by then; ended only at its end. */
function unexplained(history: History): BidCall[] {
  const auctions = new Map(history.auctions.map((auction) => [auction.id, auction]));
  const called = new Map(history.calls.map((call) => [nameOf(call), call.called]));
  const bidsOf = Map.groupBy(history.bids, (bid) => bid.auction);
  return history.calls.filter((call) => {
    const auction = auctions.get(call.auction);
    if (call.status !== 400 || call.returned === null || !auction) return false;
    const { returned } = call;
    if (call.sentence === BID_SENTENCE.ended) return returned < auction.end;
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

/** Of one socket and auction neither the order of messages, nor the highest bid, nor the end goes back. */
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

/** Faults that are put into a copy of a history, each by the check that has to find it. */
const SEEDED: Record<Check, (history: History) => void> = {
  'acknowledged bids that are lost': (history) => {
    const [call] = accepted(history);
    history.bids = history.bids.filter((bid) => nameOf(bid) !== nameOf(call!));
  },
  'bids that nobody placed': ({ bids }) => {
    bids.push({ ...bids[0]!, id: 999_999, amount: 999_999_998 });
  },
  'bids that stand though they were refused': (history) => {
    const stored = new Set(history.bids.map(nameOf));
    const call = history.calls.find((one) => stored.has(nameOf(one)))!;
    history.calls = history.calls.map((one) =>
      one === call ? { ...one, status: 400, sentence: 'Budet är för lågt.' } : one,
    );
  },
  'bids that overtook one answered before they were placed': (history) => {
    const calls = new Map(history.calls.map((call) => [nameOf(call), call]));
    for (const early of history.bids) {
      const late = history.bids.find(
        (bid) =>
          bid.auction === early.auction &&
          calls.get(nameOf(early))?.status === 201 &&
          calls.get(nameOf(early))!.returned! < (calls.get(nameOf(bid))?.called ?? 0),
      );
      if (!late) continue;
      const [first, second] = [early.id, late.id];
      history.bids = history.bids.map((bid) =>
        bid === early ? { ...bid, id: second } : bid === late ? { ...bid, id: first } : bid,
      );
      return;
    }
  },
  'refusals that no state of the auction explains': (history) => {
    const auction = history.auctions.find(({ sealed }) => !sealed)!;
    const call = history.calls.find((one) => one.auction === auction.id)!;
    history.calls.push({
      ...call,
      amount: 999_999_997,
      status: 400,
      sentence: 'Budet är för lågt.',
      returned: call.called + 1,
    });
  },
  'auctions past their end that are not closed exactly once': ({ auctions }) => {
    auctions[0] = { ...auctions[0]!, closings: auctions[0]!.closings + 1 };
  },
  'live messages out of order': (history) => {
    history.heard.push({
      ...history.heard[0]!,
      at: '2000-01-01T00:00:00.000Z',
    });
  },
};

/** Puts a fault for each check into a copy of a history; returns the checks that do not find theirs. */
export function blindChecks(history: History): Check[] {
  return (Object.keys(CHECKS) as Check[]).filter((check) => {
    const copy = { ...history };
    for (const part of ['calls', 'bids', 'auctions', 'heard'] as const) {
      Object.assign(copy, { [part]: [...history[part]] });
    }
    const before = CHECKS[check](history).length;
    SEEDED[check](copy);
    return CHECKS[check](copy).length <= before;
  });
}
