import { formatKronor } from '@restvarde/contract/money';
import { messageAbout } from '../../auctions/emails/letterhead-of.ts';
import { LONG_SALE, SALE } from '../../auctions/emails/samples.ts';
import { type AuctionAndSeller, objectName, subjectOf } from '../../auctions/emails/words.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph, Questions } from '../../email/parts.tsx';
import { readCollectionFacts } from './collection-facts.ts';

export interface PurchaseUndoneJob {
  kind: 'purchase-undone';
  collection_id: number;
}

/** Null if there is no recipient. */
const read: ReadEmail<PurchaseUndoneJob, PurchaseUndoneProps> = async (context, job) => {
  const facts = await readCollectionFacts(context, job.collection_id);
  if (!facts?.winner_email || facts.undone_at === null) return null;
  const { storage_days, storage_cost } = facts;
  if (storage_days === null || storage_cost === null) return null;
  return messageAbout(context, facts.auction_id, facts.winner_email, {
    ...facts,
    ...{ storage_days, storage_cost },
  });
};

type PurchaseUndoneProps = AuctionAndSeller & { storage_days: number; storage_cost: number };

/** Sent to a winner whose purchase was undone: the consequences and possible claims (PICK-8, TERMS-1). */
function PurchaseUndoneEmail(sale: PurchaseUndoneProps) {
  const { company_name } = sale;
  return (
    <Layout
      heading={`Köpet av ${objectName(sale)} är hävt`}
      preview={`Hämta inte objektet. ${company_name} har hävt köpet.`}
      reason="Du får det här mejlet eftersom din verkstad hade vunnit auktionen. Mejlet hör till köpet och kan inte väljas bort."
    >
      <Paragraph>
        {company_name} har hävt köpet i auktion {sale.number}. Hämta inte objektet: hämtkoden gäller
        inte längre.
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

const ordinary: PurchaseUndoneProps = { ...SALE, storage_days: 4, storage_cost: 4_000 };

export default {
  name: 'Hävt köp',
  read,
  subject: (sale) => `Köpet är hävt: ${subjectOf(sale)}`,
  template: PurchaseUndoneEmail,
  samples: {
    'med lagring': ordinary,
    'utan lagring, långa namn': { ...ordinary, ...LONG_SALE, storage_days: 0, storage_cost: 0 },
  },
} satisfies EmailDefinition<PurchaseUndoneJob, PurchaseUndoneProps>;
