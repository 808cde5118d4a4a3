import { formatKronor } from '@restvarde/contract/money';
import { AUCTION_URL, CAR, LONG_CAR, LONG_SELLER, SELLER } from '../../auctions/emails/samples.ts';
import { objectName, subjectOf } from '../../auctions/emails/words.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';
import { Questions } from '../../email/questions.tsx';

export interface BidRemovedProps {
  number: string;
  manufacturer: string;
  model: string;
  amount: number;
  company_name: string;
  company_email: string;
  company_phone: string;
  auction_url: string;
}

export const subject = (removed: BidRemovedProps) =>
  `Ditt bud har tagits bort: ${subjectOf(removed)}`;

/** Sent to the station whose bid the seller has removed (AUC-9). */
export default function BidRemovedEmail(removed: BidRemovedProps) {
  const first = `${removed.company_name} har tagit bort ditt bud på ${formatKronor(removed.amount)} i auktion ${removed.number}. Budet gäller inte längre.`;
  return (
    <Layout
      heading={`Ditt bud på ${objectName(removed)} har tagits bort`}
      preview={first}
      reason="Du får det här mejlet eftersom ett bud från din verkstad har tagits bort. Det går inte att stänga av."
    >
      <Paragraph>{first}</Paragraph>
      <Paragraph>Du kan lägga ett nytt bud så länge auktionen pågår.</Paragraph>
      <Questions {...removed} />
      <Button url={removed.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const ordinary = { ...CAR, ...SELLER, amount: 52_000, auction_url: AUCTION_URL };

export const samples = {
  borttaget: ordinary,
  'borttaget, långa namn': { ...ordinary, ...LONG_CAR, ...LONG_SELLER },
};
