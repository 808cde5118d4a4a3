import { formatKronor } from '@restvarde/contract/money';
import { sql } from 'kysely';
import { messageAbout } from '../../auctions/emails/letterhead-of.ts';
import { AUCTION_URL, CAR, LONG_CAR, LONG_SELLER, SELLER } from '../../auctions/emails/samples.ts';
import { type AuctionAndSeller, objectName, subjectOf } from '../../auctions/emails/words.ts';
import type { WorkerContext } from '../../context.ts';
import type { EmailDefinition, Message } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph, Questions } from '../../email/parts.tsx';

export interface BidRemovedJob {
  kind: 'bid-removed';
  auction_id: number;
  bid_id: number;
}

/** Null if the auction has been deleted or there is no recipient. */
async function read(
  context: WorkerContext,
  job: BidRemovedJob,
): Promise<Message<BidRemovedProps> | null> {
  const { rows } = await sql<Omit<BidRemovedProps, 'auction_url'> & { email: string }>`
    select u.email, a.number, a.manufacturer, a.model, b.amount, c.name as company_name,
      c.email as company_email, c.phone as company_phone
    from bids b
    join auctions a on a.id = b.auction_id and a.deleted_at is null
    join companies c on c.id = a.company_id
    join service_stations st on st.id = b.service_station_id and st.removed_at is null
    join mail_readers u on u.service_station_id = st.id
    where b.auction_id = ${job.auction_id} and b.id = ${job.bid_id} and b.removed_at is not null
    order by u.id`.execute(context.pool.db);
  const removed = rows[0];
  if (!removed) return null;
  return messageAbout(context, job.auction_id, removed.email, removed);
}

export interface BidRemovedProps extends AuctionAndSeller {
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

const ordinary = { ...CAR, ...SELLER, amount: 52_000, auction_url: AUCTION_URL };

export default {
  kind: 'bid-removed',
  name: 'Borttaget bud',
  read,
  subject: (removed) => `Ditt bud har tagits bort: ${subjectOf(removed)}`,
  template: BidRemovedEmail,
  samples: {
    borttaget: ordinary,
    'borttaget, långa namn': { ...ordinary, ...LONG_CAR, ...LONG_SELLER },
  },
} satisfies EmailDefinition<BidRemovedJob, BidRemovedProps>;
