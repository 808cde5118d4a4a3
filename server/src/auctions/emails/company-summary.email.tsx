import { formatKronor } from '@restvarde/contract/money';
import { Layout } from '../../email/layout.tsx';
import { Button, Fact, Facts, List, Paragraph } from '../../email/parts.tsx';
import type { DueKind } from './due-on.ts';
import { AUCTION_URL, CAR, HOME_URL, LONG_CAR, SELLER, SETTINGS_URL } from './samples.ts';
import { countBids, dateAndTime, objectName, RELISTED } from './words.ts';

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

export interface DueLine extends Pick<SummaryLine, 'number' | 'manufacturer' | 'model'> {
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

export const subject = ({ day, ended, due }: CompanySummaryProps) =>
  ended.length > 0
    ? `Sammanfattning ${day}: ${ended.length} avslutade`
    : `Sammanfattning ${day}: ${due.length} att göra i dag`;

export const unsubscribeUrl = (summary: CompanySummaryProps) => summary.settings_url;

/**
 * Sent to the seller once a day: auctions that have ended since the last one, due dates and winners not notified
 * (MAIL-4).
 */
export default function CompanySummaryEmail(summary: CompanySummaryProps) {
  const { ended, waiting, due } = summary;
  const withBids = ended.filter((line) => line.bid_count > 0);
  const without = ended.filter((line) => line.bid_count === 0);
  const total = formatKronor(withBids.reduce((sum, line) => sum + (line.highest_bid ?? 0), 0));
  return (
    <Layout
      heading={`Sammanfattning ${summary.day}`}
      preview={`${withBids.length} med bud, ${without.length} utan bud. Summa högsta bud ${total}. Vinnare som inte är meddelade: ${waiting.length}. Att göra i dag: ${due.length}.`}
      reason="Du får det här mejlet eftersom adressen är angiven för daglig sammanfattning i bolagets inställningar. Dagar då inga auktioner har slutat och inget ska göras kommer inget mejl."
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
      <List heading="Att göra i dag" items={due.map(dueText)} />
      <List heading="Avslutade med bud" items={withBids.map(textOf)} />
      <List heading="Avslutade utan bud" items={without.map(textOf)} />
      <List
        heading={RELISTED}
        items={ended
          .filter((line) => line.is_relisted)
          .map((line) => ({ text: `${line.number}, ${objectName(line)}`, url: line.auction_url }))}
      />
      <List heading="Vinnare som inte är meddelade" items={waiting.map(textOf)} />
      <Button url={summary.home_url}>Öppna Restvärde</Button>
    </Layout>
  );
}

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
    pickup_passed: 'objektet är inte hämtat, och lagringen kostar',
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

export const samples = {
  några: sample(3),
  många: sample(40),
  'bara att göra': { ...sample(12), ended: [], waiting: [] },
};
