import { formatKronor } from '@restvarde/contract/money';
import { AUCTION_URL, CAR, LONG_CAR, LONG_SELLER, SELLER } from '../../auctions/emails/samples.ts';
import { objectName, subjectOf } from '../../auctions/emails/words.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { Questions } from '../../email/questions.tsx';

export interface BidsReleasedProps {
  number: string;
  manufacturer: string;
  model: string;
  own_bid: number;
  company_name: string;
  company_email: string;
  company_phone: string;
  auction_url: string;
}

export const subject = (props: BidsReleasedProps) =>
  `Ditt bud är inte längre bindande: ${subjectOf(props)}`;

/** Sent to a bidder: the seller accepted none of the bids (OFFER-4, OFFER-5). */
export default function BidsReleasedEmail(props: BidsReleasedProps) {
  const sentence = 'Säljaren har inte antagit något bud. Du är inte längre bunden av ditt bud.';
  return (
    <Layout
      heading={`Ingen vinnare: ${objectName(props)}`}
      preview={sentence}
      reason="Du får det här mejlet eftersom din verkstad har lagt bud i auktionen. Det går inte att stänga av."
    >
      <Paragraph>{sentence}</Paragraph>
      <Facts>
        <Fact name="Auktion">{props.number}</Fact>
        <Fact name="Ditt bud">{formatKronor(props.own_bid)}</Fact>
      </Facts>
      <Questions {...props} />
      <Button url={props.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const released: BidsReleasedProps = {
  ...CAR,
  ...SELLER,
  own_bid: 52_000,
  auction_url: AUCTION_URL,
};

export const samples = {
  släppt: released,
  'långa namn': { ...released, ...LONG_CAR, ...LONG_SELLER },
};
