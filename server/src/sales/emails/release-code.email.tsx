import { BUYER_ACT } from '@restvarde/contract/sale/journey';
import { showCode } from '@restvarde/contract/sale/release-code';
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
import { Button, Code, Fact, Facts, Paragraph, Questions } from '../../email/parts.tsx';
import { type CollectionFacts, readCollectionFacts } from './collection-facts.ts';

export interface ReleaseCodeJob {
  kind: 'release-code';
  collection_id: number;
}

/** Null if the winner no longer has the code. */
const read: ReadEmail<ReleaseCodeJob, ReleaseCodeProps> = async (context, job) => {
  const facts = await readCollectionFacts(context, job.collection_id);
  if (!facts?.winner_email || facts.released_at === null) return null;
  if (facts.handed_over_at ?? facts.undone_at ?? facts.withdrawn_at) return null;
  return messageAbout(context, facts.auction_id, facts.winner_email, facts);
};

type ReleaseCodeProps = AuctionAndSeller &
  Pick<
    CollectionFacts,
    | 'staging_area_name'
    | 'place_street'
    | 'place_postal'
    | 'place_city'
    | 'release_code'
    | 'free_until'
  >;

/** Sent to a winner whose payment has been registered, if the code required it (PICK-2). */
function ReleaseCodeEmail(sale: ReleaseCodeProps) {
  return (
    <Layout
      heading={`Nu kan du hämta ${objectName(sale)}`}
      preview={`Betalningen är noterad. Visa koden ${showCode(sale.release_code)} när du hämtar.`}
      reason="Du får det här mejlet eftersom din verkstad har vunnit auktionen. Mejlet hör till köpet och kan inte väljas bort."
    >
      <Paragraph>Betalningen är noterad. Visa den här koden när du hämtar:</Paragraph>
      <Code>{showCode(sale.release_code)}</Code>
      <Facts>
        <Fact name="Auktion">{sale.number}</Fact>
        <Fact name="Finns på">{placeOf(sale)}</Fact>
        <Fact name="Fri lagring t.o.m.">{dayInWords(sale.free_until)}</Fact>
      </Facts>
      <Questions {...sale} />
      <Button url={sale.auction_url}>{BUYER_ACT.book}</Button>
    </Layout>
  );
}

const ordinary: ReleaseCodeProps = {
  ...SALE,
  ...PLACE,
  release_code: 'K7M2QX',
  free_until: '2026-11-30',
};

export default {
  name: 'Hämtkod',
  read,
  subject: (sale) => `Hämtkod: ${subjectOf(sale)}`,
  template: ReleaseCodeEmail,
  samples: {
    betald: ordinary,
    'långa namn': { ...ordinary, ...LONG_SALE, ...PLACE_WITHOUT_ADDRESS },
  },
} satisfies EmailDefinition<ReleaseCodeJob, ReleaseCodeProps>;
