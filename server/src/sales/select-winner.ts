import { DISMANTLER_SENTENCE } from '@restvarde/contract/dismantlers';
import type { Viewer } from '@restvarde/contract/roles';
import type { WinnerWithdrawnJob } from '../auctions/emails/winner-withdrawn-job.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { actOnSale, type Sale, type SaleAct } from './act-on-sale.ts';
import { mayBuy } from './may-buy.ts';
import { markOutcome } from './notify-winner.ts';

const GONE = 'Verkstaden är borttagen och kan inte bli vinnare. Välj ett annat bud.';

/**
 * Makes a bid the winning one of an auction that has ended, in place of an earlier winner. Another than the
 * highest needs a reason, which is kept, and so does one without the authorisation that the auction asks for
 * (DISM-5); one who had been notified of having won is notified of the change (AUC-8). Of a sealed
 * auction no other station learns of it (AUC-13).
 * @throws DomainError 404 when there is no such auction or bid; 400 when the auction has not ended, the bid wins
 *   already or its station is gone, and at `reason`.
 */
export function selectWinner(
  context: AppContext,
  viewer: Viewer,
  choice: { auction: number; bid: number; reason: string | undefined },
): Promise<void> {
  return actOnSale(context, viewer, choice.auction, async (tx, sale) => {
    const bid = await tx
      .selectFrom('bids')
      .innerJoin('service_stations as station', 'station.id', 'bids.service_station_id')
      .select([
        'bids.id',
        'bids.amount',
        'bids.service_station_id',
        'station.removed_at as station_removed_at',
      ])
      .where('bids.auction_id', '=', choice.auction)
      .where('bids.id', '=', choice.bid)
      .where('bids.removed_at', 'is', null)
      .executeTakeFirst();
    if (!bid) throw refuse.notFound();
    if (sale.state !== 'ended')
      throw refuse.detail('Vinnare kan väljas när auktionen är avslutad.');
    if (sale.winning_bid_id === bid.id) {
      // The end has just made it what was asked for.
      if (sale.was_closed_now) return null;
      throw refuse.detail('Budet är redan vinnande bud.');
    }
    if (bid.station_removed_at !== null) throw refuse.detail(GONE);
    if (sale.leading_bid_id !== bid.id && !choice.reason) {
      throw refuse.field('reason', 'Ange varför ett annat bud än det högsta väljs.');
    }
    if (!choice.reason && !(await mayBuy(tx, choice.auction, bid.service_station_id)))
      throw refuse.field('reason', DISMANTLER_SENTENCE.reason);
    return {
      action: 'select winner',
      before: { winning_bid_id: sale.winning_bid_id },
      after: { winning_bid_id: bid.id, amount: bid.amount, reason: choice.reason },
      standing: {
        winning_bid_id: bid.id,
        winner_reason: choice.reason || null,
        winner_notified_at: null,
      },
      ...(await withdrawWinner(tx, sale)),
      is_open: true,
    };
  });
}

/** A winner who had been told of it is told otherwise. */
async function withdrawWinner(tx: Tx, sale: Sale): Promise<Pick<SaleAct, 'emails' | 'stations'>> {
  const { winning_bid_id: bid_id, winner_notified_at } = sale;
  if (bid_id === null || winner_notified_at === null) return {};
  const job: WinnerWithdrawnJob = { kind: 'winner-withdrawn', auction_id: sale.id, bid_id };
  return { emails: [job], stations: [await markOutcome(tx, sale.id, bid_id)] };
}
