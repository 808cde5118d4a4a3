import { AUCTION_URL, CAR, SAMPLE_END } from '../../auctions/emails/samples.ts';
import { countBids, objectName, subjectOf } from '../../auctions/emails/words.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';
import { type Bidding, BiddingFacts, biddingPreview } from './bidding-facts.tsx';

interface BidNewsProps extends Bidding {
  manufacturer: string;
  model: string;
  bid_count: number | null;
  auction_url: string;
}

export const subject = (facts: BidNewsProps) => `Nya bud: ${subjectOf(facts)}`;

export const unsubscribeUrl = (facts: BidNewsProps) => facts.auction_url;

/** New bids in an open auction that the station watches, batched (MAIL-3). */
export default function BidNewsEmail(facts: BidNewsProps) {
  return (
    <Layout
      heading={`Nya bud på ${objectName(facts)}`}
      preview={biddingPreview(facts)}
      reason="Du får det här mejlet eftersom din verkstad bevakar auktionen. Nya bud samlas: högst ett mejl var femte minut, tätare mot slutet."
      unsubscribe={{
        text: 'Stäng av bevakningen på auktionens sida',
        url: facts.auction_url,
      }}
    >
      <Paragraph>
        Auktionen som du bevakar har fått nya bud. Hittills: {countBids(facts.bid_count ?? 0)}.
      </Paragraph>
      <BiddingFacts {...facts} />
      <Button url={facts.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

export const samples = {
  bevakar: {
    ...CAR,
    bid_count: 2,
    highest_bid: 55_500,
    own_bid: null,
    minimum: 56_000,
    reservation_price: 60_000,
    hidden_reservation_price: false,
    reserve_met: false,
    end_dt: SAMPLE_END,
    auction_url: AUCTION_URL,
  },
};
