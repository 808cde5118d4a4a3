import { BID_SENTENCE } from '@restvarde/contract/bids/bid-rules';
import { TERMS_VERSION } from '@restvarde/contract/bids/bids';
import type { Viewer } from '@restvarde/contract/roles';
import { OFFER_SENTENCE } from '@restvarde/contract/sale/offer-rules';
import { sql } from 'kysely';
import type { WinnerJob } from '../auctions/emails/winner.email.tsx';
import type { AppContext } from '../context.ts';
import type { Queryable, Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { actOnSale } from './act-on-sale.ts';
import type { OfferAnsweredJob } from './emails/offer-answered.email.tsx';
import type { OpenOffer, Sale } from './sale.ts';
import { settleOffer } from './settle-offer.ts';

interface OwnOffer {
  id: number;
  auction_id: number;
  state: string;
  reason: string | null;
  reason_code: string | null;
}

/** Returns an offer to the caller's station. Throws 404 for any other offer (GEN-5). */
async function findOwnOffer(db: Queryable, viewer: Viewer, id: number): Promise<OwnOffer> {
  const { rows } = await sql<OwnOffer>`
    select o.id, o.auction_id, o.state, o.reason, o.reason_code
    from offers o join bids b on b.auction_id = o.auction_id and b.id = o.bid_id
    where o.id = ${id} and b.service_station_id = ${viewer.service_station_id}`.execute(db);
  if (!rows[0]) throw refuse.notFound();
  return rows[0];
}

/** Returns the offer if it is the open one, under the lock. */
function openOf(sale: Sale, id: number): OpenOffer {
  if (sale.open_offer?.id !== id) throw refuse.detail(OFFER_SENTENCE.notOpen);
  return sale.open_offer;
}

/**
 * Accepts an offer: the station has bought the object and is notified, in one transaction (OFFER-9). The purchase
 * is added to the bids; the auction's standing does not change otherwise. Accepting again returns the first
 * answer.
 * @throws DomainError 404 if it is not an offer to the caller's station; 400 if it is closed, and at
 * `has_accepted_terms`
 */
export async function acceptOffer(
  context: AppContext,
  viewer: Viewer,
  id: number,
  hasAcceptedTerms: boolean,
): Promise<number> {
  const { auction_id } = await findOwnOffer(context.pool.db, viewer, id);
  await actOnSale(context, viewer, auction_id, async (tx, sale) => {
    const offer = await findOwnOffer(tx, viewer, id);
    if (offer.state === 'accepted' && sale.is_bought) return null;
    const open = openOf(sale, id);
    await acceptTerms(tx, viewer, hasAcceptedTerms);
    await settleOffer(tx, open, 'accepted', sale.now);
    const bid_id = await insertBid(tx, viewer, sale, open);
    return {
      action: 'accept offer',
      after: { winning_bid_id: bid_id, amount: open.amount },
      standing: {
        winning_bid_id: bid_id,
        winner_reason: offer.reason,
        winner_reason_code: offer.reason_code,
        winner_notified_at: sale.now,
      },
      emails: [{ kind: 'winner', auction_id, bid_id } satisfies WinnerJob],
      stations: [open.service_station_id],
      is_open: true,
    };
  });
  return auction_id;
}

/** BID-2: the current terms must have been accepted, now or before. */
async function acceptTerms(tx: Tx, viewer: Viewer, accepts: boolean): Promise<void> {
  if (accepts) {
    await tx
      .insertInto('accepted_terms')
      .values({ user_id: viewer.user_id, version: TERMS_VERSION })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  const accepted = await tx
    .selectFrom('accepted_terms')
    .select('user_id')
    .where('user_id', '=', viewer.user_id)
    .where('version', '=', TERMS_VERSION)
    .executeTakeFirst();
  if (!accepted) throw refuse.field('has_accepted_terms', BID_SENTENCE.terms);
}

/** Inserts the purchase as the last bid. Returns its id. */
async function insertBid(tx: Tx, viewer: Viewer, sale: Sale, offer: OpenOffer): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at, end_before, end_after,
      outcome_at, is_offer)
    select s.auction_id, (select max(id) + 1 from bids where auction_id = s.auction_id),
      ${offer.service_station_id}, ${viewer.user_id}, ${offer.amount}, ${offer.amount}, ${sale.now},
      s.end_dt, s.end_dt, ${sale.now}, true
    from auction_standings s where s.auction_id = ${sale.id}
    returning id`.execute(tx);
  return rows[0]!.id;
}

/**
 * Declines an offer. The manager is notified, and the station's bid stays binding as long as before (OFFER-9).
 * @throws DomainError 404 if it is not an offer to the caller's station; 400 if it is closed
 */
export async function declineOffer(
  context: AppContext,
  viewer: Viewer,
  id: number,
): Promise<number> {
  const { auction_id } = await findOwnOffer(context.pool.db, viewer, id);
  await actOnSale(context, viewer, auction_id, async (tx, sale) => {
    const open = openOf(sale, id);
    await settleOffer(tx, open, 'declined', sale.now);
    return {
      action: 'decline offer',
      before: { bid_id: open.bid_id, amount: open.amount },
      emails: [{ kind: 'offer-answered', auction_id, offer_id: id } satisfies OfferAnsweredJob],
      stations: [open.service_station_id],
    };
  });
  return auction_id;
}
