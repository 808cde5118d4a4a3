import { DISMANTLING_SENTENCE } from '@restvarde/contract/dismantling';
import type { Viewer } from '@restvarde/contract/roles';
import { OFFER_SENTENCE } from '@restvarde/contract/sale/offer-rules';
import { RELIST_SENTENCE } from '@restvarde/contract/sale/relist-rules';
import { hasReason, type ReasonCode } from '@restvarde/contract/sale/winner-reasons';
import type { WinnerWithdrawnJob } from '../auctions/emails/winner-withdrawn.email.tsx';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { actOnSale, type DecideAct } from './act-on-sale.ts';
import { refuseHandedOver } from './find-collection.ts';
import { markOutcome, notifyOfWin } from './notify-winner.ts';
import type { SaleAct } from './record-act.ts';
import { findBid, mayBuy, type Sale } from './sale.ts';
import { withdrawOpenOffer } from './settle-offer.ts';

const GONE = 'Verkstaden är borttagen och kan inte bli vinnare. Välj ett annat bud.';

/** The selected bid, and the reason if it is not the highest. */
export interface Choice {
  auction: number;
  bid: number;
  reason?: string | undefined;
  reason_code?: ReasonCode | undefined;
}

/** A choice that may notify the winner too, in the same transaction (HOME-7). */
export interface NotifyingChoice extends Choice {
  notify?: boolean | undefined;
}

/**
 * Makes a bid of an ended auction the winning one and replaces an earlier winner. A bid that is not the highest
 * requires a reason, which is stored, and so does a station without a required authorisation (DISM-5). A former
 * winner that was notified is notified of the change (AUC-8); in a sealed auction no other station is (AUC-13).
 * An open offer is withdrawn. With `notify` the winner is notified, also if the bid wins already. The user made that
 * choice some seconds ago, when there was no winner and no offer (HOME-7), so it replaces neither.
 * @throws DomainError 404 if there is no such auction or bid; 400 if the auction has not ended, the object is
 * handed over, the bid wins already or its station is removed, the object is relisted, the bids are released or
 * bought, and at `reason`; with `notify` also if another bid wins, an offer is open, or the winner has no recipient
 */
export function selectWinner(
  context: AppContext,
  viewer: Viewer,
  choice: NotifyingChoice,
): Promise<void> {
  const select: DecideAct = async (tx, sale) => {
    const bid = await findBid(tx, choice.auction, choice.bid);
    if (sale.state !== 'ended')
      throw refuse.detail('Vinnare kan väljas när auktionen är avslutad.');
    await refuseHandedOver(tx, choice.auction);
    if (sale.is_bought) throw refuse.detail(OFFER_SENTENCE.accepted);
    if (sale.winning_bid_id === bid.id) {
      // Closing the auction has just made this bid the winner, or only the notice remains.
      if (sale.was_closed_now || choice.notify === true) return null;
      throw refuse.detail('Budet är redan vinnande bud.');
    }
    if (choice.notify === true) {
      if (sale.winning_bid_id !== null) throw refuse.detail(OFFER_SENTENCE.hasWinner);
      if (sale.open_offer !== null) throw refuse.detail(OFFER_SENTENCE.isOpen);
    }
    if (sale.successor_id !== null) throw refuse.detail(RELIST_SENTENCE.isRelisted);
    if (sale.bids_released_at !== null) throw refuse.detail(OFFER_SENTENCE.released);
    if (bid.is_station_gone) throw refuse.detail(GONE);
    if (sale.leading_bid_id !== bid.id && !hasReason(choice)) {
      throw refuse.field('reason', OFFER_SENTENCE.reason);
    }
    if (!hasReason(choice) && !(await mayBuy(tx, choice.auction, bid.service_station_id)))
      throw refuse.field('reason', DISMANTLING_SENTENCE.reason);
    const { stations: offered, ...withdrawn } = await withdrawOpenOffer(tx, sale);
    const { stations = [], ...withdrawal } = await notifyFormerWinner(tx, sale);
    const { reason, reason_code } = choice;
    return {
      action: 'select winner',
      before: { winning_bid_id: sale.winning_bid_id, ...withdrawn },
      after: { winning_bid_id: bid.id, amount: bid.amount, reason, reason_code },
      standing: {
        winning_bid_id: bid.id,
        winner_reason: reason || null,
        winner_reason_code: reason_code ?? null,
        winner_notified_at: null,
      },
      ...withdrawal,
      stations: [...stations, ...offered],
      is_open: true,
    };
  };
  const acts = choice.notify === true ? ([select, notifyOfWin] as const) : select;
  return actOnSale(context, viewer, choice.auction, acts);
}

/** Notifies a former winner that knew of the win. */
async function notifyFormerWinner(
  tx: Tx,
  sale: Sale,
): Promise<Pick<SaleAct, 'emails' | 'stations'>> {
  const { winning_bid_id: bid_id, winner_notified_at } = sale;
  if (bid_id === null || winner_notified_at === null) return {};
  const job: WinnerWithdrawnJob = { kind: 'winner-withdrawn', auction_id: sale.id, bid_id };
  return { emails: [job], stations: [await markOutcome(tx, sale.id, bid_id)] };
}
