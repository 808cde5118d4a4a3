import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { DEREGISTRATION_HOW } from '@restvarde/contract/auctions/deregistration';
import { showCode } from '@restvarde/contract/auctions/release-code';
import { freeStorageSentence } from '@restvarde/contract/auctions/storage';
import {
  paymentSentence,
  registrationSentence,
  STORAGE_SENTENCE,
  winnerSteps,
} from '@restvarde/contract/auctions/winner-steps';
import { pickupDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import { Layout } from '../../email/layout.tsx';
import { Button, Code, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { Questions } from '../../email/questions.tsx';
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
  /** The price comes from an offer that the buyer has accepted (OFFER-9). */
  is_offer: boolean;
  damage_condition: AuctionCard['damage_condition'];
  winner_notified_at: Date;
  end_dt: Date;
  staging_area_name: string;
  /** The address of the service station that has the object. */
  place_street: string | null;
  place_postal: string | null;
  place_city: string | null;
  company_name: string;
  company_email: string;
  company_phone: string;
  /** Null until the payment is registered, and in an email about an object whose collection is over. */
  release_code: string | null;
  release_after_payment: boolean | null;
  /** The last day of free storage, YYYY-MM-DD. */
  free_until: string | null;
  /** The last day to deregister, YYYY-MM-DD, if the seller follows it (DISM-7). */
  deregistration_due: string | null;
  auction_url: string;
}

export const subject = (won: WinnerProps) => `Du har vunnit: ${subjectOf(won)}`;

/** «Du har vunnit»: the amount, the next steps, deadlines, place and contact (MAIL-1). */
export default function WinnerEmail(won: WinnerProps) {
  const lastDay = won.free_until ?? pickupDate(won.end_dt);
  const amount = `${formatKronor(won.amount)} exkl. moms`;
  return (
    <Layout
      heading={`Du har vunnit ${objectName(won)}`}
      preview={`Hämta objektet senast ${lastDay}. ${won.is_offer ? `Du köper det för ${amount}.` : `Ditt bud på ${amount} vann.`}`}
      reason={`Du får det här mejlet eftersom din verkstad har ${won.is_offer ? 'antagit ett erbjudande' : 'lagt det vinnande budet'}. Det går inte att stänga av.`}
    >
      <Paragraph>
        {won.is_offer
          ? `Du har antagit erbjudandet från ${won.company_name}.`
          : `${won.company_name} har valt ditt bud.`}{' '}
        Hämta objektet senast {lastDay}.
      </Paragraph>
      <Facts>
        <Fact name="Auktion">{won.number}</Fact>
        <Fact name={won.is_offer ? 'Pris' : 'Ditt bud'}>{amount}</Fact>
        <Fact name="Finns på">{placeOf(won)}</Fact>
        {stepsOf(won).map(({ what, when }) => (
          <Fact key={what} name={what}>
            {when}
          </Fact>
        ))}
        {won.deregistration_due !== null && (
          <Fact name="Avregistrera senast">{won.deregistration_due}</Fact>
        )}
      </Facts>
      <Paragraph>{paymentSentence(won.company_name, false)}</Paragraph>
      <ReleaseCode {...won} />
      <Paragraph>
        {won.free_until === null ? STORAGE_SENTENCE : freeStorageSentence(won.free_until)}
      </Paragraph>
      <Paragraph>{registrationSentence(won)}</Paragraph>
      {won.deregistration_due !== null && (
        <Paragraph>Säljaren följer upp att fordonet avregistreras. {DEREGISTRATION_HOW}</Paragraph>
      )}
      <Paragraph>De allmänna köpvillkoren gäller för köpet.</Paragraph>
      <Questions {...won} />
      <Button url={won.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

/** The next steps for an object that has just been won. */
const stepsOf = ({ free_until, ...won }: WinnerProps) =>
  winnerSteps(
    won,
    free_until === null ? null : { free_until, paid_at: null, handed_over_at: null },
  );

/** The release code of the object, or when it will be available (PICK-2). */
function ReleaseCode({ release_code, release_after_payment }: WinnerProps) {
  if (release_code !== null) {
    return (
      <>
        <Paragraph>Visa den här koden när du hämtar:</Paragraph>
        <Code>{showCode(release_code)}</Code>
      </>
    );
  }
  if (!release_after_payment) return null;
  return (
    <Paragraph>
      Objektet lämnas ut efter betalning. Koden för utlämning mejlas när betalningen är noterad.
    </Paragraph>
  );
}

const ordinary: WinnerProps = {
  ...CAR,
  ...SELLER,
  amount: 52_000,
  is_offer: false,
  damage_condition: 'REPAIR',
  winner_notified_at: SAMPLE_END,
  end_dt: SAMPLE_END,
  staging_area_name: 'Bärgarn i Örebro',
  place_street: 'Nastagatan 12',
  place_postal: '70227',
  place_city: 'Örebro',
  release_code: 'K7M2QX',
  release_after_payment: false,
  free_until: '2026-11-30',
  deregistration_due: null,
  auction_url: AUCTION_URL,
};

export const samples = {
  vanligt: ordinary,
  'antaget erbjudande': { ...ordinary, is_offer: true },
  'för demontering, långa namn': {
    ...ordinary,
    ...LONG_CAR,
    ...LONG_SELLER,
    amount: 999_999_999,
    damage_condition: 'DISASSEMBLY' as const,
    release_code: null,
    release_after_payment: true,
    deregistration_due: '2026-12-30',
    staging_area_name: LONG_PLACE,
    place_street: null,
    place_postal: null,
    place_city: null,
  },
};
