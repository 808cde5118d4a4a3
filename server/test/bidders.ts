import assert from 'node:assert/strict';
import type { Node } from '../src/node.ts';
import { makeStation, type Station } from './factories.ts';
import type { Answer, TestNode } from './test-node.ts';

export interface BidOptions {
  /** Where the bid is placed; the node itself by default. */
  on?: Pick<Node, 'app'>;
  key?: string;
  /** Accepts the terms with this bid. */
  terms?: boolean;
}

/** A station that bids by HTTP. */
export interface Bidder extends Station {
  access: string;
  bid(auction: number, amount: unknown, options?: BidOptions): Promise<Answer & { raw: string }>;
  /** Bids, and throws unless the bid is accepted. */
  place(auction: number, amount: number, options?: BidOptions): Promise<void>;
}

/** A station of `company` with its user, logged in. */
export async function makeBidder(
  node: TestNode,
  company: number,
  values: Parameters<typeof makeStation>[2] = {},
): Promise<Bidder> {
  const station = await makeStation(node.context.pool.db, company, values);
  const { access } = await node.logIn(station.user_id);
  const bid: Bidder['bid'] = async (auction, amount, { on = node, key, terms } = {}) => {
    const reply = await on.app.inject({
      method: 'POST',
      url: `/api/auctions/${auction}/bids`,
      headers: {
        authorization: `Bearer ${access}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      payload: { bid: amount, ...(terms === undefined ? {} : { has_accepted_terms: terms }) },
    });
    return {
      status: reply.statusCode,
      body: reply.json(),
      raw: reply.body,
      headers: reply.headers,
    };
  };
  return {
    ...station,
    access,
    bid,
    async place(auction, amount, options) {
      const { status, raw } = await bid(auction, amount, options);
      assert.equal(status, 201, raw);
    },
  };
}
