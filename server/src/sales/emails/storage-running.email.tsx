import { formatKronor } from '@restvarde/contract/money';
import { BUYER_ACT } from '@restvarde/contract/sale/journey';
import { showCode } from '@restvarde/contract/sale/release-code';
import { storageCost, storageDays } from '@restvarde/contract/sale/storage';
import { STORAGE_FEE } from '@restvarde/contract/sale/winner-steps';
import { messageAbout } from '../../auctions/emails/letterhead-of.ts';
import { LONG_SALE, PLACE, PLACE_WITHOUT_ADDRESS, SALE } from '../../auctions/emails/samples.ts';
import {
  type AuctionAndSeller,
  dayInWords,
  objectName,
  placeOf,
  subjectOf,
} from '../../auctions/emails/words.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph, Questions } from '../../email/parts.tsx';
import { type CollectionFacts, readCollectionFacts } from './collection-facts.ts';

export interface StorageRunningJob {
  kind: 'storage-running';
  collection_id: number;
}

/** Null if the object has been collected, its storage is free after all, or there is no recipient. */
const read: ReadEmail<StorageRunningJob, StorageRunningProps> = async (context, job) => {
  const facts = await readCollectionFacts(context, job.collection_id);
  if (!facts?.winner_email) return null;
  if (facts.handed_over_at ?? facts.undone_at ?? facts.withdrawn_at) return null;
  const storage_days = storageDays(facts, facts.now);
  if (storage_days === 0) return null;
  return messageAbout(context, facts.auction_id, facts.winner_email, {
    ...facts,
    storage_days,
    storage_cost: storageCost(storage_days),
    release_code: facts.released_at === null ? null : facts.release_code,
    is_booked: facts.booked_dt !== null,
  });
};

type StorageRunningProps = AuctionAndSeller &
  Pick<
    CollectionFacts,
    'staging_area_name' | 'place_street' | 'place_postal' | 'place_city' | 'free_until'
  > & {
    /** Null until the required payment. */
    release_code: string | null;
    is_booked: boolean;
    storage_days: number;
    storage_cost: number;
  };

/** The next step of a buyer whose object waits. */
function nextAct({ release_code, is_booked }: StorageRunningProps): string {
  if (release_code === null) return 'Visa auktionen';
  return BUYER_ACT[is_booked ? 'show pass' : 'book'];
}

/** Sent to the winner on the first day with a storage fee, and a week later (PICK-6). */
function StorageRunningEmail(sale: StorageRunningProps) {
  const soFar = `${sale.storage_days} dygn: ${formatKronor(sale.storage_cost)} exkl. moms`;
  return (
    <Layout
      heading={`Lagringsavgift löper: ${objectName(sale)}`}
      preview={`Hittills ${soFar}.`}
      reason="Du får påminnelsen högst två gånger. Mejlet hör till köpet och kan inte väljas bort."
    >
      <Paragraph>
        Lagringen var fri t.o.m. {dayInWords(sale.free_until)}. Sedan dess kostar den{' '}
        {formatKronor(STORAGE_FEE)} per påbörjat dygn, tills objektet är hämtat.
      </Paragraph>
      <Facts>
        <Fact name="Auktion">{sale.number}</Fact>
        <Fact name="Lagring hittills">{soFar}</Fact>
        <Fact name="Finns på">{placeOf(sale)}</Fact>
        <Fact name="Hämtkod">
          {sale.release_code === null ? 'Efter betalning' : showCode(sale.release_code)}
        </Fact>
      </Facts>
      <Paragraph>Säljaren kan också häva köpet när objektet inte hämtas i tid.</Paragraph>
      <Questions {...sale} />
      <Button url={sale.auction_url}>{nextAct(sale)}</Button>
    </Layout>
  );
}

const ordinary: StorageRunningProps = {
  ...SALE,
  ...PLACE,
  release_code: 'K7M2QX',
  is_booked: false,
  free_until: '2026-11-30',
  storage_days: 1,
  storage_cost: 1_000,
};

export default {
  name: 'Lagringsavgift löper',
  read,
  subject: (sale) => `Lagringsavgift löper: ${subjectOf(sale)}`,
  template: StorageRunningEmail,
  samples: {
    'första dygnet': ordinary,
    'efter en vecka, inte betald, långa namn': {
      ...ordinary,
      ...LONG_SALE,
      ...PLACE_WITHOUT_ADDRESS,
      release_code: null,
      storage_days: 8,
      storage_cost: 8_000,
    },
  },
} satisfies EmailDefinition<StorageRunningJob, StorageRunningProps>;
