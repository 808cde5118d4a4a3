import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { plantTree } from './made-up-tree.ts';
import { findUnnamed } from './throws.ts';

const DOMAIN_ERROR = `
export const refuse = {
  field: (field) => new DomainError(400, { [field]: [] }),
  notFound: () => new DomainError(404, {}),
};
`;

function plant(t: TestContext, files: Record<string, string>): string {
  return plantTree(t, { 'server/src/http/domain-error.ts': DOMAIN_ERROR, ...files });
}

const found = (t: TestContext, files: Record<string, string>) => findUnnamed(plant(t, files));

test('a status that a function refuses with is named after @throws, wherever in it that is', (t) => {
  const file = 'server/src/bids/a.ts';
  const body = `function f() { return run(async () => { if (x) throw refuse.notFound(); }); }`;
  const missing = [`${file}:1: f refuses with 404: say when after @throws`];
  assert.deepEqual(found(t, { [file]: `export ${body}` }), missing);
  assert.deepEqual(found(t, { [file]: `/** 404 for others. */ export ${body}` }), missing);
  assert.deepEqual(found(t, { [file]: `/** @throws DomainError 400. */ export ${body}` }), missing);
  assert.deepEqual(found(t, { [file]: `/** @throws DomainError 404. */ export ${body}` }), []);
  assert.deepEqual(found(t, { [file]: body }), [], 'not exported');
  assert.deepEqual(found(t, { 'server/src/bids/routes.ts': `export ${body}` }), []);
  assert.deepEqual(found(t, { 'server/src/http/a.ts': `export ${body}` }), []);
});

test('so is the status of what it calls, in its file and in others, by the name that it has there', (t) => {
  const faults = found(t, {
    'server/src/bids/a.ts': `
import { lock as lockIt } from '../auctions/access/lock.ts';
const check = () => { throw new DomainError(415, {}); };
/** @throws DomainError 404 for others. */
export const f = () => { lockIt(); check(); };
/** Calls nothing of its name. */
export function g() { a.lockIt(); }
`,
    'server/src/auctions/access/lock.ts': `
import { refuse } from '../../http/domain-error.ts';
/** @throws DomainError 404 for others, 400 at \`id\`. */
export function lock() { find(); throw refuse.field('id'); }
function find() { throw refuse.notFound(); }
`,
  });
  assert.deepEqual(faults, [
    'server/src/bids/a.ts:5: f refuses with 400, 415: say when after @throws',
  ]);
});

test('the command ends with 1 and names the function', (t) => {
  const tree = plant(t, {
    'server/src/bids/a.ts': 'export const f = () => { throw refuse.notFound(); };',
  });
  const command = join(import.meta.dirname, 'throws.ts');
  const run = spawnSync(process.execPath, [command, tree], { encoding: 'utf8' });
  assert.equal(run.status, 1);
  assert.match(run.stderr, /^server\/src\/bids\/a\.ts:1: f refuses with 404/);
});
