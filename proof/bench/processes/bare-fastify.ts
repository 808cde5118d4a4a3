// The baseline of calls: a bare Fastify. `/nothing` parses a bid's body and answers; `/insert` inserts one row first.
import Fastify from 'fastify';
import pg from 'pg';
import { serve } from '../../serve.ts';

interface Bid {
  Body: { bid: number };
  Params: { id: string };
}

const client = new pg.Client({ connectionString: JSON.parse(process.argv[2]!) });
// The product's database may stop first.
client.on('error', () => {});
await client.connect();
await client.query('create table bare_inserts (auction_id integer not null, bid integer not null)');

const app = Fastify();
app.post<Bid>('/nothing/:id', async (request, reply) => {
  reply.code(201);
  return { bid: request.body.bid };
});
app.post<Bid>('/insert/:id', async (request, reply) => {
  await client.query({
    name: 'insert',
    text: 'insert into bare_inserts values ($1, $2)',
    values: [request.params.id, request.body.bid],
  });
  reply.code(201);
  return { bid: request.body.bid };
});
await app.listen({ port: 0, host: '127.0.0.1' });
serve((app.server.address() as { port: number }).port);
