import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestNode } from '../../test/test-node.ts';
import { readConfig } from '../config.ts';
import { StartError } from '../start-error.ts';

const PATH = '/.well-known/security.txt';

test('OPS-16 security.txt has a contact and an expiry', async (t) => {
  const node = await startTestNode({
    security: { contact: 'mailto:security@restvarde.example', expires: '2027-10-01' },
  });
  t.after(() => node.stop());
  const { status, body, headers } = await node.call(null, 'GET', PATH);
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(
    body,
    `Contact: mailto:security@restvarde.example
Expires: 2027-10-01T00:00:00.000Z
Preferred-Languages: sv, en
Canonical: http://localhost:3000${PATH}
`,
  );
});

test('OPS-16 without a contact there is no security.txt', async (t) => {
  const node = await startTestNode();
  t.after(() => node.stop());
  assert.equal((await node.call(null, 'GET', PATH)).status, 404);
});

test('OPS-16 a contact without an expiry, or of another scheme, is a configuration fault', () => {
  for (const [contact, expires] of [
    ['security@restvarde.example', '2027-10-01'],
    ['mailto:security@restvarde.example', ''],
    ['mailto:security@restvarde.example', '2027-13-01'],
    ['', '2027-10-01'],
  ]) {
    assert.throws(
      () => readConfig({ SECURITY_CONTACT: contact, SECURITY_EXPIRES: expires }),
      (error: Error) =>
        error instanceof StartError && /SECURITY_(CONTACT|EXPIRES) must/.test(error.message),
    );
  }
});

test('SHELL-13 the operator’s contact details are public', async (t) => {
  const contact = { email: 'hej@restvarde.example', phone: '08-123 45 67' };
  const node = await startTestNode({ contact });
  t.after(() => node.stop());
  const { status, body } = await node.call(null, 'GET', '/contact.json');
  assert.equal(status, 200);
  assert.deepEqual(typeof body === 'string' ? JSON.parse(body) : body, contact);
});

test('SHELL-13 a contact without a valid e-mail address is a configuration fault', () => {
  for (const env of [{ CONTACT_PHONE: '08-123 45 67' }, { CONTACT_EMAIL: 'ingen adress' }]) {
    assert.throws(
      () => readConfig(env),
      (error: Error) => error instanceof StartError && /CONTACT_EMAIL must/.test(error.message),
    );
  }
});
