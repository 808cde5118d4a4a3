import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { WinnerJob } from '../auctions/emails/winner.email.tsx';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { actOnSale, type DecideAct } from './act-on-sale.ts';

const NO_RECIPIENT = {
  removed: 'Vinnarens verkstad är borttagen, så ingen kan meddelas. Välj en annan vinnare.',
  none: 'Vinnarens verkstad har ingen som kan meddelas. Ändra verkstadens kontaktperson, eller välj en annan vinnare.',
};

/**
 * Notifies the winner by email. Idempotent (AUC-10). In a sealed auction no other station learns that there is a
 * winner (AUC-13).
 * @throws DomainError 404 if the viewer cannot see the auction; 400 if it has no winner, or the winner has no
 * recipient
 */
export function notifyWinner(context: AppContext, viewer: Viewer, id: number): Promise<void> {
  return actOnSale(context, viewer, id, notifyOfWin);
}

/** Decides what `notifyWinner` does to a locked sale. */
export const notifyOfWin: DecideAct = async (tx, { id, ...sale }) => {
  const { winning_bid_id } = sale;
  if (winning_bid_id === null) throw refuse.detail('Auktionen har ingen vinnare än.');
  if (sale.winner_notified_at !== null) return null;
  await assertRecipient(tx, id, winning_bid_id);
  const winner = await markOutcome(tx, id, winning_bid_id);
  return {
    action: 'notify winner',
    after: { winning_bid_id },
    standing: { winner_notified_at: sale.now },
    emails: [{ kind: 'winner', auction_id: id, bid_id: winning_bid_id } satisfies WinnerJob],
    pushes: [
      {
        kind: 'won',
        auction_id: id,
        service_station_id: winner,
        subject_id: winning_bid_id,
      },
    ],
    stations: [winner],
    is_open: true,
  };
};

/** Sets the time when the bid's station was notified that it has won, or that it no longer wins. Returns the station. */
export async function markOutcome(tx: Tx, auction: number, bid: number): Promise<number> {
  const { service_station_id } = await tx
    .updateTable('bids')
    .set({ outcome_at: sql<Date>`now_ms()` })
    .where('auction_id', '=', auction)
    .where('id', '=', bid)
    .returning('service_station_id')
    .executeTakeFirstOrThrow();
  return service_station_id;
}

/**
 * Refuses if nobody receives email for the bid's station (MAIL-9). Locks the station until the transaction ends.
 * @throws DomainError 400 with the reason
 */
async function assertRecipient(tx: Tx, auction: number, bid: number): Promise<void> {
  const { rows } = await sql<{ has_recipient: boolean }>`
    select exists (
      select from mail_readers u where u.service_station_id = station.id
    ) as has_recipient
    from bids b
    join service_stations station on station.id = b.service_station_id and station.removed_at is null
    where b.auction_id = ${auction} and b.id = ${bid}
    for share of station`.execute(tx);
  if (!rows[0]) throw refuse.detail(NO_RECIPIENT.removed);
  if (!rows[0].has_recipient) throw refuse.detail(NO_RECIPIENT.none);
}
