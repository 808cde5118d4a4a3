import { DEREGISTRATION_HOW } from '@restvarde/contract/sale/deregistration';
import { BUYER_ACT } from '@restvarde/contract/sale/journey';
import { sql } from 'kysely';
import { managerOf } from '../../auctions/emails/auction-sql.ts';
import { messageAbout } from '../../auctions/emails/letterhead-of.ts';
import { LONG_SALE, LONG_SELLER, SALE } from '../../auctions/emails/samples.ts';
import {
  type AuctionAndSeller,
  dayInWords,
  objectName,
  shortName,
  subjectOf,
} from '../../auctions/emails/words.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph, Questions } from '../../email/parts.tsx';

export interface DeregistrationDueJob {
  kind: 'deregistration-due';
  deregistration_id: number;
  /** The last day, YYYY-MM-DD. */
  due_date: string;
  is_overdue: boolean;
  to: 'winner' | 'manager';
}

type Row = Omit<DeregistrationDueProps, 'auction_url' | 'to' | 'is_overdue'> & {
  auction_id: number;
  winner_email: string | null;
  manager_email: string;
};

/**
 * Null if a certificate has been sent, the last day has changed, no deregistration is required, or there is no
 * recipient.
 */
const read: ReadEmail<DeregistrationDueJob, DeregistrationDueProps> = async (context, job) => {
  const { is_overdue, to } = job;
  const { rows } = await sql<Row>`
    select d.auction_id, d.due_date, d.returned_reason, a.number, a.manufacturer, a.model,
      station.name as service_station_name,
      c.name as company_name, c.email as company_email, c.phone as company_phone,
      manager.email as manager_email,
      (
        select u.email from mail_readers u
        where u.service_station_id = station.id and station.removed_at is null
        order by u.id limit 1
      ) as winner_email
    from deregistrations d
    join auctions a on a.id = d.auction_id and a.deleted_at is null
    join companies c on c.id = a.company_id
    join service_stations station on station.id = d.service_station_id
    ${managerOf}
    where d.id = ${job.deregistration_id} and d.due_date = ${job.due_date}::date and d.withdrawn_at is null
      and d.state in ('awaiting', 'returned')`.execute(context.pool.db);
  const [row] = rows;
  const address = to === 'winner' ? row?.winner_email : row?.manager_email;
  if (!row || !address) return null;
  const { auction_id, winner_email: _winner, manager_email: _manager, ...about } = row;
  return messageAbout(context, auction_id, address, { ...about, is_overdue, to });
};

interface DeregistrationDueProps extends AuctionAndSeller {
  /** The last day, YYYY-MM-DD. */
  due_date: string;
  is_overdue: boolean;
  /** What is missing, if a certificate was returned. */
  returned_reason: string | null;
  service_station_name: string;
  to: 'winner' | 'manager';
}

/** Sent to the winner before the last day to deregister, and to it and the manager after it (DISM-10). */
function DeregistrationDueEmail(due: DeregistrationDueProps) {
  const isToWinner = due.to === 'winner';
  const what = due.is_overdue
    ? `Sista dagen att avregistrera var ${dayInWords(due.due_date)}, och inget godkänt intyg har kommit in.`
    : `Sista dagen att avregistrera är ${dayInWords(due.due_date)}. Inget intyg har kommit in än.`;
  return (
    <Layout
      heading={
        due.is_overdue
          ? `Avregistreringen av ${objectName(due)} är försenad`
          : `Avregistrera senast ${dayInWords(due.due_date)}: ${objectName(due)}`
      }
      preview={what}
      reason={
        isToWinner
          ? 'Du får det här mejlet eftersom din verkstad har vunnit auktionen. Mejlet hör till köpet och kan inte väljas bort.'
          : 'Du får det här mejlet eftersom du ansvarar för auktionen. Mejlet hör till auktionen och kan inte väljas bort.'
      }
    >
      <Paragraph>{what}</Paragraph>
      <Facts>
        <Fact name="Auktion">{due.number}</Fact>
        {!isToWinner && <Fact name="Köpare">{due.service_station_name}</Fact>}
        <Fact name="Avregistrera senast">{dayInWords(due.due_date)}</Fact>
        {due.returned_reason !== null && <Fact name="Det här saknas">{due.returned_reason}</Fact>}
      </Facts>
      {isToWinner ? (
        <>
          <Paragraph>
            {due.is_overdue
              ? 'Skicka in skrotningsintyget på auktionens sida så snart du kan. Ett mottagningsbevis räcker inte.'
              : DEREGISTRATION_HOW}
          </Paragraph>
          <Questions {...due} />
        </>
      ) : (
        <Paragraph>
          Köparen har fått samma mejl. Krävs ingen avregistrering kan du ange det på auktionens
          sida.
        </Paragraph>
      )}
      <Button url={due.auction_url}>
        {due.to === 'winner' ? BUYER_ACT['send certificate'] : 'Visa auktionen'}
      </Button>
    </Layout>
  );
}

const ordinary: DeregistrationDueProps = {
  ...SALE,
  due_date: '2026-12-30',
  is_overdue: false,
  returned_reason: null,
  service_station_name: 'Lind Bil & Plåt',
  to: 'winner',
};

export default {
  name: 'Påminnelse om avregistrering',
  read,
  subject: (due) =>
    due.is_overdue
      ? `Avregistreringen är försenad: ${subjectOf(due)}`
      : `Påminnelse: avregistrera ${shortName(due)} senast ${dayInWords(due.due_date)}`,
  template: DeregistrationDueEmail,
  samples: {
    'till vinnaren, snart': ordinary,
    'till vinnaren, försenat': { ...ordinary, is_overdue: true },
    'till handläggaren, kompletteras, långa namn': {
      ...ordinary,
      ...LONG_SALE,
      is_overdue: true,
      returned_reason: 'Intygets sista sida saknas. '.repeat(10).trim(),
      service_station_name: LONG_SELLER.company_name,
      to: 'manager',
    },
  },
} satisfies EmailDefinition<DeregistrationDueJob, DeregistrationDueProps>;
