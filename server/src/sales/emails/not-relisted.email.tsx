import { AUCTION_URL, CAR, LONG_CAR } from '../../auctions/emails/samples.ts';
import { objectName, subjectOf } from '../../auctions/emails/words.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';

export interface NotRelistedProps {
  number: string;
  manufacturer: string;
  model: string;
  /** The form's error message. */
  why: string;
  auction_url: string;
}

export const subject = (facts: NotRelistedProps) => `Inte upplagd på nytt: ${subjectOf(facts)}`;

/** Sent to the manager: the object could not be relisted for dismantling (RELIST-8). */
export default function NotRelistedEmail(facts: NotRelistedProps) {
  return (
    <Layout
      heading={`Inte upplagd på nytt: ${objectName(facts)}`}
      preview={facts.why}
      reason="Du får det här mejlet eftersom du är handläggare för auktionen."
    >
      <Paragraph>
        Objektet såldes inte och skulle läggas upp på nytt för demontering, men det gick inte:{' '}
        {facts.why}.
      </Paragraph>
      <Paragraph>På auktionens sida kan du själv lägga upp det på nytt.</Paragraph>
      <Facts>
        <Fact name="Auktion">{facts.number}</Fact>
      </Facts>
      <Button url={facts.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const ordinary: NotRelistedProps = {
  ...CAR,
  why: 'Välj minst en gemensam kategori',
  auction_url: AUCTION_URL,
};

export const samples = {
  'gemensam kategori saknas': ordinary,
  'långa namn': { ...ordinary, ...LONG_CAR },
};
