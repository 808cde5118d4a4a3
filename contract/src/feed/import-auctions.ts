import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { endpoint } from '../endpoint.ts';
import { may } from '../roles.ts';

export const IMPORT_MAX_BYTES = 2 * 1024 * 1024;

export const IMPORT_MAX_ROWS = 500;

/** The messages of FEED-7. */
export const IMPORT_SENTENCE = {
  noFile: 'Du måste bifoga en fil',
  noCsv: 'Filen kan inte tas emot. Välj en csv-fil.',
  tooManyRows: `Filen har fler än ${IMPORT_MAX_ROWS} rader. Dela upp den.`,
  noColumn: 'Filen har inga kolumner som känns igen.',
  noRow: 'Filen har inga rader.',
  twice: (name: string) => `Kolumnen ${name} finns två gånger.`,
  /** `at`: date and time. */
  imported: (at: string) => `Filen är redan inläst ${at}.`,
  faults: 'Filen innehåller fel. Inget har sparats.',
  length: 'Raden har fel antal kolumner.',
  exists: 'Finns redan',
} as const;

/** The result of an import, by row (FEED-7). */
export const importResult = z.object({
  /** The number of auctions. */
  created: z.int(),
  rows: z.array(
    z.object({
      /** The line of the file that the row starts on, from 1. */
      line: z.int(),
      /** The number of the auction; null if none was created. */
      number: z.nullable(z.string()),
      /** Messages by field as FEED-3 has them, and at `row` for a row of another length. */
      errors: z.record(z.string(), z.array(z.string())),
    }),
  ),
  /** The headings that the import does not know. */
  unknown_columns: z.array(z.string()),
});

export type ImportResult = z.infer<typeof importResult>;

/**
 * Creates an auction for each row of a CSV, or none (FEED-7). With `dry_run=1` it only checks. If a row has an error, the
 * 400 has the fields of the reply beside `detail`.
 */
export const importAuctions = endpoint({
  method: 'POST',
  path: '/api/auctions/import',
  summary: 'Läs in auktioner från fil',
  may: may.manageAuctions,
  query: z.extend(companyQuery, { dry_run: z.optional(z.enum(['0', '1'])) }),
  multipart: { field: 'file', max_bytes: IMPORT_MAX_BYTES },
  body: z.object({}),
  mayCreate: true,
  reply: importResult,
  refusal: importResult,
});

/** A CSV whose first line has the headings that an import reads (FEED-7). */
export const getImportTemplate = endpoint({
  method: 'GET',
  path: '/api/auctions/import/template',
  summary: 'Mall för att läsa in auktioner från fil',
  may: may.manageAuctions,
  download: { name: 'mall.csv', type: 'text/csv; charset=utf-8' },
});
