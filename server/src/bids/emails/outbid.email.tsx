import { AUCTION_URL, CAR, LONG_CAR, SAMPLE_END } from '../../auctions/emails/samples.ts';
import { objectName, subjectOf } from '../../auctions/emails/words.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';
import { type Bidding, BiddingFacts, biddingPreview } from './bidding-facts.tsx';

interface OutbidProps extends Bidding {
  manufacturer: string;
  model: string;
  auction_url: string;
}

export const subject = (facts: OutbidProps) => `Du är överbjuden: ${subjectOf(facts)}`;

/** «Du är överbjuden» in an open auction, with the leading bid and the minimum (MAIL-1). */
export default function OutbidEmail(facts: OutbidProps) {
  return (
    <Layout
      heading={`Du är överbjuden på ${objectName(facts)}`}
      preview={biddingPreview(facts)}
      reason="Du får det här mejlet eftersom din verkstad ledde budgivningen. Mejl om att du är överbjuden går inte att stänga av."
    >
      <Paragraph>En annan verkstad har lagt ett högre bud än ditt.</Paragraph>
      <BiddingFacts {...facts} />
      <Button url={facts.auction_url}>Lägg nytt bud</Button>
    </Layout>
  );
}

const ordinary: OutbidProps = {
  ...CAR,
  highest_bid: 55_500,
  own_bid: 52_000,
  minimum: 56_000,
  reservation_price: 50_000,
  hidden_reservation_price: false,
  reserve_met: true,
  end_dt: SAMPLE_END,
  auction_url: AUCTION_URL,
};

export const samples = {
  reservationspris: ordinary,
  'dolt reservationspris': {
    ...ordinary,
    reservation_price: null,
    hidden_reservation_price: true,
    reserve_met: false,
  },
  'utan reservationspris, långa namn': {
    ...ordinary,
    ...LONG_CAR,
    own_bid: 999_998_000,
    highest_bid: 999_998_999,
    minimum: 999_999_999,
    reservation_price: null,
    reserve_met: null,
  },
};
