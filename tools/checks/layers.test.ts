import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FOLDER_LIMIT } from './layer-order.ts';
import { findFaults } from './layers.ts';
import { plantTree } from './plant-tree.ts';

/** A forbidden import each, with a part of the message. */
const forbidden: [file: string, specifier: string, reason: string][] = [
  ['contract/src/bids/bids.ts', 'zod', 'the contract imports only itself and zod/mini'],
  ['contract/src/bids/bids.ts', 'node:fs', 'the contract imports only itself and zod/mini'],
  ['contract/src/bids/bids.ts', '../../../server/src/keys.ts', 'only itself and zod/mini'],
  ['server/src/app.ts', '../../web/src/base/urls/paths.ts', 'server never imports web'],
  ['server/src/app.ts', '../../demo/src/postgres/embedded.ts', 'server never imports demo'],
  ['demo/src/main.ts', '../../server/test/factories.ts', 'only tests import tests'],
  ['web/src/base/urls/paths.ts', '@restvarde/server/keys', 'web never imports server'],
  ['e2e/bids.e2e.ts', '../server/src/app.ts', 'starts the server as a process'],
  ['e2e/bids.ts', '../server/src/bids/place-bid.ts', 'starts the server as a process'],
  ['server/src/db/pool.ts', '../bids/place-bid.ts', 'server/src/bids (features) is above'],
  ['server/src/db/pool.ts', '../jobs/queue.ts', 'server/src/jobs (base) is above server/src/db'],
  ['server/src/config.ts', './media/store.ts', 'server/src/media (base) is above'],
  ['server/src/auctions/end.ts', '../bids/place-bid.ts', 'is above server/src/auctions (features)'],
  ['server/src/bids/place-bid.ts', '../alerts/routes.ts', 'server/src/alerts (features) is beside'],
  ['server/src/bids/place-bid.ts', '../app.ts', 'server/src/app.ts (node) is above'],
  ['server/src/bids/place-bid.ts', '../../test/factories.ts', 'only tests import tests'],
  ['web/src/ui/button/button.tsx', '@tanstack/react-router', 'ui knows no router'],
  ['web/src/ui/field/field.tsx', 'react-hook-form', 'ui knows no router'],
  [
    'web/src/ui/announce.ts',
    '../base/forms/x.ts',
    'web/src/base/forms (base) is above web/src/ui (ui)',
  ],
  ['web/src/base/api/a.ts', '../frame/page.tsx', 'web/src/base/frame (base) is above'],
  ['web/src/pages/home/home.tsx', '../../app/routes.tsx', 'web/src/app (app) is above'],
  ['web/src/pages/home/home.tsx', '../account/account.tsx', 'is beside web/src/pages/home (pages)'],
  ['contract/src/bids/bids.ts', '../alerts.ts', 'contract/src/alerts.ts (features) is beside'],
];

const allowed: [file: string, specifier: string][] = [
  ['contract/src/bids/bids.ts', 'zod/mini'],
  ['contract/src/bids/bids.ts', '../money.ts'],
  ['contract/src/bids/bids.ts', './bid-rules.ts'],
  ['contract/src/bids/bids.test.ts', 'node:test'],
  ['server/src/bids/place-bid.ts', '../auctions/view.ts'],
  ['server/src/bids/place-bid.ts', '../db/pool.ts'],
  ['server/src/bids/place-bid.ts', '@restvarde/contract/bids/bids'],
  ['server/src/app.ts', './bids/routes.ts'],
  ['server/src/auctions/end.test.ts', '../bids/place-bid.ts'],
  ['server/src/auctions/end.test.ts', '../../../demo/src/mailbox/mailbox.ts'],
  ['server/test/test-node.ts', '../../demo/src/postgres/embedded.ts'],
  ['demo/src/main.ts', '@restvarde/server/node'],
  ['demo/src/world/world.test.ts', '../../../server/test/factories.ts'],
  ['web/src/ui/display/price.tsx', '../format/money.ts'],
  ['web/src/app/routes.tsx', '../pages/home/home.tsx'],
  ['web/src/pages/home/home.tsx', './status.tsx'],
  ['web/src/pages/home/home.tsx', '../../ui/button/button.tsx'],
  ['e2e/bids.e2e.ts', '@restvarde/contract/bids/bids'],
];

for (const [file, specifier, reason] of forbidden) {
  test(`${file} may not import ${specifier}`, (t) => {
    const tree = plantTree(t, { [file]: `import { x } from '${specifier}';` });
    const [fault = '', ...others] = findFaults(tree);
    assert.ok(fault.startsWith(`${file} → `) && fault.includes(reason), fault);
    assert.deepEqual(others, []);
  });
}

test('allowed imports are not reported', (t) => {
  for (const [file, specifier] of allowed) {
    const tree = plantTree(t, { [file]: `import { x } from '${specifier}';` });
    assert.deepEqual(findFaults(tree), [], `${file} imports ${specifier}`);
  }
});

