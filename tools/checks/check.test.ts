import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { plantTree } from './plant-tree.ts';

test('the command prints the faults of all checks and exits with 1', (t) => {
  const tree = plantTree(t, {
    'SPEC.md': '## Vocabulary\n| mejl | email | brev | |\n## AUTH\n- **AUTH-1** A rule.\n',
    'web/index.html': '<p>Ett brev</p>',
    'web/src/ui/a.tsx': 'export const A = () => <p>Slutar {when}</p>;',
    'contract/src/bids/bids.ts': `import 'zod';`,
    'contract/src/bids/bids.test.ts': `test('AUTH-2 x', () => {});`,
    'server/src/config.ts': 'env.PORT;',
    'deploy/restvarde.env': '',
    'deploy/kubernetes/kustomization.yaml': '',
    'deploy/monitoring/alerts.yaml': '',
  });
  const command = join(import.meta.dirname, 'check.ts');
  const { status, stderr } = spawnSync(process.execPath, [command, tree], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /^contract\/src\/bids\/bids\.ts → zod: /m);
  assert.match(stderr, /^web\/index\.html:1: «brev» is replaced/m);
  assert.match(stderr, /^deploy\/restvarde\.env: PORT is missing/m);
  assert.match(stderr, /^web\/src\/ui\/a\.tsx:1: \{when\}/m);
  assert.match(stderr, /^contract\/src\/bids\/bids\.test\.ts: AUTH-2 is not a rule/m);
});
