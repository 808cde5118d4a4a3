// What bids are measured against: a bare Fastify in a process of its own. `/nothing` answers a bid's body with what
// the product's do-nothing POST answers; `/insert` writes one row and commits before it does.
import Fastify from 'fastify';
import pg from 'pg';

const client = new pg.Client({ connectionString: process.argv[2]! });
// The product, and its database, may stop first.
client.on('error', () => {});
await client.connect();
await client.query('create table bare_inserts (auction_id integer not null, bid integer not null)');

const app = Fastify();
interface Bid {
  Body: { bid: number };
  Params: { id: string };
}
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
process.send!((app.server.address() as { port: number }).port);
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => {});
