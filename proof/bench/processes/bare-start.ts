// The baseline of `npm start`: a bare node that starts the same PostgreSQL, queries it, and answers HTTP.
import { createServer } from 'node:http';
import pg from 'pg';
import { startEmbedded } from '../../../demo/src/postgres/embedded.ts';

const [folder = '', port] = process.argv.slice(2);
const embedded = await startEmbedded({ dataDir: folder });
const client = new pg.Client({ connectionString: embedded.url });
await client.connect();
await client.query('select 1');
createServer((_, reply) => reply.end('ok')).listen(Number(port), '127.0.0.1');
process.on('SIGTERM', async () => {
  await client.end();
  await embedded.stop();
  process.exit();
});
