import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import {
  makeCategory,
  makeCompany,
  makeStaff,
  makeStation,
  makeToken,
} from '../../../test/factories.ts';
import { makePicture } from '../../../test/forms.ts';
import { openTestNode } from '../../../test/test-node.ts';

const { node, db } = await openTestNode({ publishesApiDocs: false });
const folder = await mkdtemp(join(tmpdir(), 'restvarde-test-'));
after(() => rm(folder, { recursive: true, force: true }));

const ROOT = join(import.meta.dirname, '../../../..');
const PROGRAMS = join(ROOT, 'server/test/clients');
const OPENAPI_TYPESCRIPT = join(ROOT, 'server/node_modules/openapi-typescript/bin/cli.js');
const REDOCLY = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

const company = await makeCompany(db);
const category = await makeCategory(db, null, 'Personbil');
const admin = await makeStaff(db, company, 30);
const station = await makeStation(db, company, {
  name: 'Bärgarna',
  categories: [category],
  terms: true,
});
const token = await makeToken(node.context, company);
const environment = {
  RESTVARDE: await node.app.listen({ host: '127.0.0.1', port: 0 }),
  TOKEN: token,
  LOGIN: (await node.logIn(admin)).access,
  STATION: (await node.logIn(station.user_id)).access,
};

const description = await fetch(`${environment.RESTVARDE}/api/openapi.json`, {
  headers: { authorization: `Bearer ${token}` },
});
await writeFile(join(folder, 'openapi.json'), await description.text());
await writeFile(join(folder, 'front.jpg'), await makePicture());
await writeFile(join(folder, 'package.json'), '{"type": "module"}');
// The packages that a program imports.
await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

/** Runs a Node program in the folder. Returns its output. */
async function run(...args: string[]): Promise<string> {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const options = { cwd: folder, env: { PATH: process.env.PATH, ...quiet, ...environment } };
  try {
    return (await promisify(execFile)(process.execPath, args, options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${args.join(' ')}\n${stdout}${stderr}`);
  }
}

/** Checks the types of a program against a client that is generated from this node, and runs it. */
async function runProgram(name: string): Promise<unknown> {
  const program = `${name}.ts`;
  await copyFile(join(PROGRAMS, program), join(folder, program));
  const compilerOptions = {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    skipLibCheck: true,
    types: ['node'],
  };
  const project = join(folder, `${name}.json`);
  await writeFile(project, JSON.stringify({ compilerOptions, files: [program] }));
  await run(TSC, '-p', project);
  return JSON.parse(await run(program));
}

const RESULT = {
  picture: true,
  damage: ['bonnet'],
  winning_bid: 18_000,
  has_notified_winner: true,
  buyer: 'Bärgarna',
  // The changes of the last seconds are not listed yet (FEED-4).
  next: null,
};

test('API-7 a client of openapi-typescript sells a vehicle', async () => {
  await run(OPENAPI_TYPESCRIPT, 'openapi.json', '--output', 'restvarde.ts');
  assert.deepEqual(await runProgram('openapi-typescript'), RESULT);
});

test('API-7 a client of Redocly sells a vehicle', async () => {
  const output = ['--output', 'restvarde-client.ts', '--import-ext', 'ts'];
  await run(REDOCLY, 'generate-client', 'openapi.json', ...output);
  assert.deepEqual(await runProgram('redocly'), RESULT);
});
