// The product for the bench of lists: a node on a world of many auctions. A world is kept for a day: a million auctions
// take minutes to make, and they end one by one.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../../demo/src/postgres/embedded.ts';
import { openPool } from '../../../server/src/db/pool.ts';
import { prepareDatabase } from '../../../server/src/prepare-database.ts';
import { sumSaleMonths } from '../../../server/src/statistics/sum-sale-months.ts';
import { schemaFingerprint } from '../../../server/test/test-database.ts';
import { serve } from '../../serve.ts';
import { makeListWorld, READERS } from './list-world.ts';
import { listen, openTokens, startMeasuredNode } from './measured-node.ts';

const count = Number(process.argv[2]);
const folder = await findFolder();
const complete = join(folder, 'complete');
const embedded = await startEmbedded({ dataDir: folder, durable: true });
const pool = openPool(embedded.url, 2, { timeouts: 'none' });
if (!existsSync(complete)) {
  await prepareDatabase(embedded.url, embedded.appUrl);
  await makeListWorld(embedded.url, count);
  while ((await sumSaleMonths({ pool })) > 0);
  await pool.pg.query('vacuum analyze');
  await writeFile(complete, '');
}
const node = await startMeasuredNode(embedded, folder, {});
const [manager] = await openTokens(node, pool.db, [READERS.manager], 20);
const [station] = await openTokens(node, pool.db, [READERS.station], 10);
const port = await listen(node);

/** Today's world of this size. Those of other days and schemas are removed. */
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
    const isKept = other === name && existsSync(join(tmpdir(), name, 'complete'));
    if (!isKept) await rm(join(tmpdir(), other), { recursive: true, force: true });
  }
  return join(tmpdir(), name);
}

serve(
  { port, tokens: { manager, station } },
  {
    /** Runs a statement: its rows, and the milliseconds from this process to the database and back. */
    run: async (statement: string) => {
      const startedAt = performance.now();
      const { rows } = await pool.pg.query(statement);
      return { took_ms: performance.now() - startedAt, rows };
    },
  },
  async () => {
    await node.stop();
    await pool.end();
    await embedded.stop();
  },
);
