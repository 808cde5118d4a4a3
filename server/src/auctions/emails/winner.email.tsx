import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import {
  registrationSentence,
  STORAGE_SENTENCE,
  winnerSteps,
} from '@restvarde/contract/auctions/winner-steps';
import { pickupDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { Questions } from './questions.tsx';
import {
  AUCTION_URL,
  CAR,
  LONG_CAR,
  LONG_PLACE,
  LONG_SELLER,
  SAMPLE_END,
  SELLER,
} from './samples.ts';
import { objectName, placeOf, subjectOf } from './words.ts';

export interface WinnerProps {
  number: string;
  manufacturer: string;
  model: string;
  amount: number;
  damage_condition: AuctionCard['damage_condition'];
  winner_notified_at: Date;
  end_dt: Date;
  staging_area_name: string;
  /** Of a service station that the object stands at. */
  place_street: string | null;
  place_postal: string | null;
  place_city: string | null;
  company_name: string;
  company_email: string;
  company_phone: string;
  auction_url: string;
}

export const subject = (won: WinnerProps) => `Du har vunnit: ${subjectOf(won)}`;

/** «Du har vunnit»: the amount, what to do by when, where and with whom (MAIL-1). */
export default function WinnerEmail(won: WinnerProps) {
  const lastDay = pickupDate(won.end_dt);
  const amount = `${formatKronor(won.amount)} exkl. moms`;
  return (
    <Layout
      heading={`Du har vunnit ${objectName(won)}`}
      preview={`Hämta objektet senast ${lastDay}. Ditt bud på ${amount} vann.`}
      reason="Du får det här mejlet eftersom din verkstad har lagt det vinnande budet. Det går inte att stänga av."
    >
      <Paragraph>
        {won.company_name} har valt ditt bud. Hämta objektet senast {lastDay}.
      </Paragraph>
      <Facts>
        <Fact name="Auktion">{won.number}</Fact>
        <Fact name="Ditt bud">{amount}</Fact>
        <Fact name="Finns på">{placeOf(won)}</Fact>
        {winnerSteps(won).map(({ what, when }) => (
          <Fact key={what} name={what}>
            {when}
          </Fact>
        ))}
      </Facts>
      <Paragraph>{STORAGE_SENTENCE}</Paragraph>
      <Paragraph>{registrationSentence(won)}</Paragraph>
      <Paragraph>De allmänna köpvillkoren gäller för köpet.</Paragraph>
      <Questions {...won} />
      <Button url={won.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const ordinary: WinnerProps = {
  ...CAR,
  ...SELLER,
  amount: 52_000,
  damage_condition: 'REPAIR',
  winner_notified_at: SAMPLE_END,
  end_dt: SAMPLE_END,
  staging_area_name: 'Bärgarn i Örebro',
  place_street: 'Nastagatan 12',
  place_postal: '70227',
  place_city: 'Örebro',
  auction_url: AUCTION_URL,
};

export const samples = {
  vanligt: ordinary,
  'för demontering, långa namn': {
    ...ordinary,
    ...LONG_CAR,
    ...LONG_SELLER,
    amount: 999_999_999,
    damage_condition: 'DISASSEMBLY' as const,
    staging_area_name: LONG_PLACE,
    place_street: null,
    place_postal: null,
    place_city: null,
  },
};
