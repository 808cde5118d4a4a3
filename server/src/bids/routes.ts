import * as calls from '@restvarde/contract/bids/bids';
import * as own from '@restvarde/contract/bids/my-bids';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { DomainError } from '../http/domain-error.ts';
import { readKey } from '../http/idempotency.ts';
import { route } from '../http/route.ts';
import { countWhile } from '../jobs/under-way.ts';
import type { BidDesk } from './bid-desk.ts';
import { listBids } from './list-bids.ts';
import { listMyBids } from './my-bids.ts';
import { removeBid } from './remove-bid.ts';

export function bidRoutes(app: FastifyInstance, context: AppContext, desk: BidDesk): void {
  const { pool } = context;

  route(
    app,
    context,
    calls.placeBid,
    async ({ viewer, session_id, params, body, headers }) => {
      const bid = {
        auction_id: params.id,
        session_id,
        viewer,
        amount: body.bid,
        accepts_terms: body.has_accepted_terms === true,
        key: readKey(headers),
      };
      const answer = await countWhile(context.bidding, () => desk.place(bid));
      if (answer.status !== 201)
        throw new DomainError(answer.status, answer.body as DomainError['body']);
      return answer.body as calls.PlacedBid;
    },
    'bids',
  );

  route(app, context, calls.listBids, ({ viewer, params, query }) =>
    listBids(pool.db, viewer, params.id, query.cursor),
  );

  route(app, context, own.listMyBids, ({ viewer }) => listMyBids(pool.db, viewer));

  route(app, context, calls.removeBid, async ({ viewer, params }) => {
    await removeBid(context, viewer, params.id, params.bidId);
    return undefined;
  });
}
