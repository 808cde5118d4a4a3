import { formatKronor } from '@restvarde/contract/money';
import { sql } from 'kysely';
import type { EmailDefinition, ReadEmail } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, List, Paragraph } from '../../email/parts.tsx';
import { type DueKind, dueOn, isRelisted } from './auction-sql.ts';
import { AUCTION_URL, CAR, HOME_URL, LONG_CAR, SELLER, SETTINGS_URL } from './samples.ts';
import { countBids, dateAndTime, dayInWords, objectName, RELISTED } from './words.ts';

export interface CompanySummaryJob {
  kind: 'company-summary';
  company_id: number;
  day: string;
  /** ISO 8601. Covers auctions that ended from `from` until before `to`. */
  from: string;
  to: string;
}

/** Null if the address has been removed, or every ended auction has been deleted and nothing is due. */
const read: ReadEmail<CompanySummaryJob, CompanySummaryProps> = async (context, job) => {
  const { db } = context.pool;
  const company = await db
    .selectFrom('companies')
    .select(['name', 'auction_summary_email'])
    .where('id', '=', job.company_id)
    .executeTakeFirst();
  if (!company?.auction_summary_email) return null;
  const { publicUrl } = context.config;
  const { rows } = await sql<SummaryLine & { is_waiting: boolean; is_ended: boolean }>`
    select a.number, a.manufacturer, a.model, s.bid_count, s.highest_bid,
      s.winning_bid_id is not null and s.winner_notified_at is null as is_waiting, ${isRelisted} as is_relisted,
      ${publicUrl} || '/auctions/' || a.id as auction_url,
      a.closed_at >= ${job.from} and a.closed_at < ${job.to} as is_ended
    from auctions a join auction_standings s on s.auction_id = a.id
    where a.company_id = ${job.company_id} and s.company_id = ${job.company_id} and a.deleted_at is null
      and (
        (a.closed_at >= ${job.from} and a.closed_at < ${job.to})
        or (s.winning_bid_id is not null and s.winner_notified_at is null)
      )
    order by s.end_dt, a.id`.execute(db);
  const due = await sql<DueLine>`
    with due as (${dueOn(job.day)})
    select due.kind, due.due_at, a.number, a.manufacturer, a.model, ${publicUrl} || '/auctions/' || a.id as auction_url
    from due join auctions a on a.id = due.auction_id
    where due.company_id = ${job.company_id}
    order by due.due_at nulls last, a.id, due.kind`.execute(db);
  const ended = rows.filter((row) => row.is_ended);
  if (ended.length === 0 && due.rows.length === 0) return null;
  return {
    to: company.auction_summary_email,
    props: {
      company_name: company.name,
      day: job.day,
      ended,
      due: due.rows,
      waiting: rows.filter((row) => row.is_waiting),
      home_url: `${publicUrl}/`,
      settings_url: `${publicUrl}/settings`,
    },
  };
};

export interface SummaryLine {
  number: string;
  manufacturer: string;
  model: string;
  bid_count: number;
  highest_bid: number | null;
  /** The object is relisted (RELIST-9). */
  is_relisted: boolean;
  auction_url: string;
}

export interface DueLine
  extends Pick<SummaryLine, 'number' | 'manufacturer' | 'model' | 'auction_url'> {
  kind: DueKind;
  /** Time of a decision. */
  due_at: Date | null;
}

interface CompanySummaryProps {
  company_name: string;
  /** In Stockholm, `2026-11-20`. */
  day: string;
  ended: SummaryLine[];
  /** Winners that are selected and not notified. */
  waiting: SummaryLine[];
  /** Due on that day. */
  due: DueLine[];
  home_url: string;
  settings_url: string;
}

/**
 * Sent to the seller once a day: auctions that have ended since the last one, due dates and winners not notified
 * (MAIL-4).
 */
