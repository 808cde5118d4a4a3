import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { closeAll } from '../auctions/close-all.ts';
import type { Bidder } from '../bidders.ts';
import { type AuctionValues, shiftAuction } from '../factories.ts';
import { makeSeller, type Seller } from '../seller.ts';
import type { Answer, TestNode } from '../test-node.ts';

/** A seller, for what happens after an auction's end. */
export interface SaleWorld extends Seller {
  /** A closed auction that ended a day ago, with these bids by Ada and Bo in turn. */
  end(values?: Partial<AuctionValues>, bids?: number[]): Promise<number>;
  /** An auction as of `end`, without a reserve: Bo has won and was notified. */
  sell(values?: Partial<AuctionValues>): Promise<number>;
  /** Makes an offer to a bid's station, of 58 000 kr by default. */
  offer(auction: number, bid: number, terms?: object): Promise<Answer>;
  answer(bidder: Bidder, offer: number, how: 'accept' | 'decline'): Promise<Answer>;
  /** Moves a sale's times back until its decision time, or its open offer, has expired. */
  pass(auction: number, what: 'decision' | 'offer'): Promise<void>;
  /** The actions in «Historik», without those before the end. */
  history(auction: number): Promise<string[]>;
}

const DAY_S = 86_400;

export async function makeSaleWorld(node: TestNode): Promise<SaleWorld> {
  const { db } = node.context.pool;
  const seller = await makeSeller(node);
  const { act } = seller;
  const end: SaleWorld['end'] = async (values = {}, bids = [50_000, 52_000]) => {
    const id = await seller.makeOpen({ reservation_price: 60_000, decision_days: 2, ...values });
    await seller.bidByTurns(id, bids);
    await shiftAuction(db, id, -2 * DAY_S);
    await closeAll(node);
    return id;
  };
  return {
    ...seller,
    end,
    async sell(values = {}) {
      const id = await end({ reservation_price: null, ...values });
      assert.equal((await act(id, 'notify-winner')).status, 200);
      return id;
    },
    offer: (auction, bid, terms = {}) =>
      act(auction, `bids/${bid}/offers`, { amount: 58_000, ...terms }),
    answer: (bidder, offer, how) =>
      node.call(
        bidder.user_id,
        'POST',
        `/api/offers/${offer}/${how}`,
        how === 'accept' ? {} : undefined,
      ),
    async pass(auction, what) {
      await (what === 'decision'
        ? sql`update auction_standings set decision_due_at = now_ms() where auction_id = ${auction}`
        : sql`
            update offers set created_at = created_at - interval '9 days', expires_at = now_ms()
            where auction_id = ${auction} and state = 'open'`
      ).execute(db);
    },
    async history(auction) {
      const { rows } = await sql<{ action: string }>`
        select action from audit_log where auction_id = ${auction} and action <> 'close' order by id`.execute(
        db,
      );
      return rows.map(({ action }) => action);
    },
  };
}
