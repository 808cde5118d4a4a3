import { formatKronor } from '@restvarde/contract/money';
import { messageAbout } from '../../auctions/emails/letterhead-of.ts';
import { LONG_SALE, LONG_SELLER, SALE, SAMPLE_END } from '../../auctions/emails/samples.ts';
import {
  type AuctionAndSeller,
  dateAndTime,
  objectName,
  subjectOf,
} from '../../auctions/emails/words.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph, Questions } from '../../email/parts.tsx';
import { type CollectionFacts, readCollectionFacts } from './collection-facts.ts';

export interface HandedOverJob {
  kind: 'handed-over';
  collection_id: number;
  to: 'winner' | 'manager';
}

/** Null if there is no recipient. */
const read: ReadEmail<HandedOverJob, HandedOverProps> = async (context, job) => {
  const facts = await readCollectionFacts(context, job.collection_id);
  if (!facts) return null;
  const { handed_over_at, collected_by, storage_days, storage_cost } = facts;
  if (!handed_over_at || !collected_by || storage_days === null || storage_cost === null)
    return null;
  const email = job.to === 'winner' ? facts.winner_email : facts.manager_email;
  if (!email) return null;
  return messageAbout(context, facts.auction_id, email, {
    ...facts,
    ...{ handed_over_at, collected_by, storage_days, storage_cost },
    to: job.to,
  });
};

type HandedOverProps = AuctionAndSeller &
  Pick<CollectionFacts, 'service_station_name'> & {
    to: 'winner' | 'manager';
    handed_over_at: Date;
    collected_by: string;
    storage_days: number;
    storage_cost: number;
  };

/**
 * Sent to the winner and the manager: when and to whom the object was handed over, and the storage fee (PICK-5).
 */
function HandedOverEmail(sale: HandedOverProps) {
  const isToWinner = sale.to === 'winner';
  const when = dateAndTime(sale.handed_over_at);
  return (
    <Layout
      heading={`Utlämnat: ${objectName(sale)}`}
      preview={`Utlämnat ${when} till ${sale.collected_by}.`}
      reason={
        isToWinner
          ? 'Du får det här mejlet eftersom din verkstad har vunnit auktionen. Mejlet hör till köpet och kan inte väljas bort.'
          : 'Du får det här mejlet eftersom du ansvarar för auktionen. Mejlet hör till auktionen och kan inte väljas bort.'
      }
    >
      <Facts>
        <Fact name="Auktion">{sale.number}</Fact>
        {!isToWinner && <Fact name="Köpare">{sale.service_station_name}</Fact>}
        <Fact name="Utlämnat">{when}</Fact>
        <Fact name="Hämtat av">{sale.collected_by}</Fact>
        <Fact name="Lagring">
          {sale.storage_days === 0
            ? 'Ingen avgift'
            : `${sale.storage_days} dygn: ${formatKronor(sale.storage_cost)} exkl. moms`}
        </Fact>
      </Facts>
      {isToWinner && (
        <>
          <Paragraph>Stämmer det inte? Hör av dig till säljaren genast.</Paragraph>
          <Questions {...sale} />
        </>
      )}
      <Button url={sale.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const ordinary: HandedOverProps = {
  ...SALE,
  to: 'winner',
  service_station_name: 'Lind Bil & Plåt',
  handed_over_at: SAMPLE_END,
  collected_by: 'Kim Åkesson',
  storage_days: 0,
  storage_cost: 0,
};

export default {
  name: 'Utlämnat objekt',
  read,
  subject: (sale) => `Utlämnat: ${subjectOf(sale)}`,
  template: HandedOverEmail,
  samples: {
    'till vinnaren': ordinary,
    'till handläggaren, lagring, långa namn': {
      ...ordinary,
      ...LONG_SALE,
      to: 'manager',
      service_station_name: LONG_SELLER.company_name,
      storage_days: 12,
      storage_cost: 12_000,
    },
  },
} satisfies EmailDefinition<HandedOverJob, HandedOverProps>;
