import { formatKronor } from '@restvarde/contract/money';
import { sql } from 'kysely';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph, Questions } from '../../email/parts.tsx';
import { readMessageAbout } from './letterhead-of.ts';
import { SALE } from './samples.ts';
import { type AuctionAndSeller, objectName, subjectOf } from './words.ts';

export interface WinnerWithdrawnJob {
  kind: 'winner-withdrawn';
  auction_id: number;
  /** The former winning bid, whose station had been notified. */
  bid_id: number;
}

/** Null if a bid of the same station is winning now. */
const read: ReadEmail<WinnerWithdrawnJob, WinnerWithdrawnProps> = (context, job) =>
  readMessageAbout<WinnerWithdrawnProps>(
    context,
    job.auction_id,
    sql`
    select u.email, a.number, a.manufacturer, a.model, b.amount, c.name as company_name,
      c.email as company_email, c.phone as company_phone
    from auctions a
    join auction_standings s on s.auction_id = a.id
    join companies c on c.id = a.company_id
    join bids b on b.auction_id = a.id and b.id = ${job.bid_id}
    left join bids winner on winner.auction_id = a.id and winner.id = s.winning_bid_id
    join service_stations st on st.id = b.service_station_id and st.removed_at is null
    join mail_readers u on u.service_station_id = st.id
    where a.id = ${job.auction_id} and a.deleted_at is null
      and winner.service_station_id is distinct from b.service_station_id
    order by u.id`,
  );

interface WinnerWithdrawnProps extends AuctionAndSeller {
  amount: number;
}

/** Sent to a notified winner that has been withdrawn (AUC-8). Does not name the new winner. */
function WinnerWithdrawnEmail(won: WinnerWithdrawnProps) {
  const { company_name } = won;
  return (
    <Layout
      heading={`Du har inte längre vunnit ${objectName(won)}`}
      preview={`Hämta inte objektet. ${company_name} har ändrat sitt beslut.`}
      reason="Du får det här mejlet eftersom vi tidigare har meddelat att din verkstad har vunnit auktionen. Mejlet hör till köpet och kan inte väljas bort."
    >
      <Paragraph>
        Vi har tidigare meddelat att ditt bud på {formatKronor(won.amount)} vann auktion{' '}
        {won.number}. {company_name} har ändrat sitt beslut, och ditt bud är inte längre det
        vinnande.
      </Paragraph>
      <Paragraph>Hämta inte objektet.</Paragraph>
      <Questions {...won} />
      <Button url={won.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

export default {
  name: 'Ändrad vinnare',
  read,
  subject: (won) => `Du har inte längre vunnit: ${subjectOf(won)}`,
  template: WinnerWithdrawnEmail,
  samples: {
    återtaget: { ...SALE, amount: 52_000 },
  },
} satisfies EmailDefinition<WinnerWithdrawnJob, WinnerWithdrawnProps>;
