import { freeStorageSentence } from '@restvarde/contract/auctions/storage';
import { registrationSentence } from '@restvarde/contract/auctions/winner-steps';
import { formatKronor } from '@restvarde/contract/money';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { Questions } from '../../email/questions.tsx';
import { type WinnerProps, samples as winnerSamples } from './winner.email.tsx';
import { objectName, placeOf, shortName } from './words.ts';

export type PickupReminderProps = Omit<
  WinnerProps,
  'release_code' | 'release_after_payment' | 'free_until' | 'deregistration_due'
> & {
  /** The last day of free storage, YYYY-MM-DD. */
  free_until: string;
};

export const subject = (won: PickupReminderProps) =>
  `Påminnelse: hämta ${shortName(won)} senast ${won.free_until}`;

/** Sent to the winner during the last days to collect. */
export default function PickupReminderEmail(won: PickupReminderProps) {
  const lastDay = won.free_until;
  const disregard = 'Har du redan hämtat objektet kan du bortse från påminnelsen.';
  return (
    <Layout
      heading={`Hämta senast ${lastDay}: ${objectName(won)}`}
      preview={disregard}
      reason="Du får det här mejlet, en gång, eftersom din verkstad har vunnit auktionen. Det går inte att stänga av."
    >
      <Paragraph>{disregard}</Paragraph>
      <Facts>
        <Fact name="Auktion">{won.number}</Fact>
        <Fact name={won.is_offer ? 'Pris' : 'Ditt bud'}>{formatKronor(won.amount)} exkl. moms</Fact>
        <Fact name="Hämta senast">{lastDay}</Fact>
        <Fact name="Finns på">{placeOf(won)}</Fact>
      </Facts>
      <Paragraph>{freeStorageSentence(won.free_until)}</Paragraph>
      <Paragraph>{registrationSentence(won)}</Paragraph>
      <Questions {...won} />
      <Button url={won.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

export const samples = Object.fromEntries(
  Object.entries(winnerSamples).map(([name, won]) => [name, { ...won, free_until: '2026-11-30' }]),
);
