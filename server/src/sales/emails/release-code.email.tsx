import { showCode } from '@restvarde/contract/auctions/release-code';
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
import { Button, Code, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { Questions } from '../../email/questions.tsx';
import type { CollectionFacts } from './collection-facts.ts';

export type ReleaseCodeProps = Pick<
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
  | 'release_code'
  | 'free_until'
> & { auction_url: string };

export const subject = (sale: ReleaseCodeProps) => `Kod för utlämning: ${subjectOf(sale)}`;

/** Sent to a winner whose payment has been registered, if the code required it (PICK-2). */
export default function ReleaseCodeEmail(sale: ReleaseCodeProps) {
  return (
    <Layout
      heading={`Nu kan du hämta ${objectName(sale)}`}
      preview={`Betalningen är noterad. Visa koden ${showCode(sale.release_code)} när du hämtar.`}
      reason="Du får det här mejlet eftersom din verkstad har vunnit auktionen. Det går inte att stänga av."
    >
      <Paragraph>Betalningen är noterad. Visa den här koden när du hämtar:</Paragraph>
      <Code>{showCode(sale.release_code)}</Code>
      <Facts>
        <Fact name="Auktion">{sale.number}</Fact>
        <Fact name="Finns på">{placeOf(sale)}</Fact>
        <Fact name="Fri lagring t.o.m.">{sale.free_until}</Fact>
      </Facts>
      <Questions {...sale} />
      <Button url={sale.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const PLACE = {
  staging_area_name: 'Bärgarn i Örebro',
  place_street: 'Nastagatan 12',
  place_postal: '70227',
  place_city: 'Örebro',
};

const ordinary: ReleaseCodeProps = {
  ...CAR,
  ...SELLER,
  ...PLACE,
  release_code: 'K7M2QX',
  free_until: '2026-11-30',
  auction_url: AUCTION_URL,
};

export const samples = {
  betald: ordinary,
  'långa namn': {
    ...ordinary,
    ...LONG_CAR,
    ...LONG_SELLER,
    staging_area_name: LONG_PLACE,
    place_street: null,
    place_postal: null,
    place_city: null,
  },
};
