import { AUCTION_URL, CAR, LONG_CAR, LONG_SELLER, SELLER } from '../../auctions/emails/samples.ts';
import { objectName, subjectOf } from '../../auctions/emails/words.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { Questions } from '../../email/questions.tsx';

export interface DeregistrationReturnedProps {
  number: string;
  manufacturer: string;
  model: string;
  /** YYYY-MM-DD */
  due_date: string;
  /** What is missing. */
  reason: string;
  company_name: string;
  company_email: string;
  company_phone: string;
  auction_url: string;
}

export const subject = (returned: DeregistrationReturnedProps) =>
  `Komplettera avregistreringen: ${subjectOf(returned)}`;

/** Sent to the winner when the seller asks for another certificate (DISM-9). */
export default function DeregistrationReturnedEmail(returned: DeregistrationReturnedProps) {
  return (
    <Layout
      heading={`Komplettera avregistreringen av ${objectName(returned)}`}
      preview={`${returned.company_name} kunde inte godkänna intyget.`}
      reason="Du får det här mejlet eftersom din verkstad har vunnit auktionen och lämnat ett intyg. Det går inte att stänga av."
    >
      <Paragraph>{returned.company_name} kunde inte godkänna intyget.</Paragraph>
      <Facts>
        <Fact name="Auktion">{returned.number}</Fact>
        <Fact name="Det här saknas">{returned.reason}</Fact>
        <Fact name="Avregistrera senast">{returned.due_date}</Fact>
      </Facts>
      <Paragraph>Lämna ett nytt intyg på auktionens sida.</Paragraph>
      <Questions {...returned} />
      <Button url={returned.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const ordinary: DeregistrationReturnedProps = {
  ...CAR,
  ...SELLER,
  due_date: '2026-12-30',
  reason: 'Intygets sista sida saknas.',
  auction_url: AUCTION_URL,
};

export const samples = {
  vanligt: ordinary,
  'långa namn': { ...ordinary, ...LONG_CAR, ...LONG_SELLER, reason: 'Sidan saknas. '.repeat(21) },
};
