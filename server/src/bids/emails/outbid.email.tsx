import { formatKronor } from '@restvarde/contract/money';
import { CAR, LONG_CAR, SAMPLE_END } from '../../auctions/emails/samples.ts';
import { messageToStation, readForStation } from '../../auctions/emails/station-facts.ts';
import { objectName, subjectOf } from '../../auctions/emails/words.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';
import { type Bidding, BiddingFacts, biddingPreview } from './bidding-facts.tsx';

export interface OutbidJob {
  kind: 'outbid';
  auction_id: number;
  service_station_id: number;
  /** The station's bid that led. */
  bid_id: number;
}

/**
 * Null if the station leads again, has bid since (that bid gets a separate email), or bidding is over (the end
 * has a separate email).
 */
const read: ReadEmail<OutbidJob, OutbidProps> = async (context, job) => {
  const facts = await readForStation(context, job);
  if (!facts?.is_active || facts.leads !== false || facts.own_bid_id !== job.bid_id) return null;
  return messageToStation(context, facts, {});
};

interface OutbidProps extends Bidding {
  manufacturer: string;
  model: string;
  /** The station's maximum, if it is passed (AUTO-10). */
  passed_max_bid: number | null;
  auction_url: string;
}

/** «Du är överbjuden» in an open auction, with the leading bid and the minimum (MAIL-1, AUTO-10). */
function OutbidEmail(facts: OutbidProps) {
  return (
    <Layout
      heading={`Du är överbjuden på ${objectName(facts)}`}
      preview={biddingPreview(facts)}
      reason="Du får det här mejlet eftersom din verkstad ledde budgivningen. Mejlet hör till budgivningen och kan inte väljas bort."
    >
      {facts.passed_max_bid !== null && (
        <Paragraph>Ditt maxbud på {formatKronor(facts.passed_max_bid)} är passerat.</Paragraph>
      )}
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
  passed_max_bid: null,
  minimum: 56_000,
  reservation_price: 50_000,
  hidden_reservation_price: false,
  reserve_met: true,
  end_dt: SAMPLE_END,
};

export default {
  name: 'Överbjuden',
  read,
  subject: (facts) => `Du är överbjuden: ${subjectOf(facts)}`,
  template: OutbidEmail,
  samples: {
    reservationspris: ordinary,
    maxbud: { ...ordinary, own_bid: 55_000, passed_max_bid: 55_000 },
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
  },
} satisfies EmailDefinition<OutbidJob, OutbidProps>;
