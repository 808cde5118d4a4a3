import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDeployFaults, readNames, readSettings, readYamlSettings } from './deploy.ts';
import { plantTree } from './plant-tree.ts';

test('settings are found in code, environment files, also in comments, and YAML', () => {
  const config = "url('DATABASE_URL', POSTGRES); readPort(env, 'PORT'); env.API_DOCS === '1'";
  assert.deepEqual([...readNames(config)], ['DATABASE_URL', 'PORT', 'API_DOCS']);
  assert.deepEqual(
    [...readSettings('# A_WORD in a line\nPORT=1\n#API_DOCS=0\n')],
    ['PORT', 'API_DOCS'],
  );
  assert.deepEqual(readYamlSettings('    PORT: 3\n      - API_DOCS=1\n  name: x\n'), [
    'PORT',
    'API_DOCS',
  ]);
});

test('missing and unknown settings, runbooks and resources are reported', (t) => {
  const tree = plantTree(t, {
    'server/src/config.ts': 'env.PORT; env.SECRET',
    'deploy/restvarde.env': 'PORT=3000\nCOLOUR=blue\n',
    'deploy/kubernetes/kustomization.yaml': 'resources:\n  - one.yaml\nliterals:\n  - SMELL=1\n',
    'deploy/kubernetes/one.yaml': '',
    'deploy/kubernetes/two.yaml': '',
    'deploy/monitoring/alerts.yaml':
      'runbook: docs/operate.md#a-node-is-down\nrunbook: docs/operate.md#b\n',
    'docs/operate.md': '# Operate\n### A node is down\n',
  });
  assert.deepEqual(findDeployFaults(tree), [
    'deploy/restvarde.env: SECRET is missing, but a node reads it',
    'deploy/restvarde.env: COLOUR is not read by nodes',
    'deploy/kubernetes/kustomization.yaml: SMELL is not read by nodes',
    'deploy/monitoring/alerts.yaml: there is no docs/operate.md#b',
    'deploy/kubernetes/two.yaml: kustomization.yaml does not name it',
  ]);
});
