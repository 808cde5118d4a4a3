import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  type ModelAct,
  type ModelAnswer,
  type ModelRules,
  type ModelState,
  maxStateOf,
  play,
  topOf,
  UNTOUCHED,
} from '@restvarde/contract/bids/max-bid-model';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import type { Database } from '../src/db/pool.ts';
import type { Node } from '../src/node.ts';
import { type Bidder, makeBidder } from './bidders.ts';
import { makeAuction, makeCompany, makeStaff } from './factories.ts';
import type { TestNode } from './test-node.ts';

/** Acts at the same time: any order of them must explain the rows. */
const TOGETHER = 4;
const STATIONS = 4;
const ACTS_PER_AUCTION = 120;
/** Auctions at the same time. */
const LANES = 8;

/**
 * Plays random bids, maximums, their removal and removals of bids at several nodes at once, and compares rows, maximums
 * and answers with the model: those of some one order (AUTO-14). Throws at the first difference. Returns the counts.
 */
export async function playMaxBidActs(
  node: TestNode,
  others: Pick<Node, 'app'>[],
  { acts, random }: { acts: number; random: () => number },
): Promise<{ acts: number; auctions: number; bids: number; automatic: number }> {
  const counts = { acts: 0, auctions: 0, bids: 0, automatic: 0 };
  const lane = async () => {
    while (counts.acts < acts) {
      const played = Math.min(ACTS_PER_AUCTION, acts - counts.acts);
      counts.acts += played;
      const { bids } = await playAuction(node, [node, ...others], played, random);
      counts.auctions++;
      counts.bids += bids.length;
      counts.automatic += bids.filter((bid) => bid.is_automatic).length;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return counts;
}

/** Plays the acts of one auction, with its own company and stations. Returns its state. */
async function playAuction(
  node: TestNode,
  nodes: Pick<Node, 'app'>[],
  acts: number,
  random: () => number,
): Promise<ModelState> {
  const { db } = node.context.pool;
  const company = await makeCompany(db);
  const manager = await makeStaff(db, company);
  const bidders = await Promise.all(
    Array.from({ length: STATIONS }, () => makeBidder(node, company)),
  );
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const pick = <T>(all: readonly T[]) => all[upTo(all.length - 1)]!;
  const rules = anyRules(upTo);
  const auction = await makeAuction(db, {
    company,
    creator: manager,
    allows_max_bids: true,
    start_bid: rules.start_bid,
    reservation_price: rules.reserve === 0 ? null : rules.reserve,
    ladder: [...rules.ladder],
  });

  const perform = async (act: ModelAct): Promise<ModelAnswer> => {
    if (act.type === 'remove') {
      const url = `/api/auctions/${auction}/bids/${act.bid}`;
      const { status } = await node.call(manager, 'DELETE', url);
      return { status: status as ModelAnswer['status'] };
    }
    const bidder = bidders.find(({ id }) => id === act.station)!;
    const options = { on: pick(nodes), key: randomUUID() };
    const send = () =>
      act.type === 'bid'
        ? bidder.bid(auction, act.amount, options)
        : act.type === 'max'
          ? bidder.setMax(auction, act.amount, options)
          : bidder.removeMax(auction, options);
    let { status, body } = await send();
    // Its outcome is unknown, on a busy machine: the same key answers that (BID-8).
    while (status === 503) ({ status, body } = await send());
    const was_earlier = Object(body).code === 'max_was_earlier';
    return { status: status as ModelAnswer['status'], ...(was_earlier && { was_earlier }) };
  };

  let state = UNTOUCHED;
  for (let left = acts; left > 0; ) {
    const together = Array.from({ length: Math.min(left, 1 + upTo(TOGETHER - 1)) }, () =>
      anyAct(state, bidders, upTo, pick),
    );
    const answers = await Promise.all(together.map(perform));
    const stored = await readState(db, auction);
    const next = explain(rules, state, together, answers, stored);
    const facts = { rules, state: plain(state), together, answers, stored: plain(stored) };
    assert.ok(next, `no order of the acts explains what is stored: ${JSON.stringify(facts)}`);
    state = next;
    left -= together.length;
  }
  await compareViews(node, auction, bidders, state);
  return state;
}

function anyRules(upTo: (most: number) => number): ModelRules {
  const from = [0, ...Array.from({ length: upTo(3) }, () => 1 + upTo(80))];
  const starts = [...new Set(from)].sort((a, b) => a - b);
  const ladder: BidIncrement[] = starts.map((min_price, n) => ({
    min_price,
    max_price: starts[n + 1] ?? 1_000,
    increment: 1 + upTo(8),
  }));
  const start_bid = upTo(20);
  return { ladder, start_bid, reserve: upTo(2) === 0 ? start_bid + 1 + upTo(100) : 0 };
}

function anyAct(
  state: ModelState,
  bidders: readonly Bidder[],
  upTo: (most: number) => number,
  pick: <T>(all: readonly T[]) => T,
): ModelAct {
  const station = pick(bidders).id;
  const highest = topOf(state)?.amount ?? 0;
  const dice = upTo(11);
  if (dice === 0) return { type: 'take back', station };
  if (dice === 1 && state.bids.length > 0) return { type: 'remove', bid: pick(state.bids).id };
  // Around the highest bid and the maximums, so that all cases are met, equal amounts too.
  const maximums = [...state.max_bids.values()];
  const near = dice < 5 && maximums.length > 0 ? pick(maximums) + upTo(4) - 2 : highest + upTo(24);
  return { type: dice % 2 === 0 ? 'max' : 'bid', station, amount: Math.max(1, near) };
}

/** The state after some order of the acts that gives these answers and what is stored; null if there is none. */
function explain(
  rules: ModelRules,
  state: ModelState,
  acts: ModelAct[],
  answers: ModelAnswer[],
  stored: ModelState,
): ModelState | null {
  if (acts.length === 0) return plain(state) === plain(stored) ? state : null;
  for (const [n, act] of acts.entries()) {
    const one = play(rules, state, act);
    const { status, was_earlier } = answers[n]!;
    if (one.answer.status !== status || one.answer.was_earlier !== was_earlier) continue;
    const rest = explain(rules, one.state, acts.toSpliced(n, 1), answers.toSpliced(n, 1), stored);
    if (rest) return rest;
  }
  return null;
}

/** A state as text, to compare. */
function plain({ bids, max_bids }: ModelState): string {
  return JSON.stringify([bids, [...max_bids].sort(([a], [b]) => a - b)]);
}

async function readState(db: Database, auction: number): Promise<ModelState> {
  const [bids, changes, standing] = await Promise.all([
    db.selectFrom('bids').selectAll().where('auction_id', '=', auction).orderBy('id').execute(),
    db.selectFrom('max_bids').selectAll().where('auction_id', '=', auction).orderBy('id').execute(),
    db
      .selectFrom('auction_standings')
      .selectAll()
      .where('auction_id', '=', auction)
      .executeTakeFirstOrThrow(),
  ]);
  const newest = new Map(changes.map((row) => [row.service_station_id, row.amount]));
  const state: ModelState = {
    bids: bids.map((bid) => ({
      is_automatic: bid.is_automatic,
      called_by: bid.called_by,
      is_removed: bid.removed_at !== null,
      id: bid.id,
      station: bid.service_station_id,
      amount: bid.amount,
      minimum: bid.minimum,
    })),
    max_bids: new Map([...newest].flatMap(([id, max]) => (max === null ? [] : [[id, max]]))),
  };
  const top = topOf(state);
  assert.deepEqual(
    [standing.highest_bid, standing.leading_bid_id, standing.bid_count, standing.max_bid],
    [
      top?.amount ?? null,
      top?.id ?? null,
      state.bids.filter((bid) => !bid.is_removed).length,
      (top && state.max_bids.get(top.station)) ?? null,
    ],
  );
  return state;
}

/** What each station is shown of its maximum (AUTO-7). */
async function compareViews(
  node: TestNode,
  auction: number,
  bidders: readonly Bidder[],
  state: ModelState,
): Promise<void> {
  for (const { id, user_id } of bidders) {
    const { body } = await node.call(user_id, 'GET', `/api/auctions/${auction}`);
    assert.deepEqual(
      [body.my_max_bid, body.my_max_state],
      [state.max_bids.get(id) ?? null, maxStateOf(state, id)],
    );
  }
}
