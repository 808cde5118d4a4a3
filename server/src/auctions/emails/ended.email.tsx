import { formatKronor } from '@restvarde/contract/money';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph, Questions } from '../../email/parts.tsx';
import { LONG_SALE, SALE, SAMPLE_END } from './samples.ts';
import { messageToStation, readForStation, type StationFacts } from './station-facts.ts';
import { unsubscribeAddress } from './unsubscribe-address.ts';
import { type AuctionAndSeller, dateAndTime, objectName, subjectOf } from './words.ts';

export interface EndedJob {
  kind: 'ended';
  auction_id: number;
  service_station_id: number;
}

/** Null for a station that no longer has a part in it, and for a winner whose own email has been sent since. */
const read: ReadEmail<EndedJob, EndedProps> = async (context, job) => {
  const facts = await readForStation(context, job);
  if (!facts || facts.is_active || facts.is_notified_winner) return null;
  if (!facts.watches && facts.own_bid === null) return null;
  const oneClickUrl = unsubscribeAddress(context, { ...job, followed: 'alert' });
  return messageToStation(context, facts, {}, oneClickUrl);
};

type EndedProps = AuctionAndSeller &
  Pick<
    StationFacts,
    | 'end_dt'
    | 'own_bid'
    | 'leads'
    | 'reserve_met'
    | 'highest_bid'
    | 'bid_count'
    | 'watches'
    | 'decision_due_at'
  >;

/** Bidders get the email whether or not they watch. */
const onlyWatches = ({ watches, own_bid }: EndedProps) => watches && own_bid === null;

/**
 * «Auktionen är avslutad», to stations that bid or watched. The company decides, so nobody learns here that they
 * have won. In a sealed auction the email only has the reader's own bid (MAIL-1, AUC-13).
 */
function EndedEmail(facts: EndedProps) {
  const { own_bid, bid_count, highest_bid, auction_url } = facts;
  const outcome = outcomeOf(facts);
  return (
    <Layout
      heading={`${wordFor(facts)}: ${objectName(facts)}`}
      preview={outcome}
      {...(onlyWatches(facts)
        ? {
            reason: 'Du får det här mejlet eftersom din verkstad bevakar auktionen.',
            unsubscribe: { text: 'Stäng av bevakningen på auktionens sida', url: auction_url },
          }
        : {
            reason:
              'Du får det här mejlet eftersom din verkstad har lagt bud i auktionen. Mejlet hör till budgivningen och kan inte väljas bort.',
          })}
    >
      <Paragraph>{outcome}</Paragraph>
      <Facts>
        <Fact name="Auktion">{facts.number}</Fact>
        <Fact name="Slutade">{dateAndTime(facts.end_dt)}</Fact>
        {own_bid !== null && <Fact name="Ditt bud">{formatKronor(own_bid)}</Fact>}
        {facts.decision_due_at !== null && (
          <Fact name="Bindande till">{dateAndTime(facts.decision_due_at)}</Fact>
        )}
        {bid_count === null && <Fact name="Bud">Dolda bud</Fact>}
        {bid_count !== null && (
          <Fact name="Högsta bud">
            {highest_bid === null ? 'Inga bud' : `${formatKronor(highest_bid)} exkl. moms`}
          </Fact>
        )}
        {bid_count !== null && bid_count > 0 && <Fact name="Antal bud">{bid_count}</Fact>}
      </Facts>
      <Questions {...facts} />
      <Button url={auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

function wordFor({ own_bid, leads }: EndedProps): string {
  if (own_bid === null || leads === null) return 'Auktionen är avslutad';
  return leads ? 'Ditt bud är högst, säljaren avgör' : 'Ditt bud räckte inte';
}

function outcomeOf(facts: EndedProps): string {
  if (facts.own_bid === null) return 'Auktionen som du bevakar är avslutad.';
  if (facts.leads === null) {
    return `Auktionen är avslutad. Buden är dolda. ${facts.company_name} avgör nu vem som vinner, och du får ett mejl om du har vunnit.`;
  }
  if (!facts.leads) {
    return `Auktionen är avslutad, och en annan verkstad har lagt det högsta budet. Du får ett nytt mejl bara om ${facts.company_name} väljer ditt bud ändå.`;
  }
  return facts.reserve_met === false
    ? `Auktionen är avslutad. Ditt bud är det högsta men når inte reservationspriset. ${facts.company_name} avgör om budet antas, och du får ett mejl om du har vunnit.`
    : `Auktionen är avslutad. Ditt bud är det högsta. ${facts.company_name} avgör nu vem som vinner, och du får ett mejl om du har vunnit.`;
}

const lost: EndedProps = {
  ...SALE,
  end_dt: SAMPLE_END,
  own_bid: 52_000,
  leads: false,
  reserve_met: null,
  highest_bid: 55_500,
  bid_count: 2,
  watches: false,
  decision_due_at: null,
};
const led = { ...lost, leads: true, highest_bid: 52_000, bid_count: 1 };
const watched = { ...lost, own_bid: null, highest_bid: null, bid_count: 0, watches: true };
const sealed = { leads: null, highest_bid: null, bid_count: null };

export default {
  name: 'Avslutad auktion',
  read,
  subject: (facts) => `${wordFor(facts)}: ${subjectOf(facts)}`,
  unsubscribeUrl: (facts) => (onlyWatches(facts) ? facts.auction_url : undefined),
  template: EndedEmail,
  samples: {
    'inte högst': lost,
    högst: led,
    'högst under reservationspris, långa namn': { ...led, ...LONG_SALE, reserve_met: false },
    'bevakar, inga bud': watched,
    'dolda bud, eget bud': { ...lost, ...sealed, decision_due_at: SAMPLE_END },
    'dolda bud, bevakar': { ...watched, ...sealed },
  },
} satisfies EmailDefinition<EndedJob, EndedProps>;
