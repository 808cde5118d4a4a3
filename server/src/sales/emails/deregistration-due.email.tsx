import { DEREGISTRATION_HOW } from '@restvarde/contract/auctions/deregistration';
import { AUCTION_URL, CAR, LONG_CAR, LONG_SELLER, SELLER } from '../../auctions/emails/samples.ts';
import { objectName, shortName, subjectOf } from '../../auctions/emails/words.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { Questions } from '../../email/questions.tsx';

export interface DeregistrationDueProps {
  number: string;
  manufacturer: string;
  model: string;
  /** The last day, YYYY-MM-DD. */
  due_date: string;
  is_overdue: boolean;
  /** What is missing, if a certificate was returned. */
  returned_reason: string | null;
  service_station_name: string;
  to: 'winner' | 'manager';
  company_name: string;
  company_email: string;
  company_phone: string;
  auction_url: string;
}

export const subject = (due: DeregistrationDueProps) =>
  due.is_overdue
    ? `Avregistreringen är försenad: ${subjectOf(due)}`
    : `Påminnelse: avregistrera ${shortName(due)} senast ${due.due_date}`;

/** Sent to the winner before the last day to deregister, and to it and the manager after it (DISM-10). */
export default function DeregistrationDueEmail(due: DeregistrationDueProps) {
  const isToWinner = due.to === 'winner';
  const what = due.is_overdue
    ? `Sista dagen att avregistrera var ${due.due_date}, och inget godkänt intyg har kommit in.`
    : `Sista dagen att avregistrera är ${due.due_date}. Inget intyg har kommit in än.`;
  return (
    <Layout
      heading={
        due.is_overdue
          ? `Avregistreringen av ${objectName(due)} är försenad`
          : `Avregistrera senast ${due.due_date}: ${objectName(due)}`
      }
      preview={what}
      reason={
        isToWinner
          ? 'Du får det här mejlet eftersom din verkstad har vunnit auktionen. Det går inte att stänga av.'
          : 'Du får det här mejlet eftersom du ansvarar för auktionen. Det går inte att stänga av.'
      }
    >
      <Paragraph>{what}</Paragraph>
      <Facts>
        <Fact name="Auktion">{due.number}</Fact>
        {!isToWinner && <Fact name="Köpare">{due.service_station_name}</Fact>}
        <Fact name="Avregistrera senast">{due.due_date}</Fact>
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
      <Button url={due.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const ordinary: DeregistrationDueProps = {
  ...CAR,
  ...SELLER,
  due_date: '2026-12-30',
  is_overdue: false,
  returned_reason: null,
  service_station_name: 'Lind Bil & Plåt',
  to: 'winner',
  auction_url: AUCTION_URL,
};

export const samples = {
  'till vinnaren, snart': ordinary,
  'till vinnaren, försenat': { ...ordinary, is_overdue: true },
  'till handläggaren, kompletteras, långa namn': {
    ...ordinary,
    ...LONG_CAR,
    ...LONG_SELLER,
    is_overdue: true,
    returned_reason: 'Intygets sista sida saknas. '.repeat(10).trim(),
    service_station_name: LONG_SELLER.company_name,
    to: 'manager' as const,
  },
};
