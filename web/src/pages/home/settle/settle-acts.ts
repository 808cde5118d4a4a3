import { type Auction, notifyWinner } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';
import { isTooShort } from '@restvarde/contract/sale/offer-rules';
import { canBeChosen } from '@restvarde/contract/sale/offerable';
import { bidsReleasedBy } from '@restvarde/contract/sale/relist-rules';
import { relistAuction } from '@restvarde/contract/sale-calls/relist';
import { declineSale, makeOffer, selectWinner } from '@restvarde/contract/sale-calls/sales';
import type { Todo } from '@restvarde/contract/statistics';
import { call } from '../../../base/api/call.ts';
import { session } from '../../../base/session/current.ts';
import { offerTerms } from '../../../features/sales/offer-terms.ts';
import { canBeRelisted } from '../../../features/sales/relist/relist-rules.ts';
import type { HeldAct } from './held-acts.ts';

/** The acts of the settle mode, by their keys (HOME-7). */
export type SettleKey = 'a' | 'e' | 'r' | 'u' | 's';

export interface Offered {
  amount: number;
  /** Working days to answer in. */
  days: number;
}

const whoOf = ({ bid }: Todo) => bid.service_station_name ?? 'Borttagen verkstad';

/** What may be done with a car. «Hoppa över» always may. */
export function actsOf(auction: Auction, todo: Todo, now: Date): ReadonlySet<SettleKey> {
  const acts = new Set<SettleKey>(['s']);
  if (!auction.can_edit || auction.is_active) return acts;
  const canNotify = todo.bid.service_station_name !== null;
  if (auction.winning_bid !== null) {
    if (!auction.has_notified_winner && canNotify) acts.add('a');
    return acts;
  }
  if (!canBeRelisted(auction) || auction.offers?.[0]?.state === 'open') return acts;
  acts.add('r');
  if (auction.sale_status !== 'unsold') {
    acts.add('u');
    if (canNotify) acts.add('a');
  }
  const { sale, bindsUntil } = offerTerms(auction);
  const canOffer = canNotify && !canBeChosen(sale, todo.bid.bid) && !isTooShort(now, bindsUntil);
  if (canOffer) acts.add('e');
  return acts;
}

/** An act of a car, to be held before it is sent. `key` is not `s`; an offer needs `offered`. */
export function heldAct(
  auction: Auction,
  todo: Todo,
  key: Exclude<SettleKey, 's'>,
  offered?: Offered,
): HeldAct {
  const { id } = auction;
  const params = { id };
  const bidParams = { id, bidId: todo.bid.id };
  const name = `${`${auction.manufacturer} ${auction.model}`.trim()}, ${auction.number}`;
  // A retry after a lost answer relists once (RELIST-4).
  const idempotency_key = crypto.randomUUID();
  // The page may be left before the answer, and another user may have logged in. They did not make this decision.
  const sending = { keepalive: true, login: session.loginId() };
  // Bids that bind are released (RELIST-3).
  const releases = auction.sale_status === 'pending' ? ` ${bidsReleasedBy(auction.number)}` : '';
  const of = {
    a:
      auction.winning_bid === null
        ? {
            text: `${name}: ${whoOf(todo)} vinner för ${formatKronor(todo.bid.bid)} och meddelas.`,
            send: () =>
              call(selectWinner, { params: bidParams, body: { notify: true }, ...sending }),
          }
        : {
            text: `${name}: ${whoOf(todo)} meddelas.`,
            send: () => call(notifyWinner, { params, ...sending }),
          },
    e: {
      text: `${name}: ${whoOf(todo)} erbjuds ${formatKronor(offered?.amount ?? 0)}.`,
      send: () =>
        call(makeOffer, { params: bidParams, body: offered ?? { amount: 0 }, ...sending }),
    },
    // `withdraw_offer`: an offer that somebody else makes meanwhile is not withdrawn.
    r: {
      text: `${name} läggs upp på nytt utan ändringar.${releases}`,
      send: () =>
        call(relistAuction, {
          params,
          body: { withdraw_offer: '0' },
          idempotency_key,
          ...sending,
        }),
    },
    u: {
      text: `${name} avslutas utan försäljning. Budgivarna är därefter inte längre bundna av sina bud.`,
      send: () => call(declineSale, { params, body: { withdraw_offer: false }, ...sending }),
    },
  }[key];
  return { auction_id: id, ...of };
}
