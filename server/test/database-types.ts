// Writes types.generated.ts from a freshly migrated database: `npm run types:db`.
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../demo/src/postgres/embedded.ts';
import { createTestDatabase } from './test-database.ts';

export const TYPES_FILE = join(import.meta.dirname, '../src/db/types.generated.ts');
/** Columns with a narrower type than PostgreSQL's. */
const COLUMNS: Record<string, string> = {
  'notification_settings.push_off': 'string[]',
  'auctions.bid_increments': 'Ladder',
  'companies.bid_increment_intervals': 'Ladder',
  'auction_standings.bidder_ids': 'number[]',
  'auctions.condition': 'GivenCondition',
  'auctions.dismantling_bidders': 'DismantlingBidders',
  'auction_files.kind': 'DocumentKind',
  'auction_images.view': 'ImageView',
  'chain_links.event_ids': 'number[]',
  'companies.dismantling_bidders': 'DismantlingBidders',
  'certificates.kind': 'CertificateKind',
  'deregistrations.state': 'DeregistrationState',
  'dismantlers.county': 'County',
  'facts_news.condition': 'GivenCondition',
  'auctions.damage_condition': "'DISASSEMBLY' | 'REPAIR'",
  'sign_on_providers.case_manager_values': 'string[]',
  'sign_on_providers.company_admin_values': 'string[]',
  'tokens.scopes': 'TokenScope[]',
  'uploads.kind': 'UploadKind',
  'uploads.pieces': 'string[]',
  'uploads.view': 'ImageView',
  'users.role': 'Role',
  'webhook_deliveries.type': '(typeof WEBHOOK_TYPES)[number]',
  'webhooks.events': 'WebhookEvent[]',
  'staging_areas.booking_hours': 'BookingHours',
};
const TYPES: Record<string, string> = {
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  text: 'string',
  uuid: 'string',
  inet: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  json: 'ColumnType<unknown, string, string>',
  jsonb: 'ColumnType<unknown, string, string>',
  'timestamp with time zone': 'Timestamp',
  'time without time zone': 'string',
  date: 'string',
  tsvector: 'string',
};
const HEAD = `// Generated from the migrated database by \`npm run types:db\`. Do not edit.
import type { Condition } from '@restvarde/contract/auctions/condition';
import type { DocumentKind } from '@restvarde/contract/auctions/document-kinds';
import type { ImageView } from '@restvarde/contract/auctions/image-views';
import type { TokenScope } from '@restvarde/contract/feed/token-calls';
import type { WEBHOOK_TYPES, WebhookEvent } from '@restvarde/contract/feed/webhooks';
import type { BookingHours } from '@restvarde/contract/hours/booking-hours';
import type { CertificateKind, DeregistrationState } from '@restvarde/contract/sale/deregistration';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import type { County } from '@restvarde/contract/dismantlers';
import type { DismantlingBidders } from '@restvarde/contract/dismantling';
import type { Role } from '@restvarde/contract/roles';
import type { UploadKind } from '@restvarde/contract/uploads';
import type { ColumnType, GeneratedAlways } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type GivenCondition = ColumnType<Partial<Condition>, string, string>;
type Ladder = ColumnType<BidIncrement[], string, string>;
type Default<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;
`;

interface Column {
  table_name: string;
  column_name: string;
  data_type: string;
  nullable: boolean;
  has_default: boolean;
  /** Only the database writes it. */
  is_generated: boolean;
}

/** Returns the content of types.generated.ts for the tables of a database. */
export async function describeTypes(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Column>(`
    select table_name, column_name, data_type, is_nullable = 'YES' as nullable,
      column_default is not null as has_default,
      is_identity = 'YES' or is_generated = 'ALWAYS' as is_generated
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'migrations%'
    order by table_name, ordinal_position`);
  await client.end();
  const tables = Object.groupBy(rows, (column) => column.table_name);
  const types = Object.entries(tables).map(
    ([table, columns]) =>
      `export interface ${pascal(table)} {\n${columns!.map(columnType).join('')}}\n`,
  );
  const db = Object.keys(tables).map((table) => `  ${table}: ${pascal(table)};\n`);
  return `${HEAD}\n${types.join('\n')}\nexport interface DB {\n${db.join('')}}\n`;
}

function columnType(column: Column): string {
  const known = COLUMNS[`${column.table_name}.${column.column_name}`] ?? TYPES[column.data_type];
  if (!known) throw new Error(`No type for ${column.table_name}.${column.column_name}`);
  const value = column.nullable ? `${known} | null` : known;
  if (column.is_generated) return `  ${column.column_name}: GeneratedAlways<${value}>;\n`;
  return `  ${column.column_name}: ${column.has_default ? `Default<${value}>` : value};\n`;
}

const pascal = (name: string) => name.replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase());

if (import.meta.main) {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-types-'));
  const embedded = await startEmbedded({ dataDir: folder, durable: false });
  process.env.TEST_DATABASE_URL = embedded.url;
  const { url } = await createTestDatabase();
  writeFileSync(TYPES_FILE, await describeTypes(url));
  await embedded.stop();
  await rm(folder, { recursive: true });
}
