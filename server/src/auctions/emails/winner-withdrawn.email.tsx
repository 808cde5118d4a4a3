import { formatKronor } from '@restvarde/contract/money';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';
import { Questions } from '../../email/questions.tsx';
import { AUCTION_URL, CAR, SELLER } from './samples.ts';
import { objectName, subjectOf } from './words.ts';

export interface WinnerWithdrawnProps {
  number: string;
  manufacturer: string;
  model: string;
  amount: number;
  company_name: string;
  company_email: string;
  company_phone: string;
  auction_url: string;
}

export const subject = (won: WinnerWithdrawnProps) =>
  `Du har inte längre vunnit: ${subjectOf(won)}`;

/** Sent to a notified winner that has been withdrawn (AUC-8). Does not name the new winner. */
export default function WinnerWithdrawnEmail(won: WinnerWithdrawnProps) {
  const { company_name } = won;
  return (
    <Layout
      heading={`Du har inte längre vunnit ${objectName(won)}`}
      preview={`Hämta inte objektet. ${company_name} har ändrat sitt beslut.`}
      reason="Du får det här mejlet eftersom din verkstad tidigare har meddelats att den har vunnit auktionen. Det går inte att stänga av."
    >
      <Paragraph>
        Du har tidigare meddelats att ditt bud på {formatKronor(won.amount)} vann auktion{' '}
        {won.number}. {company_name} har ändrat sitt beslut, och ditt bud är inte längre det
        vinnande.
      </Paragraph>
      <Paragraph>Hämta inte objektet.</Paragraph>
      <Questions {...won} />
      <Button url={won.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

export const samples = {
  återtaget: { ...CAR, ...SELLER, amount: 52_000, auction_url: AUCTION_URL },
};
