import { formatKronor } from '@restvarde/contract/money';
import type { StationFacts } from '../../auctions/emails/station-facts.ts';
import { dateAndTime, reserveForStation } from '../../auctions/emails/words.ts';
import { Fact, Facts } from '../../email/parts.tsx';

export type Bidding = Pick<
  StationFacts,
  | 'number'
  | 'highest_bid'
  | 'own_bid'
  | 'minimum'
  | 'reservation_price'
  | 'hidden_reservation_price'
  | 'reserve_met'
  | 'end_dt'
>;

/** The standing of an open auction, as a station sees it. */
export function BiddingFacts(bidding: Bidding) {
  const { own_bid, highest_bid, reserve_met } = bidding;
  return (
    <Facts>
      <Fact name="Auktion">{bidding.number}</Fact>
      <Fact name="Högsta bud">
        {highest_bid === null ? 'Inga bud' : `${formatKronor(highest_bid)} exkl. moms`}
      </Fact>
      {own_bid !== null && <Fact name="Ditt bud">{formatKronor(own_bid)}</Fact>}
      <Fact name="Lägsta nästa bud">{formatKronor(bidding.minimum)}</Fact>
      <Fact name="Reservationspris">
        {reserveForStation(bidding)}
        {reserve_met !== null && (reserve_met ? ', uppnått' : ', ej uppnått')}
      </Fact>
      <Fact name="Slutar">{dateAndTime(bidding.end_dt)}</Fact>
    </Facts>
  );
}

/** The highest bid, the minimum and the end, in one line. */
export function biddingPreview({ highest_bid, minimum, end_dt }: Bidding): string {
  const highest = highest_bid === null ? '' : `Högsta bud ${formatKronor(highest_bid)}. `;
  return `${highest}Lägsta nästa bud ${formatKronor(minimum)}. Slutar ${dateAndTime(end_dt)}.`;
}
