import { registrationSentence, STORAGE_SENTENCE } from '@restvarde/contract/auctions/winner-steps';
import { pickupDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { Questions } from './questions.tsx';
import { type WinnerProps, samples as winnerSamples } from './winner.email.tsx';
import { objectName, placeOf, shortName } from './words.ts';

export const subject = (won: WinnerProps) =>
  `Påminnelse: hämta ${shortName(won)} senast ${pickupDate(won.end_dt)}`;

/** To the winner, when the last days to collect have come. */
export default function PickupReminderEmail(won: WinnerProps) {
  const lastDay = pickupDate(won.end_dt);
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
        <Fact name="Ditt bud">{formatKronor(won.amount)} exkl. moms</Fact>
        <Fact name="Hämta senast">{lastDay}</Fact>
        <Fact name="Finns på">{placeOf(won)}</Fact>
      </Facts>
      <Paragraph>{STORAGE_SENTENCE}</Paragraph>
      <Paragraph>{registrationSentence(won)}</Paragraph>
      <Questions {...won} />
      <Button url={won.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

export const samples = winnerSamples;
