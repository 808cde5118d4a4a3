import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { codeIn } from '../../../demo/src/mailbox/read-mailbox.ts';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { takeEmails } from '../../test/sent-emails.ts';
import { openTestNode } from '../../test/test-node.ts';
import { checkCode, issueCode } from './login-code.ts';

/** The node has no worker, so it sends nothing by itself. */
const { node, db } = await openTestNode();

const person = await makeStaff(db, await makeCompany(db));

const issue = () => db.transaction().execute((tx) => issueCode(node.context, tx, person));
const codesSent = async () => (await takeEmails(node)).map(codeIn);

test('AUTH-4, MAIL-2 delayed codes are sent, each for its own login', async () => {
  const challenges = [await issue(), await issue()];
  const codes = await codesSent();
  assert.equal(codes.length, 2);
  const place = { device: null, address: '192.0.2.1' };
  for (const [at, challenge] of challenges.entries()) {
    const used = await db
      .transaction()
      .execute((tx) => checkCode(node.context, tx, challenge, codes[at]!, null, place));
    assert.equal(used?.id, person);
  }
});

test('AUTH-4, MAIL-2 an expired or used code is not sent', async () => {
  await issue();
  await sql`update login_codes set expires_at = now_ms()`.execute(db);
  assert.deepEqual(await codesSent(), []);
  await issue();
  await sql`delete from login_codes`.execute(db);
  assert.deepEqual(await codesSent(), []);
});

test('AUTH-4, MAIL-2 a code for a deactivated user is not sent', async () => {
  await issue();
  await sql`update users set deactivated_at = now_ms() where id = ${person}`.execute(db);
  assert.deepEqual(await codesSent(), []);
});

test('AUTH-14 setting a first password sends no receipt', async () => {
  const email = 'ny@bolag.example';
  await makeStaff(db, await makeCompany(db), 20, { email });
  const kindsAfter = async () => {
    await node.call(null, 'POST', '/api/reset-password', { email });
    const [link] = await takeEmails(node);
    const token = /create-password\/([\w-]{43})/.exec(link!.text)![1];
    const password = 'tre blå hästar på tork';
    const body = { password, confirm_password: password };
    assert.equal((await node.call(null, 'POST', `/api/reset-password/${token}`, body)).status, 204);
    return (await takeEmails(node)).map(({ kind }) => kind);
  };
  assert.deepEqual(await kindsAfter(), []);
  assert.deepEqual(await kindsAfter(), ['password-changed']);
});
