import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { Webhook } from 'standardwebhooks';
import { makeCategory, makeCompany, makeStaff } from '../../test/factories.ts';
import { makePicture } from '../../test/forms.ts';
import { openTestNode } from '../../test/test-node.ts';

const { node, db } = await openTestNode();
const folder = await mkdtemp(join(tmpdir(), 'restvarde-test-'));
after(() => rm(folder, { recursive: true, force: true }));

const guide = await readFile(new URL('../../../docs/integrations.md', import.meta.url), 'utf8');
const blocksOf = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text]) => text!,
  );

const company = await makeCompany(db);
const admin = await makeStaff(db, company, 30);
await makeCategory(db, null, 'Personbil');

test('FEED-12 every command of the integrator’s guide works, in order', async () => {
  await writeFile(join(folder, 'front.jpg'), await makePicture());
  await writeFile(join(folder, 'report.pdf'), '%PDF-1.7\n%%EOF');
  const day = (days: number) => addDays(stockholmDate(new Date()), days);
  await writeFile(
    join(folder, 'auctions.csv'),
    'Fabrikat;Reg.nr;Kategori;Säljes för;Säljområde;Dolda bud;Dolt reservationspris;Uppställningsplats;Start;Slut\n' +
      `Volvo;ABC124;Personbil;Reparation;Egna verkstäder;Nej;Nej;Kumla;${day(1)} 08:00;${day(3)} 14:00\n`,
  );
  const { access } = await node.logIn(admin);
  const variables: Record<string, string> = {
    RESTVARDE: await node.app.listen({ host: '127.0.0.1', port: 0 }),
    LOGIN: access,
  };
  const run = async (command: string) => {
    const env = { PATH: process.env.PATH, ...variables };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: folder, env });
    return stdout;
  };
  const commands = blocksOf('sh');
  // The description needs the token of the step after it.
  const [description = '', ...steps] = commands;
  const answers: Record<string, unknown>[] = [];
  for (const command of steps) {
    const answer = await run(command);
    if (!answer.startsWith('{')) continue;
    const body = JSON.parse(answer);
    answers.push(body);
    if (body.token) variables.TOKEN = body.token;
    if (body.access_token) variables.ACCESS_TOKEN = body.access_token;
  }
  assert.match(await run(description), /"openapi"/);
  assert.equal(commands.length, 14);
  const read = await node.call(admin, 'GET', '/api/auctions');
  assert.equal(read.body.results.length, 2, 'by the API and by the file');
  assert.deepEqual(
    answers.filter(({ action }) => action).map(({ action }) => action),
    ['change'],
  );
  const auction = answers.find((body) => 'bid_count' in body || body.external_id === 'CLAIM-1001');
  assert.equal(auction?.external_id, 'CLAIM-1001');
});

test('FEED-10, FEED-12 the guide’s code verifies the signature of a webhook', async () => {
  const [code = ''] = blocksOf('js');
  const file = join(folder, 'verify.mjs');
  await writeFile(file, code);
  const { isFromRestvarde } = await import(pathToFileURL(file).href);
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = '{"type":"webhook.test"}';
  const at = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('msg_1', at, body)}`,
  };
  assert.equal(isFromRestvarde(secret, headers, body), true);
  assert.equal(isFromRestvarde(secret, headers, `${body} `), false);
  const late = { ...headers, 'webhook-timestamp': '1700000000' };
  assert.equal(isFromRestvarde(secret, late, body), false);
});
