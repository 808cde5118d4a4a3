import * as calls from '@restvarde/contract/bids/bids';
import * as maxBids from '@restvarde/contract/bids/max-bids';
import * as own from '@restvarde/contract/bids/my-bids';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { DomainError } from '../http/domain-error.ts';
import { readKey } from '../http/idempotency.ts';
import { route } from '../http/route.ts';
import { countWhile } from '../jobs/under-way.ts';
import type { BidDesk } from './bid-desk.ts';
import type { BidRequest } from './desk-decisions.ts';
import { listBids, listMyBids } from './list-bids.ts';
import { removeBid } from './remove-bid.ts';

/** The caller of a request, and its auction. */
type AuctionRequest = Pick<BidRequest, 'viewer' | 'session_id'> & {
  params: { id: number };
  headers: Parameters<typeof readKey>[0];
};

export function bidRoutes(app: FastifyInstance, context: AppContext, desk: BidDesk): void {
  const { pool } = context;

  /** Decides a request at the desk. Returns the body of its success. */
  const decide = async (
    kind: BidRequest['kind'],
    { viewer, session_id, params, headers }: AuctionRequest,
    given: { amount: number; has_accepted_terms?: boolean | undefined },
  ) => {
    const request: BidRequest = {
      kind,
      auction_id: params.id,
      session_id,
      viewer,
      amount: given.amount,
      accepts_terms: given.has_accepted_terms === true,
      key: readKey(headers),
    };
    const { status, body } = await countWhile(context.bidding, () => desk.place(request));
    if (status >= 400) throw new DomainError(status, body as DomainError['body']);
    return body;
  };

  route(
    app,
    context,
    calls.placeBid,
    async ({ body, ...request }) =>
      (await decide('bid', request, { ...body, amount: body.bid })) as calls.PlacedBid,
    'bids',
  );

  route(
    app,
    context,
    maxBids.setMaxBid,
    async ({ body, ...request }) =>
      (await decide('max_bid', request, {
        ...body,
        amount: body.max_bid,
      })) as maxBids.SetMaxBidReply,
    'bids',
  );

  route(
    app,
    context,
    maxBids.removeMaxBid,
    async (request) => {
      await decide('remove_max_bid', request, { amount: 0 });
    },
    'bids',
  );

  route(app, context, calls.listBids, ({ viewer, params, query }) =>
    listBids(pool.db, viewer, params.id, query.cursor),
  );

  route(app, context, own.listMyBids, ({ viewer }) => listMyBids(pool.db, viewer));

  route(app, context, calls.removeBid, ({ viewer, params }) =>
    removeBid(context, viewer, params.id, params.bidId),
  );
}
