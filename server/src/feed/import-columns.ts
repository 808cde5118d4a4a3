import { CONDITION_LABELS } from '@restvarde/contract/auctions/condition-words';
import {
  type AuctionField,
  FIELD_NAMES,
  fieldSpec,
  formLabel,
  TIME_LABEL,
} from '@restvarde/contract/auctions/fields';
import { IMPORT_SENTENCE } from '@restvarde/contract/feed/import-auctions';
import { normalLine } from '@restvarde/contract/fields';
import { CONDITION_PARTS, type ConditionPart } from '../auctions/access/condition-cells.ts';
import { readCell } from '../http/csv.ts';
import { refuse } from '../http/domain-error.ts';

/** The content of a column of an import. */
export type Column =
  | AuctionField
  | ConditionPart
  | 'category_names'
  | 'external_id'
  | keyof typeof TIME_LABEL;

const keyOf = (heading: string) => normalLine(heading).toLowerCase();

/** People write the names of categories and place, programs may have their ids. */
function labelledColumn(field: AuctionField): Column {
  if (field === 'category_ids') return 'category_names';
  return field === 'staging_area' ? 'staging_area_name' : field;
}

/** The headings that an import reads (FEED-7): names of fields, labels of the form, headings of the export. */
const COLUMNS: ReadonlyMap<string, Column> = new Map(
  (
    [
      ...FIELD_NAMES.flatMap((field) => {
        const { label, exported } = fieldSpec(field);
        const headings = [label, formLabel(field), typeof exported === 'string' ? exported : label];
        return headings.map((heading) => [heading, labelledColumn(field)] as const);
      }),
      ...FIELD_NAMES.map((field) => [field, field] as const),
      ...CONDITION_PARTS.flatMap((part) => [
        [part, part] as const,
        [CONDITION_LABELS[part], part] as const,
      ]),
      ['category_names', 'category_names'],
      ['external_id', 'external_id'],
      ['Externt id', 'external_id'],
      // «Starttid» is the time of day in the form.
      ...Object.entries(TIME_LABEL).flatMap(([name, label]) => [
        [name, name as Column] as const,
        [label, name as Column] as const,
      ]),
    ] as (readonly [string, Column])[]
  ).map(([heading, column]) => [keyOf(heading), column]),
);

/** The headings of the template, as the form labels the fields, in its order. */
export const TEMPLATE: string[] = [
  'Externt id',
  ...FIELD_NAMES.flatMap((field) => {
    if (field === 'start_dt') return [TIME_LABEL.start_date, TIME_LABEL.start_time];
    if (field === 'end_dt') return [TIME_LABEL.end_date, TIME_LABEL.end_time];
    // The column labelled as `staging_area` has the name of the place.
    if (field === 'staging_area_name') return [];
    if (field === 'condition') return CONDITION_PARTS.map((part) => CONDITION_LABELS[part]);
    return [formLabel(field)];
  }),
];

/** The columns of a file by position; null if unknown. */
export interface Columns {
  columns: (Column | null)[];
  unknown: string[];
}

/** The most characters of an unknown heading that an answer repeats. */
const HEADING_LENGTH = 100;

/**
 * Reads the headings of a file. `twice` is the heading of a column that the file has twice, or null.
 * @throws DomainError 400 if no heading is known
 */
export function readHeadings(cells: string[]): Columns & { twice: string | null } {
  const headings = cells.map((cell) => normalLine(readCell(cell.trim())).slice(0, HEADING_LENGTH));
  const columns = headings.map((heading) => COLUMNS.get(keyOf(heading)) ?? null);
  if (!columns.some((column) => column !== null)) throw refuse.detail(IMPORT_SENTENCE.noColumn);
  const second = columns.findIndex((column, n) => column && columns.indexOf(column) < n);
  const unknown = headings.filter((heading, n) => columns[n] === null && heading !== '');
  return {
    columns,
    unknown: [...new Set(unknown)],
    twice: second < 0 ? null : headings[second]!,
  };
}
