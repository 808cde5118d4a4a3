import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EmailPreview } from '@restvarde/contract/companies/email-previews';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { keyOf, makePicture } from '../../test/forms.ts';
import { openTestNode } from '../../test/test-node.ts';
import { loadEmails } from '../email/emails.ts';

const { node, db } = await openTestNode();

const company = await makeCompany(db, { name: 'Fjällkassan' });
const logo = await keyOf(
  node.context.media.putLogo(await makePicture({ width: 90, height: 30 }), 1),
);
await db
  .updateTable('companies')
  .set({ email: 'hej@fjall.example', logo_key: logo })
  .where('id', '=', company)
  .execute();
const admin = await makeStaff(db, company, 30);
const previews: EmailPreview[] = (await node.call(admin, 'GET', '/api/email-previews')).body;

const show = (kind: string, change = (address: string) => address) => {
  const { address } = previews.find((preview) => preview.kind === kind)!;
  return node.app.inject({ url: change(address) });
};

test('MAIL-7 every kind of email that companies send is previewed in a frame without scripts', async () => {
  const names = previews.map(({ name }) => name);
  assert.deepEqual(
    names,
    (await loadEmails())
      .filter(({ kind }) => kind !== 'chain-anchor')
      .map(({ name }) => name)
      .toSorted((a, b) => a.localeCompare(b, 'sv')),
  );
  for (const { kind } of previews) {
    const { statusCode, headers, body } = await show(kind);
    assert.equal(statusCode, 200, kind);
    assert.match(String(headers['content-security-policy']), /; sandbox; frame-ancestors 'self'$/);
    assert.match(body, /<html[^>]* lang="sv"/);
  }
});

test('MAIL-7 a preview has the company’s name, logo and contact', async () => {
  const { body } = await show('winner');
  assert.match(body, /Fjällkassan<span[^>]*> via Restvärde/);
  assert.match(body, /hej@fjall\.example/);
  assert.match(body, /<img src="data:image\/png;base64,/);
  assert.doesNotMatch(body, /Nordsäkring/);
  // This email has no seller.
  assert.doesNotMatch((await show('login-code')).body, /via Restvärde/);
});

test('MAIL-7 a preview URL is valid for its email and company until it expires', async () => {
  const changes: [string, (address: string) => string][] = [
    ['another email', (address) => address.replace('/winner?', '/outbid?')],
    ['another company', (address) => address.replace(/company=\d+/, 'company=1000')],
    ['longer', (address) => address.replace(/e=(\d+)/, (_, at) => `e=${Number(at) + 1}`)],
    ['no signature', (address) => address.replace(/&s=.*/, '')],
    ['none of ours', () => '/email-previews/none?company=1&e=9999999999&s=x'],
  ];
  for (const [what, change] of changes) {
    assert.equal((await show('winner', change)).statusCode, 404, what);
  }
});
