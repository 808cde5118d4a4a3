import { formatKronor } from '@restvarde/contract/money';
import { AUCTION_URL, CAR, LONG_CAR, SAMPLE_END } from '../../auctions/emails/samples.ts';
import { dateAndTime, objectName, subjectOf } from '../../auctions/emails/words.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';

export interface OfferAnsweredProps {
  number: string;
  manufacturer: string;
  model: string;
  service_station_name: string;
  amount: number;
  state: 'declined' | 'expired';
  /** The station's bid, while it is binding. */
  binding_bid: number | null;
  decision_due_at: Date | null;
  auction_url: string;
}

const wordFor = ({ state }: OfferAnsweredProps) =>
  state === 'declined' ? 'Erbjudandet avböjdes' : 'Erbjudandet besvarades inte';

export const subject = (answered: OfferAnsweredProps) =>
  `${wordFor(answered)}: ${subjectOf(answered)}`;

/** Sent to the manager: the station does not buy for the offered price (OFFER-9). */
export default function OfferAnsweredEmail(answered: OfferAnsweredProps) {
  const { amount, binding_bid, decision_due_at, service_station_name } = answered;
  const next =
    binding_bid === null
      ? 'Buden är inte längre bindande. Du kan ge ett nytt erbjudande.'
      : 'Du kan ge ett nytt erbjudande, välja vinnare bland buden eller avsluta utan försäljning.';
  return (
    <Layout
      heading={`${wordFor(answered)}: ${objectName(answered)}`}
      preview={next}
      reason="Du får det här mejlet eftersom du är handläggare för auktionen."
    >
      <Paragraph>{next}</Paragraph>
      <Facts>
        <Fact name="Auktion">{answered.number}</Fact>
        <Fact name="Verkstad">{service_station_name}</Fact>
        <Fact name="Erbjudande">{formatKronor(amount)} exkl. moms</Fact>
        {binding_bid !== null && (
          <Fact name="Verkstadens bud">
            {formatKronor(binding_bid)}, gäller fortfarande
            {decision_due_at !== null && ` till ${dateAndTime(decision_due_at)}`}
          </Fact>
        )}
      </Facts>
      <Button url={answered.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const declined: OfferAnsweredProps = {
  ...CAR,
  service_station_name: 'Lind Bil & Plåt',
  amount: 58_000,
  state: 'declined',
  binding_bid: 52_000,
  decision_due_at: SAMPLE_END,
  auction_url: AUCTION_URL,
};

export const samples = {
  avböjt: declined,
  'utan frist': { ...declined, decision_due_at: null },
  'gick ut efter fristen, långa namn': {
    ...declined,
    ...LONG_CAR,
    state: 'expired' as const,
    binding_bid: null,
  },
};
