import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestNode } from '../../test/test-node.ts';
import { readConfig } from '../config.ts';
import { StartError } from '../start-error.ts';

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
