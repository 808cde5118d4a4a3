import { BUYER_ACT } from '@restvarde/contract/sale/journey';
import { sql } from 'kysely';
import { messageAbout } from '../../auctions/emails/letterhead-of.ts';
import { LONG_SALE, SALE } from '../../auctions/emails/samples.ts';
import {
  type AuctionAndSeller,
  dayInWords,
  objectName,
  subjectOf,
} from '../../auctions/emails/words.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph, Questions } from '../../email/parts.tsx';

export interface DeregistrationReturnedJob {
  kind: 'deregistration-returned';
  deregistration_id: number;
}

type Row = Omit<DeregistrationReturnedProps, 'auction_url'> & { auction_id: number; email: string };

/**
 * Null if another certificate has been sent, no deregistration is required any more, or there is no recipient.
 */
const read: ReadEmail<DeregistrationReturnedJob, DeregistrationReturnedProps> = async (
  context,
  job,
) => {
  const { rows } = await sql<Row>`
    select d.auction_id, d.due_date, d.returned_reason as reason, u.email, a.number, a.manufacturer, a.model,
      c.name as company_name, c.email as company_email, c.phone as company_phone
    from deregistrations d
    join auctions a on a.id = d.auction_id and a.deleted_at is null
    join companies c on c.id = a.company_id
    join service_stations station on station.id = d.service_station_id and station.removed_at is null
    join mail_readers u on u.service_station_id = station.id
    where d.id = ${job.deregistration_id} and d.withdrawn_at is null and d.state = 'returned'
    order by u.id`.execute(context.pool.db);
  const [returned] = rows;
  if (!returned) return null;
  return messageAbout(context, returned.auction_id, returned.email, returned);
};

interface DeregistrationReturnedProps extends AuctionAndSeller {
  /** YYYY-MM-DD */
  due_date: string;
  /** What is missing. */
  reason: string;
}

/** Sent to the winner when the seller asks for another certificate (DISM-9). */
function DeregistrationReturnedEmail(returned: DeregistrationReturnedProps) {
  return (
    <Layout
      heading={`Komplettera avregistreringen av ${objectName(returned)}`}
      preview={`${returned.company_name} kunde inte godkänna intyget.`}
      reason="Du får det här mejlet eftersom din verkstad har vunnit auktionen och skickat in ett intyg. Mejlet hör till köpet och kan inte väljas bort."
    >
      <Paragraph>{returned.company_name} kunde inte godkänna intyget.</Paragraph>
      <Facts>
        <Fact name="Auktion">{returned.number}</Fact>
        <Fact name="Det här saknas">{returned.reason}</Fact>
        <Fact name="Avregistrera senast">{dayInWords(returned.due_date)}</Fact>
      </Facts>
      <Paragraph>Skicka in ett nytt intyg på auktionens sida.</Paragraph>
      <Questions {...returned} />
      <Button url={returned.auction_url}>{BUYER_ACT['send certificate']}</Button>
    </Layout>
  );
}

const ordinary: DeregistrationReturnedProps = {
  ...SALE,
  due_date: '2026-12-30',
  reason: 'Intygets sista sida saknas.',
};

export default {
  name: 'Komplettering av avregistrering',
  read,
  subject: (returned) => `Komplettera avregistreringen: ${subjectOf(returned)}`,
  template: DeregistrationReturnedEmail,
  samples: {
    vanligt: ordinary,
    'långa namn': { ...ordinary, ...LONG_SALE, reason: 'Sidan saknas. '.repeat(21) },
  },
} satisfies EmailDefinition<DeregistrationReturnedJob, DeregistrationReturnedProps>;
