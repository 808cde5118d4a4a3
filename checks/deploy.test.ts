import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMisfits, readGiven, readNames, readSettings } from './deploy.ts';
import { plantTree } from './made-up-tree.ts';

test('what a node reads is found however it is read, and what is shown behind a sign of comment counts', () => {
  const config = "url('DATABASE_URL', POSTGRES); readPort(env, 'PORT'); env.API_DOCS === '1'";
  assert.deepEqual([...readNames(config)], ['DATABASE_URL', 'PORT', 'API_DOCS']);
  assert.deepEqual(
    [...readSettings('# A_WORD in a line\nPORT=1\n#API_DOCS=0\n')],
    ['PORT', 'API_DOCS'],
  );
  assert.deepEqual(readGiven('    PORT: 3\n      - API_DOCS=1\n  name: x\n'), ['PORT', 'API_DOCS']);
});

test('a setting that is missing or unknown, a runbook and a resource that are not there, are told', (t) => {
  const tree = plantTree(t, {
    'server/src/config.ts': 'env.PORT; env.SECRET',
    'deploy/restvarde.env': 'PORT=3000\nCOLOUR=blue\n',
    'deploy/kubernetes/kustomization.yaml': 'resources:\n  - one.yaml\nliterals:\n  - SMELL=1\n',
    'deploy/kubernetes/one.yaml': '',
    'deploy/kubernetes/two.yaml': '',
    'deploy/monitoring/alerts.yaml':
      'runbook: docs/operate.md#a-node-is-away\nrunbook: docs/operate.md#b\n',
    'docs/operate.md': '# Operate\n### A node is away\n',
  });
  assert.deepEqual(findMisfits(tree), [
    'deploy/restvarde.env: SECRET is missing, which a node reads',
    'deploy/restvarde.env: COLOUR is read by nobody',
    'deploy/kubernetes/kustomization.yaml: SMELL is read by nobody',
    'deploy/monitoring/alerts.yaml: there is no docs/operate.md#b',
    'deploy/kubernetes/two.yaml: kustomization.yaml does not name it',
  ]);
});
