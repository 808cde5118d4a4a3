import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProgram, without } from './programs.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');

const run = (name: string, ...args: string[]) =>
  execFileSync(findProgram(name)!, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

test('OPS-11 Prometheus accepts the alarms', { skip: without('promtool', 'prometheus') }, () => {
  assert.match(
    run('promtool', 'check', 'rules', join(DEPLOY, 'monitoring/alerts.yaml')),
    /SUCCESS/,
  );
});

test('OPS-2 the files for Kubernetes are complete: a rolling update that removes no node first, and time to drain', {
  skip: without('kubectl'),
}, () => {
  const made = run('kubectl', 'kustomize', join(DEPLOY, 'kubernetes'));
  const kinds = [...made.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind).sort();
  assert.deepEqual(kinds, [
    'ConfigMap',
    'Deployment',
    'Ingress',
    'Job',
    'Namespace',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'Secret',
    'Secret',
    'Service',
  ]);
  assert.match(made, /image: \S+:\d+\.\d+\.\d+\n/);
  const [deployment, job] = ['Deployment', 'Job'].map(
    (kind) => made.split(/^---$/m).find((one) => one.includes(`\nkind: ${kind}\n`))!,
  );
  assert.match(job!, /name: restvarde-owner-/);
  assert.doesNotMatch(deployment!, /restvarde-owner/);
  assert.match(made, /maxUnavailable: 0/);
  assert.match(made, /path: \/readyz/);
  const [, grace] = /SHUTDOWN_GRACE_S: "(\d+)"/.exec(made)!;
  const [, limit] = /terminationGracePeriodSeconds: (\d+)/.exec(made)!;
  assert.ok(Number(limit) > Number(grace) + 30, 'requests in flight have time to end');
});

test('OPS-17 the files for Kubernetes separate web nodes and workers, and the service selects web nodes only', {
  skip: without('kubectl'),
}, () => {
  const made = run('kubectl', 'kustomize', join(DEPLOY, 'kubernetes-roles'));
  const all = made.split(/^---$/m);
  const ofKind = (kind: string) => all.filter((one) => one.includes(`\nkind: ${kind}\n`));
  const settings = (deployment: string) => {
    const [, name] = /configMapRef:\s+name: (\S+)/.exec(deployment)!;
    return all.find((one) => one.includes(`\n  name: ${name}\n`))!;
  };
  const [web, worker] = ofKind('Deployment');
  assert.match(settings(web!), /ROLE: web/);
  assert.match(settings(worker!), /ROLE: worker/);
  const [service, ...others] = ofKind('Service');
  assert.deepEqual(others, []);
  assert.match(service!, /selector:\s+app.kubernetes.io\/name: restvarde\n/);
  assert.match(worker!, /matchLabels:\s+app.kubernetes.io\/name: restvarde-worker\n/);
});

test('OPS-2, OPS-14 systemd accepts the units and timers, and a node is sandboxed', {
  skip: without('systemd-analyze', 'systemd'),
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-unit-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const units = (await readdir(DEPLOY)).filter((name) => /\.(service|timer)$/.test(name));
  assert.equal(units.length, 5);
  const files = units.map((name) => join(folder, name));
  for (const name of units) {
    const text = await readFile(join(DEPLOY, name), 'utf8');
    // Node may be installed elsewhere here.
    await writeFile(join(folder, name), text.replace('/usr/local/bin/node', process.execPath));
  }
  assert.equal(run('systemd-analyze', 'verify', ...files).trim(), '');
  const node = join(folder, 'restvarde@.service');
  run('systemd-analyze', 'security', '--offline=true', '--threshold=20', node);
});

test('OPS-9 Compose: nodes get all settings and the role without ownership, and images have tags', async () => {
  const text = await readFile(join(DEPLOY, 'compose.yaml'), 'utf8');
  assert.match(text, /env_file:\n +- path: \.env\n +format: raw/);
  assert.match(text, /DATABASE_URL: postgres:\/\/restvarde_app:/);
  for (const [, image] of text.matchAll(/image: (\S+)/g)) assert.match(image!, /:.+/);
});
