import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { StartError } from '../start-error.ts';
import { type BackedUpTable, EMAILS, type Manifest, tableFile } from './backup-manifest.ts';

/** All tables to back up: `rate_limits` may be lost, and migrations are run again. */
const OWN_TABLES = `
  select c.relname as name,
    array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
    and c.relname not in ('migrations', 'migrations_lock', 'releases')
  group by c.oid, c.relname
  order by c.relname`;

/** PostgreSQL's code when policies might hide rows, or the role may not read a table. */
const NO_RIGHT = '42501';

/**
 * Writes every table of a database into a folder as of one moment, while bids continue. Must run as the owner of the
 * tables: policies may hide rows from every other role (DATA-5).
 * @throws StartError if `url` is of another role.
 */
export async function backUpDatabase(
  url: string,
  folder: string,
): Promise<Omit<Manifest, 'format' | 'version' | 'files'>> {
  const client = new pg.Client({ connectionString: url, application_name: 'restvarde backup' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local row_security = off');
    const { rows: moments } = await client.query<{ taken_at: Date; migrations: string[] }>(
      'select clock_timestamp() as taken_at, array_agg(name order by name) as migrations from migrations',
    );
    const { rows: own } = await client.query<{ name: string; columns: string[] }>(OWN_TABLES);
    const tables: BackedUpTable[] = [];
    for (const { name, columns } of own)
      tables.push(await copyTable(client, folder, name, columns));
    const emails = await client.query<{ email: string }>(`
      select json_build_object('id', coalesce(source_id, id), 'data', data, 'priority', priority)::text as email
      from pgboss.job
      where name = 'mail' and state <= 'active' or name = 'dead-mail' and state = 'created'
      order by created_on`);
    await pipeline(
      Readable.from(emails.rows.map(({ email }) => `${email}\n`)),
      createGzip(),
      createWriteStream(join(folder, EMAILS)),
    );
    // Sequences are not transactional: values given out since are skipped.
    const { rows: sequences } = await client.query<{ name: string; last: string }>(`
      select quote_ident(sequencename) as name, last_value as last from pg_sequences
      where schemaname = 'public' and last_value is not null order by sequencename`);
    await client.query('commit');
    return {
      migrations: moments[0]!.migrations,
      taken_at: moments[0]!.taken_at.toISOString(),
      tables,
      sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, Number(last)])),
      emails: emails.rows.length,
    };
  } catch (error) {
    if ((error as pg.DatabaseError).code !== NO_RIGHT) throw error;
    throw new StartError('A backup is made as the owner of the tables: set DATABASE_OWNER_URL.');
  } finally {
    await client.end();
  }
}

async function copyTable(
  client: pg.Client,
  folder: string,
  name: string,
  columns: string[],
): Promise<BackedUpTable> {
  const stream = client.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${columns}) to stdout`));
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // The lowest level: a nightly backup must not take processor time from bids.
  const gzip = createGzip({ level: 1 });
  await pipeline(stream, gzip, hashed, createWriteStream(join(folder, tableFile(name))));
  return { name, columns, rows: stream.rowCount, sha256: hash.digest('hex') };
}
