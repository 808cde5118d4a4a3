import { execFile } from 'node:child_process';
import { appendFile, chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findBinaries } from '../../../demo/src/postgres/embedded.ts';
import { chooseAccount } from '../../../demo/src/postgres/embedded-account.ts';
import { endRunning, launch } from '../../../demo/src/postgres/postmaster.ts';

/** A standby that streams from a primary. */
export interface Standby {
  /** The same database, with the roles and passwords of the primary. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a standby of a primary that runs on `<folder of primary>/postgres`, in an empty folder. It copies the files as
 * `pg_basebackup` would, which the bundled PostgreSQL lacks.
 */
export async function startStandby(
  primary: { url: string; dataDir: string },
  dataDir: string,
  { port: namedPort }: { port?: number } = {},
): Promise<Standby> {
  const [from, to] = [join(primary.dataDir, 'postgres'), join(dataDir, 'postgres')];
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  // A standby must allow as many connections as its primary.
  let max_connections = '';
  try {
    ({ max_connections } = (await client.query('show max_connections')).rows[0]);
    await client.query("select pg_backup_start('standby', true)");
    // Files may vanish while they are copied: the log has their changes.
    await promisify(execFile)('cp', ['-a', from, to]).catch(() => {});
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await writeFile(join(to, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
  for (const name of ['postmaster.pid', 'postmaster.opts'])
    await rm(join(to, name), { force: true });
  await writeFile(join(to, 'standby.signal'), '');
  const { hostname, port, username, password } = new URL(primary.url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  // `alter system` may replace it.
  await appendFile(join(to, 'postgresql.auto.conf'), `\nprimary_conninfo = '${conninfo}'\n`);
  const { postgres } = await findBinaries();
  const account = await chooseAccount(to, postgres);
  if (account.ids) {
    for (const name of ['backup_label', 'standby.signal'])
      await chown(join(to, name), account.ids.uid, account.ids.gid);
  }
  const settings = { shared_buffers: '64MB', max_connections };
  const server = await launch(postgres, { cluster: to, account, settings, port: namedPort });
  const url = new URL(primary.url);
  url.port = String(server.port);
  return { url: url.href, stop: () => endRunning(to) };
}
