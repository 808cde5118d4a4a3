import type { Auction } from '@restvarde/contract/auctions/auction';
import { formatWhen } from '../../ui/format/dates.ts';
import { formatCount } from '../../ui/format/numbers.ts';

type SaleTerms = Pick<
  Auction,
  | 'sale_terms'
  | 'decision_days'
  | 'can_edit'
  | 'reservation_price'
  | 'reserve_met'
  | 'is_active'
  | 'has_started'
>;

/** What happens at the end; null after it. Staff see it with the reserve they know (OFFER-2). */
export function saleTermsSentence({
  sale_terms,
  decision_days,
  can_edit,
  reservation_price,
  reserve_met,
  is_active,
  has_started,
}: SaleTerms): string | null {
  if (has_started && !is_active) return null;
  if (can_edit ? reservation_price === null : sale_terms === 'highest_wins')
    return 'Säljs till högsta bud.';
  const within =
    decision_days === 0 ? '' : ` inom ${formatCount(decision_days, 'vardag', 'vardagar')}`;
  if (can_edit || sale_terms === 'reserve')
    return `Säljs till högsta bud om reservationspriset nås, annars avgör säljaren${within}.`;
  return reserve_met === false
    ? `Det dolda reservationspriset är inte uppnått. Nås det inte avgör säljaren${within}.`
    : `Kan ha ett dolt reservationspris. Nås det säljs objektet till högsta bud, annars avgör säljaren${within}.`;
}

export type Decided = Pick<Auction, 'sale_status' | 'decision_due_at'>;

/** When the seller decides, for a bidder whose bid still binds (OFFER-3). `now` is the server's time. */
export function pendingSentence({ decision_due_at }: Decided, now: number): string {
  if (decision_due_at === null) return 'Säljaren har inte avgjort än.';
  return Date.parse(decision_due_at) > now
    ? `Säljaren avgör senast ${formatWhen(decision_due_at, now)}.`
    : 'Svaret dröjer. Kontakta säljaren.';
}

export const UNSOLD = 'Säljaren har inte antagit något bud. Du är inte längre bunden av ditt bud.';
