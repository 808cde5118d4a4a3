import { formatKronor } from '@restvarde/contract/money';
import { sql } from 'kysely';
import { readMessageAbout } from '../../auctions/emails/letterhead-of.ts';
import { LONG_SALE, SALE } from '../../auctions/emails/samples.ts';
import { type AuctionAndSeller, objectName, subjectOf } from '../../auctions/emails/words.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph, Questions } from '../../email/parts.tsx';

export interface BidsReleasedJob {
  kind: 'bids-released';
  auction_id: number;
  service_station_id: number;
}

/**
 * Sent to a bidder, about its own bid only (AUC-13). Null if there is no recipient, and for the buyer of an
 * undone purchase, whose bid was accepted (PICK-8).
 */
const read: ReadEmail<BidsReleasedJob, BidsReleasedProps> = (context, job) =>
  readMessageAbout<BidsReleasedProps>(
    context,
    job.auction_id,
    sql`
    select u.email, a.number, a.manufacturer, a.model, own.amount as own_bid, c.name as company_name,
      c.email as company_email, c.phone as company_phone
    from auctions a
    join companies c on c.id = a.company_id
    join service_stations st on st.id = ${job.service_station_id} and st.removed_at is null
    join mail_readers u on u.service_station_id = st.id
    join lateral (
      select max(b.amount) as amount from bids b
      where b.auction_id = a.id and b.service_station_id = st.id and b.removed_at is null and not b.is_offer
    ) own on own.amount is not null
    where a.id = ${job.auction_id} and a.deleted_at is null
      and not exists (
        select from collections k
        where k.auction_id = a.id and k.service_station_id = st.id and k.undone_at is not null
      )
    order by u.id`,
  );

interface BidsReleasedProps extends AuctionAndSeller {
  own_bid: number;
}

/** Sent to a bidder: the seller accepted none of the bids (OFFER-4, OFFER-5). */
function BidsReleasedEmail(props: BidsReleasedProps) {
  const sentence = 'Säljaren har inte antagit något bud. Du är inte längre bunden av ditt bud.';
  return (
    <Layout
      heading={`Ingen vinnare: ${objectName(props)}`}
      preview={sentence}
      reason="Du får det här mejlet eftersom din verkstad har lagt bud i auktionen. Mejlet hör till budgivningen och kan inte väljas bort."
    >
      <Paragraph>{sentence}</Paragraph>
      <Facts>
        <Fact name="Auktion">{props.number}</Fact>
        <Fact name="Ditt bud">{formatKronor(props.own_bid)}</Fact>
      </Facts>
      <Questions {...props} />
      <Button url={props.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const released: BidsReleasedProps = { ...SALE, own_bid: 52_000 };

export default {
  name: 'Budet är inte längre bindande',
  read,
  subject: (props) => `Ditt bud är inte längre bindande: ${subjectOf(props)}`,
  template: BidsReleasedEmail,
  samples: {
    släppt: released,
    'långa namn': { ...released, ...LONG_SALE },
  },
} satisfies EmailDefinition<BidsReleasedJob, BidsReleasedProps>;
