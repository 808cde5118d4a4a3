import { formatKronor } from '@restvarde/contract/money';
import { RELIST_SENTENCE } from '@restvarde/contract/sales/relist-rules';
import { AUCTION_URL, CAR, LONG_CAR } from '../../auctions/emails/samples.ts';
import { objectName, RELISTED, subjectOf } from '../../auctions/emails/words.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';

export interface SaleUnsoldProps {
  number: string;
  manufacturer: string;
  model: string;
  highest_bid: number | null;
  reservation_price: number | null;
  /** The time to decide expired. Otherwise «Ej såld» was chosen. */
  is_by_time: boolean;
  /** The object is relisted for dismantling (RELIST-9). */
  is_relisted: boolean;
  /** The object has been relisted (RELIST-3). */
  has_successor: boolean;
  auction_url: string;
}

export const subject = (props: SaleUnsoldProps) => `Ej såld: ${subjectOf(props)}`;

/** Sent to the manager: the bids are no longer binding, and what can be done (OFFER-4, OFFER-5). */
export default function SaleUnsoldEmail(props: SaleUnsoldProps) {
  const why = props.is_by_time
    ? 'Tiden att avgöra har gått ut utan att någon vinnare valdes.'
    : 'Auktionen är avslutad utan försäljning.';
  const sentence = `${why} Budgivarna är inte längre bundna av sina bud, och har fått veta det.`;
  return (
    <Layout
      heading={`Ej såld: ${objectName(props)}`}
      preview={sentence}
      reason="Du får det här mejlet eftersom du är handläggare för auktionen."
    >
      <Paragraph>{sentence}</Paragraph>
      <Paragraph>{nextStep(props)}</Paragraph>
      <Facts>
        <Fact name="Auktion">{props.number}</Fact>
        {props.highest_bid !== null && (
          <Fact name="Högsta bud">{formatKronor(props.highest_bid)} exkl. moms</Fact>
        )}
        {props.reservation_price !== null && (
          <Fact name="Reservationspris">{formatKronor(props.reservation_price)}</Fact>
        )}
      </Facts>
      <Button url={props.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

function nextStep({ is_relisted, has_successor }: SaleUnsoldProps): string {
  if (is_relisted) return `${RELISTED}.`;
  return has_successor
    ? RELIST_SENTENCE.isRelisted
    : 'På auktionens sida kan du ge en budgivare ett erbjudande, eller lägga upp objektet på nytt.';
}

const unsold: SaleUnsoldProps = {
  ...CAR,
  highest_bid: 52_000,
  reservation_price: 60_000,
  is_by_time: true,
  is_relisted: false,
  has_successor: false,
  auction_url: AUCTION_URL,
};

export const samples = {
  'tiden gick ut': unsold,
  'ej såld, långa namn': { ...unsold, ...LONG_CAR, is_by_time: false },
  'läggs upp på nytt': { ...unsold, is_relisted: true },
};
