import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeCompany, makeStaff } from '../test/factories.ts';
import { takeEmails } from '../test/sent-emails.ts';
import { startTestNode } from '../test/test-node.ts';
import { renderJob } from './email-jobs.ts';

const node = await startTestNode();
const { db } = node.context.pool;
after(() => node.stop());

test('MAIL-2 a job that an earlier release wrote is sent, and told by its kind when it was given up', async () => {
  const user_id = await makeStaff(db, await makeCompany(db), 20, { email: 'anna@bolag.example' });
  const root = await makeStaff(db, null, 30);
  const job = { letter: 'password-changed', user_id };
  await db.transaction().execute(async (tx) => {
    await node.context.jobs.send(tx, 'mail', job);
    await node.context.jobs.send(tx, 'dead-mail', job);
  });
  const { body } = await node.call(root, 'GET', '/api/admin/dead-letters');
  assert.deepEqual(
    body.letters.map(({ letter, to }: { letter: string; to: string }) => [letter, to]),
    [['password-changed', 'anna@bolag.example']],
  );
  const [email, ...more] = await takeEmails(node);
  assert.deepEqual(more, []);
  assert.equal(email?.to, 'anna@bolag.example');
  assert.equal(email.subject, 'Ditt lösenord har ändrats');
});

test('MAIL-2 a kind that only a newer release knows is left for a node of that release', () => {
  assert.throws(
    () => renderJob(node.context, { kind: 'of-tomorrow' }, 'a1'),
    /knows no email "of-tomorrow"/,
  );
});
