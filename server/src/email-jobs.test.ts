import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeCompany, makeStaff } from '../test/factories.ts';
import { takeEmails } from '../test/sent-emails.ts';
import { openTestHouse } from '../test/test-house.ts';
import { renderJob } from './email-jobs.ts';

const house = await openTestHouse();
const { db } = house.platform.pool;
after(() => house.stop());

test('MAIL-2 a job that an earlier release wrote is sent, and told by its kind when it was given up', async () => {
  const user_id = await makeStaff(db, await makeCompany(db), 20, { email: 'anna@bolag.example' });
  const root = await makeStaff(db, null, 30);
  const job = { letter: 'password-changed', user_id };
  await db.transaction().execute(async (tx) => {
    await house.platform.jobs.send(tx, 'mail', job);
    await house.platform.jobs.send(tx, 'dead-mail', job);
  });
  const { body } = await house.call(root, 'GET', '/api/admin/dead-letters');
  assert.deepEqual(
    body.letters.map(({ letter, to }: { letter: string; to: string }) => [letter, to]),
    [['password-changed', 'anna@bolag.example']],
  );
  const [email, ...more] = await takeEmails(house);
  assert.deepEqual(more, []);
  assert.equal(email?.to, 'anna@bolag.example');
  assert.equal(email.subject, 'Ditt lösenord har ändrats');
});

test('MAIL-2 a kind that only a newer release knows is left for a node of that release', () => {
  assert.throws(
    () => renderJob(house.platform, { kind: 'of-tomorrow' }, 'a1'),
    /knows no email "of-tomorrow"/,
  );
});
