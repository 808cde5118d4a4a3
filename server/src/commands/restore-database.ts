import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartError } from '../start-error.ts';
import { type Manifest, tableFile } from './backup-manifest.ts';

/**
 * Fills an empty database, migrated as the backup was, with the backup's tables; all or nothing. Foreign keys are
 * checked at the end, and triggers do not run: the backup contains what they wrote.
 * @throws StartError if the database has users.
 */
export async function restoreDatabase(
  url: string,
  folder: string,
  { tables, sequences }: Manifest,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'restvarde restore' });
  await client.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ used: boolean }>(
      'select exists (select from users) or exists (select from companies) as used',
    );
    if (rows[0]!.used) throw new StartError('The database is not empty: restore into a new one.');
    const names = tables.map(({ name }) => pg.escapeIdentifier(name));
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    const keys = await dropForeignKeys(client);
    await client.query(`truncate ${names.join(', ')}`);
    for (const { name, columns, rows: expected } of tables) {
      const into = client.query(
        copyFrom(`copy ${pg.escapeIdentifier(name)} (${columns}) from stdin`),
      );
      await pipeline(createReadStream(join(folder, tableFile(name))), createGunzip(), into);
      if (into.rowCount !== expected) {
        throw new Error(`${name} got ${into.rowCount} rows, and the backup has ${expected}.`);
      }
    }
    for (const key of keys) await client.query(key);
    for (const [name, last] of Object.entries(sequences))
      await client.query('select setval($1::regclass, $2)', [name, last]);
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** Drops all foreign keys; returns the statements that create and check them again. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drops: string; adds: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drops,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as adds
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    order by conrelid::regclass::text, conname`);
  for (const { drops } of rows) await client.query(drops);
  return rows.map(({ adds }) => adds);
}
