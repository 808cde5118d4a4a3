import { formatKronor } from '@restvarde/contract/money';
import { sql } from 'kysely';
import { readMessageAbout } from '../../auctions/emails/letterhead-of.ts';
import { LONG_SALE, SALE } from '../../auctions/emails/samples.ts';
import { type AuctionAndSeller, objectName, subjectOf } from '../../auctions/emails/words.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph, Questions } from '../../email/parts.tsx';

export interface BidRemovedJob {
  kind: 'bid-removed';
  auction_id: number;
  bid_id: number;
}

/** Null if the auction has been deleted or there is no recipient. */
const read: ReadEmail<BidRemovedJob, BidRemovedProps> = (context, job) =>
  readMessageAbout<BidRemovedProps>(
    context,
    job.auction_id,
    sql`
    select u.email, a.number, a.manufacturer, a.model, b.amount, c.name as company_name,
      c.email as company_email, c.phone as company_phone
    from bids b
    join auctions a on a.id = b.auction_id and a.deleted_at is null
    join companies c on c.id = a.company_id
    join service_stations st on st.id = b.service_station_id and st.removed_at is null
    join mail_readers u on u.service_station_id = st.id
    where b.auction_id = ${job.auction_id} and b.id = ${job.bid_id} and b.removed_at is not null
    order by u.id`,
  );

interface BidRemovedProps extends AuctionAndSeller {
  amount: number;
}

/** Sent to the station whose bid the seller has removed (AUC-9). */
function BidRemovedEmail(removed: BidRemovedProps) {
  const first = `${removed.company_name} har tagit bort ditt bud på ${formatKronor(removed.amount)} i auktion ${removed.number}. Budet gäller inte längre.`;
  return (
    <Layout
      heading={`Ditt bud på ${objectName(removed)} har tagits bort`}
      preview={first}
      reason="Du får det här mejlet eftersom ett bud från din verkstad har tagits bort. Mejlet hör till budgivningen och kan inte väljas bort."
    >
      <Paragraph>{first}</Paragraph>
      <Paragraph>Du kan lägga ett nytt bud så länge auktionen pågår.</Paragraph>
      <Questions {...removed} />
      <Button url={removed.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const ordinary = { ...SALE, amount: 52_000 };

export default {
  name: 'Borttaget bud',
  read,
  subject: (removed) => `Ditt bud har tagits bort: ${subjectOf(removed)}`,
  template: BidRemovedEmail,
  samples: {
    borttaget: ordinary,
    'borttaget, långa namn': { ...ordinary, ...LONG_SALE },
  },
} satisfies EmailDefinition<BidRemovedJob, BidRemovedProps>;
