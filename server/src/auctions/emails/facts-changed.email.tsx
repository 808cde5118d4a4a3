import { CONDITION_LABEL } from '@restvarde/contract/auctions/condition-words';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Paragraph } from '../../email/parts.tsx';
import { CAR, LONG_CAR } from './samples.ts';
import { messageToStation, readForStation } from './station-facts.ts';
import { unsubscribeAddress } from './unsubscribe-address.ts';
import { type AuctionNames, objectName, subjectOf } from './words.ts';

/** A fact that the seller may change while bids are placed (DMG-8). */
export type ChangedFact = 'condition' | 'description';

export interface FactsChangedJob {
  kind: 'facts-changed';
  auction_id: number;
  service_station_id: number;
  changed: ChangedFact[];
}

/** Null if the station neither watches nor has a valid bid any more, or may not see the auction. */
const read: ReadEmail<FactsChangedJob, FactsChangedProps> = async (context, job) => {
  const facts = await readForStation(context, job);
  if (!facts) return null;
  const has_bid = facts.own_bid !== null;
  if (!has_bid && !facts.watches) return null;
  const oneClickUrl = has_bid
    ? undefined
    : unsubscribeAddress(context, { ...job, followed: 'alert' });
  return messageToStation(context, facts, { changed: job.changed, has_bid }, oneClickUrl);
};

interface FactsChangedProps extends AuctionNames {
  changed: ChangedFact[];
  /** The station has a bid, so that the email belongs to the bidding. */
  has_bid: boolean;
}

const WORDS: Record<ChangedFact, string> = {
  condition: `”${CONDITION_LABEL}”`,
  description: '”Beskrivning”',
};

/** The seller has changed what a bidder relies on (DMG-8). It has no values: the page shows what is true now. */
function FactsChangedEmail(facts: FactsChangedProps) {
  const what = facts.changed.map((fact) => WORDS[fact]).join(' och ');
  const first = `Säljaren har ändrat ${what} i auktion ${facts.number}.`;
  return (
    <Layout
      heading={`Ändrade uppgifter om ${objectName(facts)}`}
      preview={first}
      reason={
        facts.has_bid
          ? 'Du får det här mejlet eftersom din verkstad har lagt bud i auktionen. Mejlet hör till budgivningen och kan inte väljas bort.'
          : 'Du får det här mejlet eftersom din verkstad bevakar auktionen.'
      }
      {...(!facts.has_bid && {
        unsubscribe: { text: 'Stäng av bevakningen på auktionens sida', url: facts.auction_url },
      })}
    >
      <Paragraph>{first}</Paragraph>
      <Paragraph>Läs vad som gäller nu på auktionens sida.</Paragraph>
      <Button url={facts.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

const watched: FactsChangedProps = {
  ...CAR,
  changed: ['condition'],
  has_bid: false,
};

export default {
  name: 'Ändrade uppgifter',
  read,
  subject: (facts) => `Ändrade uppgifter: ${subjectOf(facts)}`,
  unsubscribeUrl: (facts) => (facts.has_bid ? undefined : facts.auction_url),
  template: FactsChangedEmail,
  samples: {
    bevakar: watched,
    'har bud, båda ändrade, långa namn': {
      ...watched,
      ...LONG_CAR,
      changed: ['condition', 'description'],
      has_bid: true,
    },
  },
} satisfies EmailDefinition<FactsChangedJob, FactsChangedProps>;
