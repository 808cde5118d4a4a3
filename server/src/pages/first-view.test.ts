import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { SitePage } from '@restvarde/contract/first-view';
import { makeSeller } from '../../test/seller.ts';
import { openTestNode } from '../../test/test-node.ts';
import { SHARES } from '../http/limit-table.ts';

const page: SitePage = {
  path: '/auctions',
  file: 'index.html',
  view: {
    may: 'anyUser',
    otherwise: null,
    asks: [
      { path: '/api/auctions', may: 'anyUser' },
      { path: '/api/saved-searches', may: 'actAsStation' },
    ],
  },
  needs: [],
};

// A web folder as built, with a page that has nothing to render.
const folder = await mkdtemp(join(tmpdir(), 'restvarde-test-'));
await mkdir(join(folder, 'assets'));
await mkdir(join(folder, 'server'));
await writeFile(join(folder, 'pages.json'), JSON.stringify([page]));
await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
await writeFile(
  join(folder, 'server/server.js'),
  'export const webApp = { renderFirstView: async () => null };',
);
const { node } = await openTestNode({ limits: 'real', webFolder: folder });
after(() => rm(folder, { recursive: true }));
const { ada, bo, manager } = await makeSeller(node);

const view = async (access: string, remoteAddress = '198.18.0.1') => {
  const headers = { authorization: `Bearer ${access}` };
  const url = '/view?path=/auctions&width=1000';
  return (await node.app.inject({ url, headers, remoteAddress })).statusCode;
};

test('LIMIT-3, ROLE-14 a flood of invalid tokens, delayed, does not block first views', async () => {
  const { pace } = node.context;
  const from = '198.18.0.2';
  for (let time = 0; time < 1_000; time++)
    void pace.wait(`address ${from}`, new Socket().destroy());
  for (let n = 0; n <= SHARES.views.all_in_flight; n++) void view(`x${n}`, from);
  assert.equal(await view(ada.access), 204);
});

test('ROLE-14, SEC-1 a first view makes only calls that its viewer may make', async () => {
  assert.equal(await view((await node.logIn(manager)).access), 204);
  const refused = await node.context.pool.db
    .selectFrom('security_events')
    .where('kind', '=', 'call_refused')
    .execute();
  assert.deepEqual(refused, []);
});

test('LIMIT-3 a user has ten first views in flight over all logins, more are refused with a delay, and others get through', async () => {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const busy = Array.from({ length: SHARES.views.in_flight }, () =>
    node.context.turns.views.take(ada.user_id, () => isOver),
  );
  const { access } = await node.logIn(ada.user_id);
  assert.deepEqual([await view(access), await view(bo.access)], [429, 204]);
  // Later refusals are delayed.
  for (let time = 0; time < 1_000; time++)
    void node.context.pace.wait(`user ${ada.user_id}`, new Socket().destroy());
  const order: string[] = [];
  void view(access).then(() => order.push('flooding'));
  await view(bo.access).then(() => order.push('quiet'));
  assert.deepEqual(order, ['quiet']);
  end();
  await Promise.all(busy);
});
