import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { findBreaches } from './floors.ts';
import { plantTree } from './made-up-tree.ts';

/** Each file imports one thing that it may not: what is imported, and the end of the breach. */
const forbidden: [file: string, specifier: string, reason: string][] = [
  ['contract/src/bids.ts', 'zod', 'the contract imports only itself and zod/mini'],
  ['contract/src/bids.ts', 'node:fs', 'the contract imports only itself and zod/mini'],
  ['contract/src/bids.ts', '../../server/src/clock.ts', 'only itself and zod/mini'],
  ['server/src/app.ts', '../../web/src/paths.ts', 'server never imports web'],
  ['server/src/app.ts', '../../demo/src/postgres/embedded.ts', 'server never imports demo'],
  ['demo/src/main.ts', '../../server/test/factories.ts', 'only tests import tests'],
  ['web/src/paths.ts', '@restvarde/server/src/clock.ts', 'web never imports server'],
  ['e2e/bids.e2e.ts', '../server/src/app.ts', 'starts the server as a process'],
  ['bench/bids.ts', '../server/src/bids/place-bid.ts', 'starts the server as a process'],
  ['server/src/db/pool.ts', '../bids/place-bid.ts', 'machinery knows no noun'],
  ['server/src/clock.ts', './bids/place-bid.ts', 'machinery knows no noun'],
  ['server/src/auctions/end.ts', '../bids/place-bid.ts', 'auctions stands below bids'],
  ['server/src/bids/place-bid.ts', '../app.ts', 'nothing imports app, worker or main'],
  ['server/src/bids/place-bid.ts', '../../test/factories.ts', 'only tests import tests'],
  ['web/src/ui/button.tsx', '@tanstack/react-router', 'ui knows no router'],
  ['web/src/ui/field.tsx', 'react-hook-form', 'ui knows no router'],
  ['web/src/ui/field.tsx', '../forms/field.tsx', 'ui knows widgets, formats and the clock only'],
  ['web/src/ui/card.tsx', '../auctions/card.tsx', 'ui knows widgets, formats and the clock only'],
  ['web/src/api/call.ts', '../auctions/queries.ts', 'machinery of the page'],
  ['web/src/auctions/card.tsx', '../routes.tsx', 'nothing imports main or routes'],
];

const allowed: [file: string, specifier: string][] = [
  ['contract/src/bids.ts', 'zod/mini'],
  ['contract/src/bids.ts', './money.ts'],
  ['contract/src/bids.test.ts', 'node:test'],
  ['server/src/bids/place-bid.ts', '../auctions/view.ts'],
  ['server/src/bids/place-bid.ts', '../db/pool.ts'],
  ['server/src/bids/place-bid.ts', '@restvarde/contract/bids'],
  ['server/src/app.ts', './bids/routes.ts'],
  ['server/src/auctions/end.test.ts', '../bids/place-bid.ts'],
  ['server/src/auctions/end.test.ts', '../../../demo/src/mailbox/mailbox.ts'],
  ['server/test/test-node.ts', '../../demo/src/postgres/embedded.ts'],
  ['demo/src/main.ts', '@restvarde/server/house'],
  ['demo/src/world/world.test.ts', '../../../server/test/factories.ts'],
  ['web/src/ui/price.tsx', '../format/money.ts'],
  ['web/src/routes.tsx', './auctions/page.tsx'],
  ['web/src/auctions/card.tsx', '../ui/button.tsx'],
  ['e2e/bids.e2e.ts', '@restvarde/contract/bids'],
];

for (const [file, specifier, reason] of forbidden) {
  test(`${file} may not import ${specifier}`, (t) => {
    const tree = plantTree(t, { [file]: `import { x } from '${specifier}';` });
    const [breach = '', ...others] = findBreaches(tree);
    assert.ok(breach.startsWith(`${file} → `) && breach.includes(reason), breach);
    assert.deepEqual(others, []);
  });
}

test('what the floors allow is no breach', (t) => {
  for (const [file, specifier] of allowed) {
    const tree = plantTree(t, { [file]: `import { x } from '${specifier}';` });
    assert.deepEqual(findBreaches(tree), [], `${file} imports ${specifier}`);
  }
});

test('types, lazy imports and passed-on exports count as imports', (t) => {
  const ways = [
    `import type { X } from '../bids/x.ts';`,
    `export { x } from '../bids/x.ts';`,
    `export * from '../bids/x.ts';`,
    `export const x = () => import('../bids/x.ts');`,
    `export type X = import('../bids/x.ts').X;`,
  ];
  for (const way of ways) {
    assert.equal(findBreaches(plantTree(t, { 'server/src/db/pool.ts': way })).length, 1, way);
  }
});

test('a circle is found once, by its shortest way, and packages of ours are seen through', (t) => {
  const tree = plantTree(t, {
    'contract/src/bids.ts': `import { m } from './money.ts';`,
    'contract/src/money.ts': `import { r } from '@restvarde/contract/roles';`,
    'contract/src/roles.ts': `import { b } from './bids.ts';\nimport { d } from './dates.ts';`,
    'contract/src/dates.ts': `import { r } from './roles.ts';`,
  });
  assert.deepEqual(findBreaches(tree), [
    'a circle: contract/src/bids.ts → contract/src/money.ts → contract/src/roles.ts → contract/src/bids.ts',
  ]);
});

test('a file that imports itself is a circle', (t) => {
  const tree = plantTree(t, { 'contract/src/bids.ts': `import { b } from './bids.ts';` });
  assert.deepEqual(findBreaches(tree), ['a circle: contract/src/bids.ts → contract/src/bids.ts']);
});

test('a barrel and a folder on no floor are breaches', (t) => {
  const tree = plantTree(t, {
    'contract/src/index.ts': `export { m } from './money.ts';`,
    'server/src/helpers/text.ts': 'export const x = 1;',
  });
  assert.deepEqual(findBreaches(tree), [
    'contract/src/index.ts: no barrels: name the file by its subject',
    'server/src/helpers/text.ts: the folder helpers stands on no floor: give it one in checks/floor-plan.ts',
  ]);
});

test('the command ends with 1 and names the breach', (t) => {
  const tree = plantTree(t, { 'contract/src/bids.ts': `import 'zod';` });
  const command = join(import.meta.dirname, 'floors.ts');
  const run = spawnSync(process.execPath, [command, tree], { encoding: 'utf8' });
  assert.equal(run.status, 1);
  assert.match(run.stderr, /^contract\/src\/bids\.ts → zod: /);
});

test('what runs in production imports production dependencies alone, and tests any', (t) => {
  const manifest = { dependencies: { pg: '8.23.1' }, devDependencies: { s3rver: '3.7.1' } };
  const tree = plantTree(t, {
    'server/package.json': JSON.stringify(manifest),
    'server/src/db/pool.ts':
      "import pg from 'pg/lib/client';\nimport s3 from 's3rver';\nimport 'node:fs';",
    'server/src/db/pool.test.ts': "import s3 from 's3rver';",
  });
  assert.deepEqual(findBreaches(tree), [
    'server/src/db/pool.ts → s3rver: s3rver is no production dependency of its workspace',
  ]);
});