function CompanySummaryEmail(summary: CompanySummaryProps) {
  const { ended, waiting, due } = summary;
  const withBids = ended.filter((line) => line.bid_count > 0);
  const without = ended.filter((line) => line.bid_count === 0);
  const total = formatKronor(withBids.reduce((sum, line) => sum + (line.highest_bid ?? 0), 0));
  return (
    <Layout
      heading={`Sammanfattning ${dayInWords(summary.day)}`}
      preview={`${withBids.length} med bud, ${without.length} utan bud. Summa högsta bud ${total}. Vinnare som inte är meddelade: ${waiting.length}. Att göra i dag: ${due.length}.`}
      reason="Du får det här mejlet eftersom adressen är angiven för daglig sammanfattning i bolagets inställningar. Mejlet skickas bara de dagar då auktioner har slutat eller något ska göras."
      unsubscribe={{ text: 'Ändra adressen i inställningarna', url: summary.settings_url }}
    >
      <Paragraph>
        {ended.length === 0
          ? `Inga auktioner hos ${summary.company_name} har slutat sedan sist.`
          : `Det här har hänt i auktionerna hos ${summary.company_name} sedan sist.`}
      </Paragraph>
      <Facts>
        <Fact name="Avslutade">{ended.length}</Fact>
        <Fact name="Med bud">{withBids.length}</Fact>
        <Fact name="Utan bud">{without.length}</Fact>
        <Fact name="Summa högsta bud">{total} exkl. moms</Fact>
        <Fact name="Vinnare som inte är meddelade">{waiting.length}</Fact>
        {due.length > 0 && <Fact name="Att göra i dag">{due.length}</Fact>}
      </Facts>
      <List
        heading="Att göra i dag"
        items={due.map((line) => ({ text: dueText(line), url: line.auction_url }))}
      />
      <List heading="Avslutade med bud" items={withBids.map(linkTo)} />
      <List heading="Avslutade utan bud" items={without.map(linkTo)} />
      <List
        heading={RELISTED}
        items={ended
          .filter((line) => line.is_relisted)
          .map((line) => ({ text: `${line.number}, ${objectName(line)}`, url: line.auction_url }))}
      />
      <List heading="Vinnare som inte är meddelade" items={waiting.map(linkTo)} />
      <Button url={summary.home_url}>Öppna Restvärde</Button>
    </Layout>
  );
}

const linkTo = (line: SummaryLine) => ({ text: textOf(line), url: line.auction_url });

function textOf(line: SummaryLine): string {
  const outcome =
    line.highest_bid === null
      ? ''
      : `: ${formatKronor(line.highest_bid)}, ${countBids(line.bid_count)}`;
  return `${line.number}, ${objectName(line)}${outcome}`;
}

function dueText(line: DueLine): string {
  const what = {
    decision_due: line.due_at === null ? '' : `avgör senast ${dateAndTime(line.due_at)}`,
    pickup_passed: 'objektet är inte hämtat och lagringsavgift löper',
    deregistration_overdue: 'avregistreringen är försenad',
  }[line.kind];
  return `${line.number}, ${objectName(line)}: ${what}`;
}

function sample(count: number): CompanySummaryProps {
  const ended = Array.from({ length: count }, (_, n) => ({
    ...(n % 7 === 6 ? LONG_CAR : CAR),
    number: `NS-${1_000 + n}`,
    bid_count: n % 3 === 2 ? 0 : 2,
    highest_bid: n % 3 === 2 ? null : 60_000 + n * 1_000,
    is_relisted: n % 6 === 2,
    auction_url: AUCTION_URL,
  }));
  return {
    company_name: SELLER.company_name,
    day: '2026-11-20',
    ended,
    waiting: ended.filter((_, n) => n % 3 === 0),
    due: ended
      .filter((_, n) => n % 4 === 1)
      .map((line, n) => ({
        ...line,
        kind: (['decision_due', 'pickup_passed', 'deregistration_overdue'] as const)[n % 3]!,
        due_at: n % 3 === 0 ? new Date('2026-11-20T17:00:00Z') : null,
      })),
    home_url: HOME_URL,
    settings_url: SETTINGS_URL,
  };
}

export default {
  name: 'Daglig sammanfattning',
  read,
  subject: ({ day, ended, due }) =>
    ended.length > 0
      ? `Sammanfattning ${dayInWords(day)}: ${ended.length} avslutade`
      : `Sammanfattning ${dayInWords(day)}: ${due.length} att göra i dag`,
  unsubscribeUrl: (summary) => summary.settings_url,
  template: CompanySummaryEmail,
  samples: {
    några: sample(3),
    många: sample(40),
    'bara att göra': { ...sample(12), ended: [], waiting: [] },
  },
} satisfies EmailDefinition<CompanySummaryJob, CompanySummaryProps>;
