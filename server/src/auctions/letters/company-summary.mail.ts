import { formatKronor } from '@restvarde/contract/money';
import type { LetterContent } from '../../mail/letter.ts';
import { countBids, listOf, objectName } from './words.ts';

export interface SummaryLine {
  number: string;
  manufacturer: string;
  model: string;
  bid_count: number;
  highest_bid: number | null;
  /** A winner is marked and has not been told. */
  is_waiting: boolean;
}

/** To the seller, once a day: what has ended since the last one, and whom nobody has told (MAIL-4). */
export function companySummaryLetter(
  summary: { company_name: string; day: string; ended: SummaryLine[]; waiting: SummaryLine[] },
  links: { home: string; settings: string },
): LetterContent {
  const { ended, waiting } = summary;
  const [withBids, without] = [
    ended.filter((line) => line.bid_count > 0),
    ended.filter((line) => line.bid_count === 0),
  ];
  const total = withBids.reduce((sum, line) => sum + (line.highest_bid ?? 0), 0);
  return {
    subject: `Sammanfattning ${summary.day}: ${ended.length} avslutade`,
    heading: `Sammanfattning ${summary.day}`,
    preview: `${withBids.length} med bud, ${without.length} utan bud. Summa högsta bud ${formatKronor(total)}. Vinnare som inte är meddelade: ${waiting.length}.`,
    paragraphs: [`Det här har hänt i auktionerna hos ${summary.company_name} sedan sist.`],
    facts: [
      ['Avslutade', `${ended.length}`],
      ['Med bud', `${withBids.length}`],
      ['Utan bud', `${without.length}`],
      ['Summa högsta bud', `${formatKronor(total)} exkl. moms`],
      ['Vinnare som inte är meddelade', `${waiting.length}`],
    ],
    lists: [
      listOf('Avslutade med bud', withBids.map(lineOf)),
      listOf('Avslutade utan bud', without.map(lineOf)),
      listOf('Vinnare som inte är meddelade', waiting.map(lineOf)),
    ].filter(({ lines }) => lines.length > 0),
    button: { text: 'Öppna Restvärde', url: links.home },
    reason:
      'Du får det här mejlet eftersom adressen är angiven för daglig sammanfattning i bolagets inställningar. Dagar då inga auktioner har slutat kommer inget mejl.',
    turnOff: { text: 'Ändra adressen i inställningarna', url: links.settings },
  };
}

function lineOf(line: SummaryLine): string {
  const outcome =
    line.highest_bid === null
      ? ''
      : `: ${formatKronor(line.highest_bid)}, ${countBids(line.bid_count)}`;
  return `${line.number}, ${objectName(line)}${outcome}`;
}
