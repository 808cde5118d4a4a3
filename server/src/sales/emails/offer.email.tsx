import { formatKronor } from '@restvarde/contract/money';
import {
  AUCTION_URL,
  CAR,
  LONG_CAR,
  LONG_SELLER,
  SAMPLE_END,
  SELLER,
} from '../../auctions/emails/samples.ts';
import { dateAndTime, objectName, subjectOf } from '../../auctions/emails/words.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { Questions } from '../../email/questions.tsx';

export interface OfferProps {
  number: string;
  manufacturer: string;
  model: string;
  own_bid: number;
  amount: number;
  expires_at: Date;
  company_name: string;
  company_email: string;
  company_phone: string;
  auction_url: string;
}

export const subject = (props: OfferProps) =>
  `Erbjudande på ${formatKronor(props.amount)}: ${subjectOf(props)}`;

/** Sent to the station of a bid: the seller's offer and its deadline (OFFER-8). */
export default function OfferEmail(props: OfferProps) {
  const until = dateAndTime(props.expires_at);
  return (
    <Layout
      heading={`Du får köpa ${objectName(props)}`}
      preview={`${formatKronor(props.amount)} exkl. moms. Svara senast ${until}.`}
      reason="Du får det här mejlet eftersom din verkstad har lagt bud i auktionen. Det går inte att stänga av."
    >
      <Paragraph>
        {props.company_name} erbjuder dig att köpa objektet i auktion {props.number} för{' '}
        {formatKronor(props.amount)} exkl. moms. Om du antar erbjudandet är köpet bindande för er
        båda.
      </Paragraph>
      <Facts>
        <Fact name="Ditt bud">{formatKronor(props.own_bid)}</Fact>
        <Fact name="Erbjudande">{formatKronor(props.amount)} exkl. moms</Fact>
        <Fact name="Svara senast">{until}</Fact>
      </Facts>
      <Questions {...props} />
      <Button url={props.auction_url}>Svara på erbjudandet</Button>
    </Layout>
  );
}

const offer: OfferProps = {
  ...CAR,
  ...SELLER,
  own_bid: 52_000,
  amount: 58_000,
  expires_at: SAMPLE_END,
  auction_url: AUCTION_URL,
};

export const samples = {
  erbjudande: offer,
  'långa namn': { ...offer, ...LONG_CAR, ...LONG_SELLER },
};
