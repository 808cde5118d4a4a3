import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { listStored, sumTables } from './checksum.ts';
import { listen } from './live-socket.ts';
import { ALL_CELLS } from './matrix/all-cells.ts';
import { type Cell, withoutRepeatedRefusals } from './matrix/cells.ts';
import { makeShared, prepareWalk } from './matrix/walk.ts';
import { makeWorld, revokeAccess } from './matrix/world.ts';
import { openTestNode } from './test-node.ts';

/** Groups failures by kind: the first of each, with their number. */
function sortOut(wrong: string[]): string[] {
  const kinds = Map.groupBy(wrong, (fault) => fault.replace(/ \|[^|]*\|[^:]*:/, ''));
  return [...kinds.values()].map((faults) => `${faults.length} × ${faults[0]}`);
}

const isLook = ({ call, expected }: Cell) => /^(GET|SOCKET) /.test(call) || expected >= 400;

/** Every route, caller and kind of object: permissions and visibility (ROLE-14). */
const routes = new Set<string>();

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.add(`${one} ${url}`);
  });
});
const { node } = await openTestNode();

const world = await makeWorld(node.context);
const walk = await prepareWalk(node, world, await listen(node));
await revokeAccess(world);
await makeShared(world, ALL_CELLS);
// A proof needs the end in the history (PROOF-2).
await sql`
  insert into audit_log (company_id, auction_id, action, after)
  select company_id, id, 'close', '{}' from auctions where closed_at is not null and deleted_at is null`.execute(
  world.db,
);

test('ROLE-14 every served route has a row, and every row a route', () => {
  // Fastify serves HEAD by the handler of GET.
  const served = [...routes].filter((route) => !route.startsWith('HEAD '));
  const heads = [...routes].filter((route) => route.startsWith('HEAD '));
  assert.deepEqual(
    heads.filter((route) => !routes.has(route.replace('HEAD', 'GET')) && !route.endsWith('/')),
    [],
  );
  const rows = new Set(ALL_CELLS.map(({ call }) => call).filter((call) => !/^SOCKET/.test(call)));
  assert.deepEqual([...rows].sort(), served.sort());
});

test('ROLE-5, ROLE-6, ROLE-7, ROLE-12, ROLE-14, ROLE-15, ROLE-16, ROLE-17 every read and every error follows the rules, and changes nothing', async () => {
  const looks = withoutRepeatedRefusals(ALL_CELLS).filter(isLook);
  const before = await sumTables(world.db);
  const stored = await listStored(node.mediaFolder);
  assert.deepEqual(sortOut(await walk.lookAndBeRefused(looks)), []);
  assert.deepEqual(await sumTables(world.db), before);
  assert.deepEqual(await listStored(node.mediaFolder), stored);
});

test('ROLE-1, ROLE-2, ROLE-8, ROLE-9, ROLE-11, ROLE-13 every allowed change is made', async (t) => {
  const changes = ALL_CELLS.filter((cell) => !isLook(cell));
  assert.deepEqual(sortOut(await walk.change(changes)), []);
  assert.ok(ALL_CELLS.length > 2_000);
  t.diagnostic(`${ALL_CELLS.length} cells, ${changes.length} of them changes`);
});
