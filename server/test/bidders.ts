import assert from 'node:assert/strict';
import type { Node } from '../src/node.ts';
import { makeStation, type Station } from './factories.ts';
import type { Answer, TestNode } from './test-node.ts';

export interface BidOptions {
  /** The node that gets the bid; the station's own by default. */
  on?: Pick<Node, 'app'>;
  key?: string;
  /** Accepts the terms with this bid. */
  terms?: boolean;
}

/** A station that bids by HTTP. */
export interface Bidder extends Station {
  access: string;
  bid(auction: number, amount: unknown, options?: BidOptions): Promise<Answer & { raw: string }>;
  /** Sets a maximum. */
  setMax(auction: number, amount: unknown, options?: BidOptions): Promise<Answer & { raw: string }>;
  /** Takes its maximum back. */
  removeMax(auction: number, options?: BidOptions): Promise<Answer & { raw: string }>;
  /** Bids. Throws if the bid is refused. */
  place(auction: number, amount: number, options?: BidOptions): Promise<void>;
}

/** A station of `company` with a logged-in user. */
export async function makeBidder(
  node: TestNode,
  company: number,
  values: Parameters<typeof makeStation>[2] = {},
): Promise<Bidder> {
  const station = await makeStation(node.context.pool.db, company, values);
  const { access } = await node.logIn(station.user_id);
  const send = async (
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload: object | undefined,
    { on = node, key, terms }: BidOptions = {},
  ) => {
    const accepts = terms === undefined ? {} : { has_accepted_terms: terms };
    const reply = await on.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${access}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(payload && { payload: { ...payload, ...accepts } }),
    });
    return {
      status: reply.statusCode,
      body: reply.body === '' ? null : reply.json(),
      raw: reply.body,
      headers: reply.headers,
    };
  };
  const bid: Bidder['bid'] = (auction, amount, options) =>
    send('POST', `/api/auctions/${auction}/bids`, { bid: amount }, options);
  return {
    ...station,
    access,
    bid,
    setMax: (auction, amount, options) =>
      send('PUT', `/api/auctions/${auction}/max-bid`, { max_bid: amount }, options),
    removeMax: (auction, options) =>
      send('DELETE', `/api/auctions/${auction}/max-bid`, undefined, options),
    async place(auction, amount, options) {
      const { status, raw } = await bid(auction, amount, options);
      assert.equal(status, 201, raw);
    },
  };
}
