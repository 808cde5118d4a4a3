import { formatKronor } from '@restvarde/contract/money';
import type { LetterContent } from '../../mail/letter.ts';
import { countBids, objectName } from './words.ts';

export interface SummaryLine {
  number: string;
  manufacturer: string;
  model: string;
  bid_count: number;
  highest_bid: number | null;
  /** A winner is marked and has not been told. */
  is_waiting: boolean;
}

/** So many of each kind are named; the rest are counted. */
const NAMED = 15;

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
    paragraphs: [`Det här har hänt i auktionerna hos ${summary.company_name} sedan sist.`],
    facts: [
      ['Avslutade', `${ended.length}`],
      ['Med bud', `${withBids.length}`],
      ['Utan bud', `${without.length}`],
      ['Summa högsta bud', `${formatKronor(total)} exkl. moms`],
      ['Vinnare som inte fått besked', `${waiting.length}`],
    ],
    lists: [
      listOf('Avslutade med bud', withBids),
      listOf('Avslutade utan bud', without),
      listOf('Vinnare som inte fått besked', waiting),
    ].filter(({ lines }) => lines.length > 0),
    button: { text: 'Öppna Restvärde', url: links.home },
    reason:
      'Du får det här brevet eftersom adressen är angiven för daglig sammanfattning i bolagets inställningar. Dagar då inget har avslutats kommer inget brev.',
    turnOff: { text: 'Ändra adressen i inställningarna', url: links.settings },
  };
}

function listOf(heading: string, all: SummaryLine[]): { heading: string; lines: string[] } {
  const lines = all.slice(0, NAMED).map(lineOf);
  if (all.length > NAMED) lines.push(`… och ${all.length - NAMED} till`);
  return { heading, lines };
}

function lineOf(line: SummaryLine): string {
  const outcome =
    line.highest_bid === null
      ? ''
      : `: ${formatKronor(line.highest_bid)}, ${countBids(line.bid_count)}`;
  return `${line.number}, ${objectName(line)}${outcome}`;
}
