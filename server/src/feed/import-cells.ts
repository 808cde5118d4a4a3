import { FIELD_NAMES, type FieldKind, fieldSpec } from '@restvarde/contract/auctions/fields';
import type { FeedField } from '@restvarde/contract/feed/feed-auction';
import {
  CONDITION_PARTS,
  type ConditionPart,
  readConditionCell,
} from '../auctions/access/condition-cells.ts';
import type { Column } from './import-columns.ts';

type Texts = Partial<Record<FeedField, string | string[]>>;

/** The most characters of a cell that are read, as of a field of a form. */
const CELL_LENGTH = 64 * 1024;

/** Further words for values of a choice, in lower case (FEED-7). */
const YES_NO: Record<string, string> = { ja: '1', nej: '0', '1': '1', '0': '0' };

/** The values of choices and flags by their words, in lower case. */
const CHOICES = new Map<string, Record<string, string>>(
  FIELD_NAMES.flatMap((field) => {
    const { kind, words = {} } = fieldSpec(field);
    if (kind === 'flag') {
      const called = Object.entries(words).map(([value, word]) => [
        word.toLowerCase(),
        value === 'true' ? '1' : '0',
      ]);
      return [[field, { ...YES_NO, ...Object.fromEntries(called) }] as const];
    }
    if (kind !== 'choice') return [];
    const called = Object.entries(words).flatMap(([value, word]) => [
      [word.toLowerCase(), value],
      [value.toLowerCase(), value],
    ]);
    return [[field, Object.fromEntries(called)] as const];
  }),
);

/** Removes everything but the digits of «18 000,00 kr». */
const amount = (written: string) =>
  written.replace(/\s/g, '').replace(/kr$/i, '').replace(/,00$/, '');

/** A time of day as the form has it: H:MM, HH:MM and HH:MM:SS. */
const time = (written: string) =>
  /^\d{1,2}:\d\d(:\d\d)?$/.test(written)
    ? written.split(':').slice(0, 2).join(':').padStart(5, '0')
    : written;

/** A day and a time in one cell, with a space or a T between. */
function dayAndTime(written: string): string {
  const [, day, clock = ''] = /^(\d{4}-\d\d-\d\d)([ T].*)?$/.exec(written) ?? [];
  return day === undefined ? written : `${day}T${time(clock.replace(/^[ T]+/, ''))}`;
}

const READ: Partial<Record<FieldKind, (written: string) => string>> = {
  kronor: amount,
  time: dayAndTime,
};

function readValue(column: FeedField, written: string): string | string[] {
  if (column === 'category_ids' || column === 'category_names')
    return written.split('|').map((one) => one.trim());
  const choices = CHOICES.get(column);
  if (choices && Object.hasOwn(choices, written.toLowerCase()))
    return choices[written.toLowerCase()]!;
  return READ[fieldSpec(column).kind]?.(written) ?? written;
}

/** A row of an import as the form sends it. */
export interface ImportedRow {
  external_id: string | null;
  texts: Texts;
}

/** Reads the cells of a row (FEED-7). An empty cell is an absent field. */
export function readRow(columns: (Column | null)[], cells: string[]): ImportedRow {
  const written = new Map<Column, string>();
  for (const [n, column] of columns.entries()) {
    const cell = cells[n]!.trim().slice(0, CELL_LENGTH);
    if (column && cell !== '') written.set(column, cell);
  }
  const texts: Texts = {};
  for (const part of ['start', 'end'] as const) {
    const day = written.get(`${part}_date`);
    const clock = written.get(`${part}_time`);
    if (day !== undefined || clock !== undefined)
      texts[`${part}_dt`] = `${day ?? ''}T${time(clock ?? '')}`;
  }
  for (const [column, cell] of written) {
    if (isFeedField(column)) texts[column] = readValue(column, cell);
  }
  const parts = CONDITION_PARTS.flatMap((part) => {
    const cell = written.get(part);
    return cell === undefined ? [] : [[part, readConditionCell(part, cell)]];
  });
  if (parts.length > 0) texts.condition ??= JSON.stringify(Object.fromEntries(parts));
  // Faults of missing categories are at the names.
  if (texts.category_ids === undefined) texts.category_names ??= [];
  else delete texts.category_names;
  return { external_id: written.get('external_id') ?? null, texts };
}

const OTHERS = ['external_id', 'start_date', 'start_time', 'end_date', 'end_time'] as const;

type Other = (typeof OTHERS)[number] | ConditionPart;

const isFeedField = (column: Column): column is Exclude<Column, Other> =>
  ![...OTHERS, ...CONDITION_PARTS].some((other) => other === column);
