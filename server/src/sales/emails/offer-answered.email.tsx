import { formatKronor } from '@restvarde/contract/money';
import { sql } from 'kysely';
import { managerOf } from '../../auctions/emails/auction-sql.ts';
import { readMessageAbout } from '../../auctions/emails/letterhead-of.ts';
import { CAR, LONG_CAR, SAMPLE_END } from '../../auctions/emails/samples.ts';
import {
  type AuctionNames,
  dateAndTime,
  objectName,
  subjectOf,
} from '../../auctions/emails/words.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';

export interface OfferAnsweredJob {
  kind: 'offer-answered';
  auction_id: number;
  offer_id: number;
}

/** Sent to the manager of an auction whose offer was declined or has expired. Null if there is no recipient. */
const read: ReadEmail<OfferAnsweredJob, OfferAnsweredProps> = (context, job) =>
  readMessageAbout<OfferAnsweredProps>(
    context,
    job.auction_id,
    sql`
    select manager.email, a.number, a.manufacturer, a.model, st.name as service_station_name, o.amount, o.state,
      case when s.bids_released_at is null then b.amount end as binding_bid, s.decision_due_at
    from offers o
    join auctions a on a.id = o.auction_id and a.deleted_at is null
    join auction_standings s on s.auction_id = a.id
    join bids b on b.auction_id = o.auction_id and b.id = o.bid_id
    join service_stations st on st.id = b.service_station_id
    ${managerOf}
    where o.id = ${job.offer_id} and o.state in ('declined', 'expired')`,
  );

interface OfferAnsweredProps extends AuctionNames {
  service_station_name: string;
  amount: number;
  state: 'declined' | 'expired';
  /** The station's bid, while it is binding. */
  binding_bid: number | null;
  decision_due_at: Date | null;
}

const wordFor = ({ state }: OfferAnsweredProps) =>
  state === 'declined' ? 'Erbjudandet avböjdes' : 'Erbjudandet besvarades inte';

/** Sent to the manager: the station does not buy for the offered price (OFFER-9). */
function OfferAnsweredEmail(answered: OfferAnsweredProps) {
  const { amount, binding_bid, decision_due_at, service_station_name } = answered;
  const next =
    binding_bid === null
      ? 'Buden är inte längre bindande. Du kan ge ett nytt erbjudande.'
      : 'Du kan ge ett nytt erbjudande, välja vinnare bland buden eller avsluta utan försäljning.';
  return (
    <Layout
      heading={`${wordFor(answered)}: ${objectName(answered)}`}
      preview={next}
      reason="Du får det här mejlet eftersom du är handläggare för auktionen."
    >
      <Paragraph>{next}</Paragraph>
      <Facts>
        <Fact name="Auktion">{answered.number}</Fact>
        <Fact name="Verkstad">{service_station_name}</Fact>
        <Fact name="Erbjudande">{formatKronor(amount)} exkl. moms</Fact>
        {binding_bid !== null && (
          <Fact name="Verkstadens bud">
            {formatKronor(binding_bid)}, gäller fortfarande
            {decision_due_at !== null && ` till ${dateAndTime(decision_due_at)}`}
          </Fact>
        )}
      </Facts>
      <Button url={answered.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const declined: OfferAnsweredProps = {
  ...CAR,
  service_station_name: 'Lind Bil & Plåt',
  amount: 58_000,
  state: 'declined',
  binding_bid: 52_000,
  decision_due_at: SAMPLE_END,
};

export default {
  name: 'Svar på erbjudande',
  read,
  subject: (answered) => `${wordFor(answered)}: ${subjectOf(answered)}`,
  template: OfferAnsweredEmail,
  samples: {
    avböjt: declined,
    'utan frist': { ...declined, decision_due_at: null },
    'gick ut efter fristen, långa namn': {
      ...declined,
      ...LONG_CAR,
      state: 'expired',
      binding_bid: null,
    },
  },
} satisfies EmailDefinition<OfferAnsweredJob, OfferAnsweredProps>;
