import { formatKronor } from '@restvarde/contract/money';
import { sql } from 'kysely';
import { readMessageAbout } from '../../auctions/emails/letterhead-of.ts';
import { LONG_SALE, SALE, SAMPLE_END } from '../../auctions/emails/samples.ts';
import {
  type AuctionAndSeller,
  dateAndTime,
  objectName,
  subjectOf,
} from '../../auctions/emails/words.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph, Questions } from '../../email/parts.tsx';

export interface OfferJob {
  kind: 'offer';
  auction_id: number;
  offer_id: number;
}

/** Null if it is no longer open. */
const read: ReadEmail<OfferJob, OfferProps> = (context, job) =>
  readMessageAbout<OfferProps>(
    context,
    job.auction_id,
    sql`
    select u.email, a.number, a.manufacturer, a.model, b.amount as own_bid, o.amount, o.expires_at,
      c.name as company_name, c.email as company_email, c.phone as company_phone
    from offers o
    join auctions a on a.id = o.auction_id and a.deleted_at is null
    join companies c on c.id = a.company_id
    join bids b on b.auction_id = o.auction_id and b.id = o.bid_id
    join service_stations st on st.id = b.service_station_id and st.removed_at is null
    join mail_readers u on u.service_station_id = st.id
    where o.id = ${job.offer_id} and o.state = 'open' and o.expires_at > now_ms()
    order by u.id`,
  );

interface OfferProps extends AuctionAndSeller {
  own_bid: number;
  amount: number;
  expires_at: Date;
}

/** Sent to the station of a bid: the seller's offer and its deadline (OFFER-8). */
function OfferEmail(props: OfferProps) {
  const until = dateAndTime(props.expires_at);
  return (
    <Layout
      heading={`Du får köpa ${objectName(props)}`}
      preview={`${formatKronor(props.amount)} exkl. moms. Svara senast ${until}.`}
      reason="Du får det här mejlet eftersom din verkstad har lagt bud i auktionen. Mejlet hör till budgivningen och kan inte väljas bort."
    >
      <Paragraph>
        {props.company_name} erbjuder dig att köpa objektet i auktion {props.number} för{' '}
        {formatKronor(props.amount)} exkl. moms. Om du antar erbjudandet är köpet bindande för er
        båda.
      </Paragraph>
      <Facts>
        <Fact name="Ditt bud">{formatKronor(props.own_bid)}</Fact>
        <Fact name="Erbjudande">{formatKronor(props.amount)} exkl. moms</Fact>
        <Fact name="Svara senast">{until}</Fact>
      </Facts>
      <Questions {...props} />
      <Button url={props.auction_url}>Svara på erbjudandet</Button>
    </Layout>
  );
}

const offer: OfferProps = { ...SALE, own_bid: 52_000, amount: 58_000, expires_at: SAMPLE_END };

export default {
  name: 'Erbjudande',
  read,
  subject: (props) => `Erbjudande på ${formatKronor(props.amount)}: ${subjectOf(props)}`,
  template: OfferEmail,
  samples: {
    erbjudande: offer,
    'långa namn': { ...offer, ...LONG_SALE },
  },
} satisfies EmailDefinition<OfferJob, OfferProps>;
