import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { listStored, sumTables } from './checksum.ts';
import { listen } from './live-socket.ts';
import { AUCTION_READS, AUCTION_WRITES } from './matrix/auction-rows.ts';
import type { Cell } from './matrix/cells.ts';
import { OPEN_ROWS } from './matrix/open-rows.ts';
import { OTHER_ROWS } from './matrix/other-rows.ts';
import { makeShared, prepareWalk, type Walk } from './matrix/walk.ts';
import { makeWorld, turnAway, type World } from './matrix/world.ts';
import { startTestNode, type TestNode } from './test-node.ts';

const CELLS: Cell[] = [...AUCTION_READS, ...AUCTION_WRITES, ...OTHER_ROWS, ...OPEN_ROWS].flat();
/** Faults of one kind together: the first of each, and how many there are. */
function sortOut(wrong: string[]): string[] {
  const kinds = Map.groupBy(wrong, (fault) => fault.replace(/ \|[^|]*\|[^:]*:/, ''));
  return [...kinds.values()].map((faults) => `${faults.length} × ${faults[0]}`);
}

const isLook = ({ call, expected }: Cell) => /^(GET|SOCKET) /.test(call) || expected >= 400;

/** Every route, every caller, every kind of object: what may be done and what is told (ROLE-14). */
describe('who may do what', () => {
  let node: TestNode;
  let world: World;
  let walk: Walk;
  const routes = new Set<string>();

  before(async () => {
    subscribe('fastify.initialization', (message) => {
      const { fastify } = message as { fastify: FastifyInstance };
      fastify.addHook('onRoute', ({ method, url }) => {
        for (const one of [method].flat()) routes.add(`${one} ${url}`);
      });
    });
    node = await startTestNode();
    world = await makeWorld(node.context);
    walk = await prepareWalk(node, world, await listen(node));
    await turnAway(world);
    await makeShared(world, CELLS);
  });
  after(() => node?.stop());

  test('ROLE-14 every route that is served has its row, and no row is without its route', () => {
    // What is read can be asked for without its body: Fastify serves that with the same handler.
    const served = [...routes].filter((route) => !route.startsWith('HEAD '));
    const heads = [...routes].filter((route) => route.startsWith('HEAD '));
    assert.deepEqual(
      heads.filter((route) => !routes.has(route.replace('HEAD', 'GET')) && !route.endsWith('/')),
      [],
    );
    const rows = new Set(CELLS.map(({ call }) => call).filter((call) => !/^SOCKET/.test(call)));
    assert.deepEqual([...rows].sort(), served.sort());
  });

  test('ROLE-14, ROLE-15, ROLE-16, ROLE-17 every look and every error is as the rules say, and leaves no trace', async () => {
    const looks = CELLS.filter(isLook);
    const before = await sumTables(world.db);
    const stored = await listStored(node.mediaFolder);
    assert.deepEqual(sortOut(await walk.lookAndBeRefused(looks)), []);
    assert.deepEqual(await sumTables(world.db), before);
    assert.deepEqual(await listStored(node.mediaFolder), stored);
  });

  test('ROLE-1, ROLE-2, ROLE-8, ROLE-9, ROLE-11, ROLE-13 every change that the rules allow is made', async (t) => {
    const changes = CELLS.filter((cell) => !isLook(cell));
    assert.deepEqual(sortOut(await walk.change(changes)), []);
    assert.ok(CELLS.length > 2_000);
    t.diagnostic(`${CELLS.length} cells, ${changes.length} of them changes`);
  });
});
