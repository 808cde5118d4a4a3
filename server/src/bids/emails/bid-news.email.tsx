import { CAR, SAMPLE_END } from '../../auctions/emails/samples.ts';
import { messageToStation, readForStation } from '../../auctions/emails/station-facts.ts';
import { unsubscribeAddress } from '../../auctions/emails/unsubscribe-address.ts';
import { countBids, objectName, subjectOf } from '../../auctions/emails/words.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';
import { type Bidding, BiddingFacts, biddingPreview } from './bidding-facts.tsx';

export interface BidNewsJob {
  kind: 'bid-news';
  auction_id: number;
  service_station_id: number;
  /** The last bid that the email covers. */
  bid_id: number;
}

/**
 * Null if the alert is off, a later email covers more bids (so that delayed mail does not pile up), the station
 * leads, or the auction is over.
 */
const read: ReadEmail<BidNewsJob, BidNewsProps> = async (context, job) => {
  const facts = await readForStation(context, job);
  if (!facts?.is_active || facts.leads !== false || !facts.watches) return null;
  if (facts.told_bid_id > job.bid_id) return null;
  const oneClickUrl = unsubscribeAddress(context, { ...job, followed: 'alert' });
  return messageToStation(context, facts, {}, oneClickUrl);
};

interface BidNewsProps extends Bidding {
  manufacturer: string;
  model: string;
  bid_count: number | null;
  auction_url: string;
}

/** New bids in an open auction that the station watches, batched (MAIL-3). */
function BidNewsEmail(facts: BidNewsProps) {
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

export default {
  name: 'Nya bud',
  read,
  subject: (facts) => `Nya bud: ${subjectOf(facts)}`,
  unsubscribeUrl: (facts) => facts.auction_url,
  template: BidNewsEmail,
  samples: {
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
    },
  },
} satisfies EmailDefinition<BidNewsJob, BidNewsProps>;
