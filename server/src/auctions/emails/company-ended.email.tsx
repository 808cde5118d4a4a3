import { formatKronor } from '@restvarde/contract/money';
import { sql } from 'kysely';
import { appendProofEvents } from '../../chain/proof-events.ts';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, Paragraph } from '../../email/parts.tsx';
import { isRelisted } from './auction-sql.ts';
import { letterheadOf } from './letterhead-of.ts';
import { CAR, LONG_CAR, SAMPLE_END, SETTINGS_URL } from './samples.ts';
import { type AuctionNames, dateAndTime, objectName, RELISTED, subjectOf } from './words.ts';

export interface CompanyEndedJob {
  kind: 'company-ended';
  auction_id: number;
}

/** Null if the address has been removed or the auction deleted since. */
const read: ReadEmail<CompanyEndedJob, CompanyEndedProps> = async (context, job) => {
  const { rows } = await sql<
    Omit<CompanyEndedProps, 'auction_url' | 'settings_url' | 'checksum'> & { email: string }
  >`
    select c.ended_auction_email as email, a.number, a.manufacturer, a.model, s.end_dt,
      a.cancelled_at is not null as is_cancelled, s.bid_count, s.highest_bid, a.reservation_price,
      s.winning_bid_id is not null as has_winner, s.decision_due_at, ${isRelisted} as is_relisted
    from auctions a
    join auction_standings s on s.auction_id = a.id
    join companies c on c.id = a.company_id
    where a.id = ${job.auction_id} and a.deleted_at is null and c.ended_auction_email <> ''`.execute(
    context.pool.db,
  );
  const ended = rows[0];
  if (!ended) return null;
  const { publicUrl } = context.config;
  const events = await appendProofEvents(context.pool, job.auction_id, context.media.sha256);
  return {
    to: ended.email,
    props: {
      ...ended,
      checksum: events.find(({ type }) => type === 'ended')!.hash,
      auction_url: `${publicUrl}/auctions/${job.auction_id}`,
      settings_url: `${publicUrl}/settings`,
    },
    top: await letterheadOf(context, job.auction_id),
  };
};

interface CompanyEndedProps extends AuctionNames {
  end_dt: Date;
  /** The auction was cancelled (AUC-6). */
  is_cancelled: boolean;
  bid_count: number;
  highest_bid: number | null;
  reservation_price: number | null;
  /** A winner is selected and not yet notified. */
  has_winner: boolean;
  /** Until when the bids are binding (OFFER-3). */
  decision_due_at: Date | null;
  /** The object is relisted (RELIST-9). */
  is_relisted: boolean;
  /** The hash of the end in the sale's proof: a witness outside the database (PROOF-7). */
  checksum: string;
  settings_url: string;
}

function subject(ended: CompanyEndedProps): string {
  const { highest_bid } = ended;
  const highest = highest_bid === null ? 'utan bud' : `med ${formatKronor(highest_bid)}`;
  return `Avslutad ${highest}: ${subjectOf(ended)}`;
}

/** Sent to the seller: the result of an auction and what is left to do (MAIL-4). */
function CompanyEndedEmail(ended: CompanyEndedProps) {
  const { bid_count, highest_bid, is_cancelled } = ended;
  return (
    <Layout
      heading={`Avslutad: ${objectName(ended)}`}
      preview={nextStep(ended)}
      reason="Du får det här mejlet eftersom adressen är angiven för avslutade auktioner i bolagets inställningar."
      unsubscribe={{ text: 'Ändra adressen i inställningarna', url: ended.settings_url }}
    >
      <Paragraph>{nextStep(ended)}</Paragraph>
      <Facts>
        <Fact name="Auktion">{ended.number}</Fact>
        <Fact name={is_cancelled ? 'Avslutades i förtid' : 'Slutade'}>
          {dateAndTime(ended.end_dt)}
        </Fact>
        <Fact name="Antal bud">{bid_count === 0 ? 'Inga' : bid_count}</Fact>
        {highest_bid !== null && (
          <Fact name="Högsta bud">{formatKronor(highest_bid)} exkl. moms</Fact>
        )}
        <Fact name="Reservationspris">{reserveOf(ended)}</Fact>
        <Fact name="Kontrollsumma">{ended.checksum}</Fact>
      </Facts>
      <Button url={ended.auction_url}>Visa auktionen</Button>
    </Layout>
  );
}

function nextStep(ended: CompanyEndedProps): string {
  if (ended.bid_count === 0) {
    return `Auktionen är avslutad utan bud.${ended.is_relisted ? ` ${RELISTED}.` : ''}`;
  }
  if (ended.has_winner) {
    return `Högsta bud är nu vinnande bud. Vinnaren är inte meddelad än: kontrollera och välj ”Meddela vinnare”${untilOf(ended)}.`;
  }
  const why = ended.is_cancelled
    ? 'Auktionen avslutades i förtid, så ingen'
    : isReserveMet(ended)
      ? 'Ingen'
      : 'Högsta bud når inte reservationspriset, så ingen';
  return ended.decision_due_at === null
    ? `${why} vinnare är vald. Gå igenom buden och välj om något av dem ska vinna.`
    : `${why} vinnare är vald. Avgör${untilOf(ended)}. Därefter är ingen bunden av sitt bud.`;
}

const untilOf = ({ decision_due_at }: CompanyEndedProps) =>
  decision_due_at === null ? '' : ` senast ${dateAndTime(decision_due_at)}`;

function isReserveMet({ reservation_price, highest_bid }: CompanyEndedProps): boolean {
  return highest_bid !== null && highest_bid >= (reservation_price ?? 0);
}

function reserveOf(ended: CompanyEndedProps): string {
  if (ended.reservation_price === null) return 'Inget';
  return `${formatKronor(ended.reservation_price)}, ${isReserveMet(ended) ? 'uppnått' : 'ej uppnått'}`;
}

const unsold: CompanyEndedProps = {
  ...CAR,
  end_dt: SAMPLE_END,
  is_cancelled: false,
  bid_count: 0,
  highest_bid: null,
  reservation_price: null,
  has_winner: false,
  decision_due_at: null,
  is_relisted: false,
  checksum: '3f'.repeat(32),
  settings_url: SETTINGS_URL,
};
const bid = { ...unsold, bid_count: 1, highest_bid: 52_000 };

export default {
  name: 'Avslutad auktion, till bolaget',
  read,
  subject,
  unsubscribeUrl: (ended) => ended.settings_url,
  template: CompanyEndedEmail,
  samples: {
    'vinnare markerad': { ...bid, bid_count: 2, reservation_price: 50_000, has_winner: true },
    'under reservationspris': { ...bid, reservation_price: 90_000 },
    'under reservationspris, med frist': {
      ...bid,
      reservation_price: 90_000,
      decision_due_at: SAMPLE_END,
    },
    'utan bud, långa namn': { ...unsold, ...LONG_CAR },
    'utan bud, läggs upp på nytt': { ...unsold, is_relisted: true },
    'i förtid': { ...bid, is_cancelled: true },
  },
} satisfies EmailDefinition<CompanyEndedJob, CompanyEndedProps>;
