import { showCode } from '@restvarde/contract/auctions/release-code';
import { STORAGE_FEE } from '@restvarde/contract/auctions/winner-steps';
import { formatKronor } from '@restvarde/contract/money';
import {
  AUCTION_URL,
  CAR,
  LONG_CAR,
  LONG_PLACE,
  LONG_SELLER,
  SELLER,
} from '../../auctions/emails/samples.ts';
import { objectName, placeOf, subjectOf } from '../../auctions/emails/words.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { Questions } from '../../email/questions.tsx';
import type { CollectionFacts } from './collection-facts.ts';

export type StorageRunningProps = Pick<
  CollectionFacts,
  | 'number'
  | 'manufacturer'
  | 'model'
  | 'staging_area_name'
  | 'place_street'
  | 'place_postal'
  | 'place_city'
  | 'company_name'
  | 'company_email'
  | 'company_phone'
  | 'free_until'
> & {
  /** Null until the required payment. */
  release_code: string | null;
  storage_days: number;
  storage_cost: number;
  auction_url: string;
};

export const subject = (sale: StorageRunningProps) => `Lagringsavgift löper: ${subjectOf(sale)}`;

/** Sent to the winner when storage costs: on the first day and a week later (PICK-6). */
export default function StorageRunningEmail(sale: StorageRunningProps) {
  const soFar = `${sale.storage_days} dygn: ${formatKronor(sale.storage_cost)} exkl. moms`;
  return (
    <Layout
      heading={`Lagringsavgift löper: ${objectName(sale)}`}
      preview={`Hittills ${soFar}.`}
      reason="Du får det här mejlet, högst två gånger, eftersom din verkstad har vunnit auktionen. Det går inte att stänga av."
    >
      <Paragraph>
        Lagringen var fri t.o.m. {sale.free_until}. Sedan dess kostar den{' '}
        {formatKronor(STORAGE_FEE)} per påbörjat dygn, tills objektet är hämtat.
      </Paragraph>
      <Facts>
        <Fact name="Auktion">{sale.number}</Fact>
        <Fact name="Lagring hittills">{soFar}</Fact>
        <Fact name="Finns på">{placeOf(sale)}</Fact>
        <Fact name="Kod för utlämning">
          {sale.release_code === null ? 'Efter betalning' : showCode(sale.release_code)}
        </Fact>
      </Facts>
      <Paragraph>Säljaren kan också häva köpet när objektet inte hämtas i tid.</Paragraph>
      <Questions {...sale} />
      <Button url={sale.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const ordinary: StorageRunningProps = {
  ...CAR,
  ...SELLER,
  staging_area_name: 'Bärgarn i Örebro',
  place_street: 'Nastagatan 12',
  place_postal: '70227',
  place_city: 'Örebro',
  release_code: 'K7M2QX',
  free_until: '2026-11-30',
  storage_days: 1,
  storage_cost: 1_000,
  auction_url: AUCTION_URL,
};

export const samples = {
  'första dygnet': ordinary,
  'efter en vecka, inte betald, långa namn': {
    ...ordinary,
    ...LONG_CAR,
    ...LONG_SELLER,
    staging_area_name: LONG_PLACE,
    place_street: null,
    place_postal: null,
    place_city: null,
    release_code: null,
    storage_days: 8,
    storage_cost: 8_000,
  },
};
