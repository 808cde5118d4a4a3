// What `npm run bench -- lists` measures: a node of the product in a process of its own, on a world of as many auctions as
// are said. A world is kept for a day, since making a million auctions takes minutes, and its auctions end by and by.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../../demo/src/postgres/embedded.ts';
import { openPool } from '../../src/db/pool.ts';
import { prepareDatabase } from '../../src/prepare-database.ts';
import { sumSaleMonths } from '../../src/statistics/sum-sale-months.ts';
import { schemaFingerprint } from '../test-database.ts';
import { makeListWorld, READERS } from './list-world.ts';
import { listen, openTokens, startMeasuredNode } from './measured-node.ts';

const count = Number(process.argv[2]);
const folder = await findFolder();
const whole = join(folder, 'whole');
const embedded = await startEmbedded({ dataDir: folder, durable: true });
const pool = openPool(embedded.url, 2, { isPatient: true });
if (!existsSync(whole)) {
  await prepareDatabase(embedded.url, embedded.appUrl);
  await makeListWorld(embedded.url, count);
  while ((await sumSaleMonths({ pool })) > 0);
  await pool.pg.query('vacuum analyze');
  await writeFile(whole, '');
}
const node = await startMeasuredNode(embedded, folder, { smtpUrl: null, limitMultiplier: 1_000 });
const [manager] = await openTokens(node, pool.db, [READERS.manager], 20);
const [superuser] = await openTokens(node, pool.db, [READERS.superuser], 30);
const [station] = await openTokens(node, pool.db, [READERS.station], 10);
const port = await listen(node);
process.send!({ port, databaseUrl: embedded.url, tokens: { manager, superuser, station } });

/** Where the world of today is kept; those of other days and schemas are removed. */
async function findFolder(): Promise<string> {
  const prefix = `restvarde-lists-${count}-`;
  const hash = createHash('sha256').update(schemaFingerprint());
  for (const file of ['list-world.sql', 'list-world.ts']) {
    hash.update(readFileSync(join(import.meta.dirname, file)));
  }
  const day = new Date().toISOString().slice(0, 10);
  const name = `${prefix}${day}-${hash.digest('hex').slice(0, 12)}`;
  for (const other of await readdir(tmpdir())) {
    if (!other.startsWith(prefix)) continue;
    const isKept = other === name && existsSync(join(tmpdir(), name, 'whole'));
    if (!isKept) await rm(join(tmpdir(), other), { recursive: true, force: true });
  }
  return join(tmpdir(), name);
}

async function stop(code = 0): Promise<void> {
  await node.stop();
  await pool.end();
  await embedded.stop();
  process.exit(code);
}

/** A bare statement: what it takes from here to the database and back, and what it finds. */
type Ask = { ask: 'stop' } | { ask: 'run'; statement: string };

process.on('message', async (message: Ask) => {
  if (message.ask === 'stop') return stop();
  const asked = performance.now();
  const { rows } = await pool.pg.query(message.statement);
  process.send!({ took: performance.now() - asked, rows });
});
// A parent that is gone asks no more.
process.on('disconnect', () => stop());
process.on('uncaughtException', (error) => {
  console.error(error);
  return stop(1);
});
// A Ctrl-C reaches the whole group: the parent's end is what counts.
process.on('SIGINT', () => {});
