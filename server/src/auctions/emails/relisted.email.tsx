import { DAMAGE_LABEL } from '@restvarde/contract/auctions/damage-conditions';
import { formatKronor } from '@restvarde/contract/money';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { CAR, LONG_CAR, LONG_SELLER, SAMPLE_END, SELLER } from './samples.ts';
import { messageToStation, readForStation, type StationFacts } from './station-facts.ts';
import { type AuctionNames, dateAndTime, objectName } from './words.ts';

export interface RelistedJob {
  kind: 'relisted';
  auction_id: number;
  service_station_id: number;
}

/**
 * Sent to a station that took part in the predecessor (RELIST-5). Null if the auction is over or is not offered
 * to it.
 */
const read: ReadEmail<RelistedJob, RelistedProps> = async (context, job) => {
  const facts = await readForStation(context, job);
  return facts?.is_active ? messageToStation(context, facts, {}) : null;
};

type RelistedProps = AuctionNames &
  Pick<StationFacts, 'damage_condition' | 'start_bid' | 'end_dt' | 'company_name'>;

const headingOf = (facts: RelistedProps) => `${objectName(facts)} är upplagd på nytt`;

/** An object that the station bid on or watched is relisted. Has nothing about earlier bids (RELIST-5). */
function RelistedEmail(facts: RelistedProps) {
  const startBid = formatKronor(facts.start_bid);
  const end = dateAndTime(facts.end_dt);
  return (
    <Layout
      heading={headingOf(facts)}
      preview={`Utropspris ${startBid}. Slutar ${end}.`}
      reason="Du får det här mejlet eftersom din verkstad lade bud på objektet eller bevakade det."
    >
      <Paragraph>{facts.company_name} säljer objektet på nytt, i en ny auktion.</Paragraph>
      <Facts>
        <Fact name="Auktion">{facts.number}</Fact>
        <Fact name="Säljes för">{DAMAGE_LABEL[facts.damage_condition]}</Fact>
        <Fact name="Utropspris">{startBid} exkl. moms</Fact>
        <Fact name="Slutar">{end}</Fact>
      </Facts>
      <Button url={facts.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const ordinary: RelistedProps = {
  ...CAR,
  company_name: SELLER.company_name,
  damage_condition: 'DISASSEMBLY',
  start_bid: 15_000,
  end_dt: SAMPLE_END,
};

export default {
  name: 'Upplagd på nytt',
  read,
  subject: headingOf,
  template: RelistedEmail,
  samples: {
    vanligt: ordinary,
    'långa namn': { ...ordinary, ...LONG_CAR, company_name: LONG_SELLER.company_name },
  },
} satisfies EmailDefinition<RelistedJob, RelistedProps>;
