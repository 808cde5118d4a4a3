import { AUCTION_FIELDS, type AuctionField, fieldSpec } from '@restvarde/contract/auctions/fields';
import type { ImportResult } from '@restvarde/contract/feed/import-auctions';
import { nameFaults } from '../../base/forms/list-faults.ts';

/** The faults of a row of the file. */
export interface RowFaults {
  line: number;
  messages: string[];
}

const OTHER_LABELS: Record<string, string> = {
  category_names: 'Kategori',
  external_id: 'Externt id',
};

const labelOf = (field: string) =>
  field in AUCTION_FIELDS ? fieldSpec(field as AuctionField).label : OTHER_LABELS[field];

/** The faults of each row that has any, with the names of their fields (FORM-6). */
export function namedFaults({ rows }: ImportResult): RowFaults[] {
  return rows.flatMap(({ line, errors }) => {
    const faults = Object.entries(errors).flatMap(([name, messages]) =>
      // A nested field has its fault at the field too.
      name.includes('.') ? [] : messages.map((message) => ({ name, message })),
    );
    if (faults.length === 0) return [];
    return { line, messages: nameFaults(faults, labelOf).map(({ message }) => message) };
  });
}

/** True if the body of an error has the rows of an import. */
export const isImportResult = (body: unknown): body is ImportResult =>
  typeof body === 'object' && body !== null && 'rows' in body && Array.isArray(body.rows);
