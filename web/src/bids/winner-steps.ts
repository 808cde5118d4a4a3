import type { AuctionCard } from '@restvarde/contract/auctions';
import {
  addDays,
  EXAMINATION_DAYS,
  PAYMENT_DAYS,
  pickupDate,
  stockholmDate,
} from '@restvarde/contract/dates';

/** Something that the winner has to do, and by when. */
export interface WinnerStep {
  what: string;
  when: string;
}

/** What the winner does next, what is due first standing first (TERMS-1, MAIL-1). */
export function winnerSteps(
  card: Pick<AuctionCard, 'end_dt' | 'winner_notified_at'>,
): WinnerStep[] {
  const end = new Date(card.end_dt);
  const told = card.winner_notified_at === null ? end : new Date(card.winner_notified_at);
  return [
    { what: 'Hämta senast', when: pickupDate(end) },
    { what: 'Anmäl ägarbyte inom', when: '10 dagar från hämtning' },
    { what: 'Undersök senast', when: addDays(stockholmDate(told), EXAMINATION_DAYS) },
    { what: 'Betala senast', when: addDays(stockholmDate(end), PAYMENT_DAYS) },
  ];
}
