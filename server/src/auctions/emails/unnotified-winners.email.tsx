import { sql } from 'kysely';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, List, Paragraph } from '../../email/parts.tsx';
import { AUCTION_URL, CAR, HOME_URL, LONG_CAR } from './samples.ts';
import { objectName, subjectOf } from './words.ts';

export interface UnnotifiedWinnersJob {
  kind: 'unnotified-winners';
  user_id: number;
  auction_ids: number[];
}

/** Lists winners still not notified in the reader's company. Null if there are none. */
const read: ReadEmail<UnnotifiedWinnersJob, UnnotifiedWinnersProps> = async (context, job) => {
  const { rows } = await sql<UnnotifiedWinner & { id: number; email: string }>`
    select a.id, u.email, a.number, a.manufacturer, a.model
    from auctions a
    join auction_standings s on s.auction_id = a.id
    join mail_readers u on u.id = ${job.user_id} and u.role >= 20
      and (u.company_id = a.company_id or u.is_superuser)
    where a.id = any(${job.auction_ids}::integer[]) and a.deleted_at is null
      and s.winning_bid_id is not null and s.winner_notified_at is null
    order by s.end_dt, a.id`.execute(context.pool.db);
  const [first] = rows;
  if (!first) return null;
  const { publicUrl } = context.config;
  const url = rows.length === 1 ? `${publicUrl}/auctions/${first.id}` : `${publicUrl}/`;
  return { to: first.email, props: { auctions: rows, url } };
};

export interface UnnotifiedWinner {
  number: string;
  manufacturer: string;
  model: string;
}

interface UnnotifiedWinnersProps {
  /** At least one. */
  auctions: UnnotifiedWinner[];
  /** URL of the auction if there is one, otherwise of the home page. */
  url: string;
}

/** Sent to a case manager: winners selected days ago and not notified. */
function UnnotifiedWinnersEmail({ auctions, url }: UnnotifiedWinnersProps) {
  const isOne = auctions.length === 1;
  const whatToDo = `${isOne ? 'Auktionen' : 'Auktionerna'} avslutades för minst tre dagar sedan. Kontrollera vinnaren och välj ”Meddela vinnare”, så att objektet blir hämtat i tid.`;
  return (
    <Layout
      heading={isOne ? 'Vinnaren är inte meddelad' : 'Vinnare är inte meddelade'}
      preview={whatToDo}
      reason="Du får det här mejlet, en gång för varje auktion, eftersom du har lagt till auktionen eller är administratör för bolaget."
    >
      <Paragraph>{whatToDo}</Paragraph>
      <List
        heading={isOne ? 'Auktion' : 'Auktioner'}
        items={auctions.map((auction) => `${auction.number}, ${objectName(auction)}`)}
      />
      <Button url={url}>{isOne ? 'Visa auktionen' : 'Öppna Restvärde'}</Button>
    </Layout>
  );
}

export default {
  name: 'Vinnare som inte är meddelade',
  read,
  subject: ({ auctions: [first, ...more] }) =>
    more.length === 0
      ? `Vinnaren är inte meddelad: ${subjectOf(first!)}`
      : `${more.length + 1} vinnare är inte meddelade`,
  template: UnnotifiedWinnersEmail,
  samples: {
    en: { auctions: [CAR], url: AUCTION_URL },
    många: {
      auctions: Array.from({ length: 30 }, (_, n) => ({
        ...(n % 7 === 6 ? LONG_CAR : CAR),
        number: `NS-${1_000 + n}`,
      })),
      url: HOME_URL,
    },
  },
} satisfies EmailDefinition<UnnotifiedWinnersJob, UnnotifiedWinnersProps>;
