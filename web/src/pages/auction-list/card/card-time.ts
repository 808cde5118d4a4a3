import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import type { AuctionState } from '@restvarde/contract/auctions/auction-rules';
import { formatWhen } from '../../../ui/format/dates.ts';
import { formatRemaining, isEndingSoon } from '../../../ui/format/remaining.ts';

type Timed = Pick<AuctionCard, 'start_dt' | 'end_dt' | 'is_active' | 'has_started'>;

/**
 * The phase of a card by the server's clock. Only the server decides that an auction is over; until then it is
 * `closing` (AUC-5).
 */
export type Phase = 'upcoming' | 'running' | 'ending' | 'closing' | 'ended';

export function phaseOf(card: Timed, now: number): Phase {
  if (card.has_started && !card.is_active) return 'ended';
  if (now < Date.parse(card.start_dt)) return 'upcoming';
  const left = Date.parse(card.end_dt) - now;
  if (left <= 0) return 'closing';
  return isEndingSoon(left) ? 'ending' : 'running';
}

/** The state shown for each phase (AUC-5). */
export const STATE_OF_PHASE: Record<Phase, AuctionState> = {
  upcoming: 'upcoming',
  running: 'active',
  ending: 'active',
  closing: 'active',
  ended: 'ended',
};

/** The label before the time. */
export const TIME_LABEL: Record<Phase, string> = {
  upcoming: 'Startar',
  running: 'Slutar',
  ending: 'Slutar om',
  closing: 'Slutar',
  ended: 'Slutade',
};

/** A date and time, or near the end the time left (LIST-8). */
export function timeText(card: Timed, now: number): string {
  const phase = phaseOf(card, now);
  if (phase === 'closing') return 'Avslutas\u00a0…';
  if (phase === 'ending') return formatRemaining(Date.parse(card.end_dt) - now);
  return formatWhen(phase === 'upcoming' ? card.start_dt : card.end_dt, now);
}