test('types, lazy imports and re-exports count as imports', (t) => {
  const forms = [
    `import type { X } from '../bids/x.ts';`,
    `export { x } from '../bids/x.ts';`,
    `export * from '../bids/x.ts';`,
    `export const x = () => import('../bids/x.ts');`,
    `export type X = import('../bids/x.ts').X;`,
  ];
  for (const form of forms) {
    assert.equal(findFaults(plantTree(t, { 'server/src/db/pool.ts': form })).length, 1, form);
  }
});

test('one circle is reported for files that reach each other, also through packages', (t) => {
  const tree = plantTree(t, {
    'e2e/bids.ts': `import { m } from './money.ts';`,
    'e2e/money.ts': `import { r } from './roles.ts';`,
    'e2e/roles.ts': `import { b } from './bids.ts';\nimport { d } from './dates.ts';`,
    'e2e/dates.ts': `import { r } from './roles.ts';`,
    'contract/src/auctions/a.ts': `import { b } from '@restvarde/contract/auctions/b';`,
    'contract/src/auctions/b.ts': `import { a } from './a.ts';`,
  });
  assert.deepEqual(findFaults(tree), [
    'a circle: contract/src/auctions/a.ts → contract/src/auctions/b.ts → contract/src/auctions/a.ts',
    'a circle: e2e/bids.ts → e2e/money.ts → e2e/roles.ts → e2e/bids.ts',
  ]);
});

test('a file that imports itself is a circle', (t) => {
  const tree = plantTree(t, { 'e2e/bids.ts': `import { b } from './bids.ts';` });
  assert.deepEqual(findFaults(tree), ['a circle: e2e/bids.ts → e2e/bids.ts']);
});

test('barrels are reported, and files without a layer that are not tests', (t) => {
  const tree = plantTree(t, {
    'contract/src/auctions/index.ts': `export { m } from '../money.ts';`,
    'server/src/helpers/text.ts': 'export const x = 1;',
    'server/src/helpers/text.test.ts': 'export const x = 1;',
    'web/src/pages/home.tsx': 'export const x = 1;',
    'web/src/stray.ts': 'export const x = 1;',
  });
  const homeless = 'belongs to no layer: give it one in tools/checks/layer-order.ts';
  assert.deepEqual(findFaults(tree), [
    'contract/src/auctions/index.ts: no barrels: name the file by its subject',
    `server/src/helpers/text.ts: ${homeless}`,
    `web/src/pages/home.tsx: ${homeless}`,
    `web/src/stray.ts: ${homeless}`,
  ]);
});

test('folders can form a circle where files do not', (t) => {
  const tree = plantTree(t, {
    'web/src/pages/auction/auction.tsx': `import './pictures/pictures.tsx';`,
    'web/src/pages/auction/heading.tsx': 'export const x = 1;',
    'web/src/pages/auction/pictures/pictures.tsx': `import '../heading.tsx';`,
    // A file that LAYER_ORDER names is a separate unit, not a part of its folder. Tests may import any layer.
    'server/src/app.ts': `import './bids/routes.ts';`,
    'server/src/keys.ts': 'export const x = 1;',
    'server/src/bids/routes.ts': `import '../keys.ts';`,
    'web/src/ui/field/field.test.tsx': `import '../select/select.tsx';`,
    'web/src/ui/select/select.tsx': `import '../field/field.tsx';`,
    'web/src/ui/field/field.tsx': 'export const x = 1;',
  });
  assert.deepEqual(findFaults(tree), [
    'a circle of folders: web/src/pages/auction → web/src/pages/auction/pictures → web/src/pages/auction',
  ]);
});

test('a folder has at most 30 files, with styles', (t) => {
  const files = Array.from({ length: FOLDER_LIMIT }, (_, n) => `web/src/ui/w${n}.tsx`);
  const faults = (...more: string[]) =>
    findFaults(plantTree(t, Object.fromEntries([...files, ...more].map((file) => [file, '']))));
  assert.deepEqual(faults('web/src/ui/select/select.tsx'), []);
  assert.deepEqual(faults('web/src/ui/a.module.css', 'web/src/ui/b.test.tsx'), [
    'web/src/ui: 32 files: split it by subject',
  ]);
});

test('production code imports only production dependencies, tests any', (t) => {
  const manifest = { dependencies: { pg: '8.23.1' }, devDependencies: { 'fast-check': '4.10.2' } };
  const tree = plantTree(t, {
    'server/package.json': JSON.stringify(manifest),
    'server/src/db/pool.ts':
      "import pg from 'pg/lib/client';\nimport fc from 'fast-check';\nimport 'node:fs';",
    'server/src/db/pool.test.ts': "import fc from 'fast-check';",
  });
  assert.deepEqual(findFaults(tree), [
    'server/src/db/pool.ts → fast-check: fast-check is not a production dependency of its workspace',
  ]);
});
