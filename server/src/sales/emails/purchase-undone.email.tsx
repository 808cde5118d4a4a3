import { formatKronor } from '@restvarde/contract/money';
import { AUCTION_URL, CAR, LONG_CAR, LONG_SELLER, SELLER } from '../../auctions/emails/samples.ts';
import { objectName, subjectOf } from '../../auctions/emails/words.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';
import { Questions } from '../../email/questions.tsx';
import type { CollectionFacts } from './collection-facts.ts';

export type PurchaseUndoneProps = Pick<
  CollectionFacts,
  'number' | 'manufacturer' | 'model' | 'company_name' | 'company_email' | 'company_phone'
> & { storage_days: number; storage_cost: number; auction_url: string };

export const subject = (sale: PurchaseUndoneProps) => `Köpet är hävt: ${subjectOf(sale)}`;

/** Sent to a winner whose purchase was undone: the consequences and possible claims (PICK-8, TERMS-1). */
export default function PurchaseUndoneEmail(sale: PurchaseUndoneProps) {
  const { company_name } = sale;
  return (
    <Layout
      heading={`Köpet av ${objectName(sale)} är hävt`}
      preview={`Hämta inte objektet. ${company_name} har hävt köpet.`}
      reason="Du får det här mejlet eftersom din verkstad hade vunnit auktionen. Det går inte att stänga av."
    >
      <Paragraph>
        {company_name} har hävt köpet i auktion {sale.number}. Hämta inte objektet: koden för
        utlämning gäller inte längre.
      </Paragraph>
      {sale.storage_days > 0 && (
        <Paragraph>
          Lagring fram till hävningen: {sale.storage_days} dygn, {formatKronor(sale.storage_cost)}{' '}
          exkl. moms.
        </Paragraph>
      )}
      <Paragraph>
        Enligt de allmänna köpvillkoren kan skadestånd med minst 15 procent av det vinnande budet
        krävas när köpet hävs för att köparen inte har betalat eller hämtat.
      </Paragraph>
      <Questions {...sale} />
      <Button url={sale.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const ordinary: PurchaseUndoneProps = {
  ...CAR,
  ...SELLER,
  storage_days: 4,
  storage_cost: 4_000,
  auction_url: AUCTION_URL,
};

export const samples = {
  'med lagring': ordinary,
  'utan lagring, långa namn': {
    ...ordinary,
    ...LONG_CAR,
    ...LONG_SELLER,
    storage_days: 0,
    storage_cost: 0,
  },
};
