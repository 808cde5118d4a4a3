import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../test/eventually.ts';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { type Fate, startSmtpDouble } from '../../test/smtp-double.ts';
import { openTestNode } from '../../test/test-node.ts';
import { sendAccountEmail } from '../auth/emails/send-account-email.ts';

let fate: Fate = 'leaving';
const mail = await startSmtpDouble((to) => {
  if (to.startsWith('refused')) return 'refused';
  return to.startsWith('poison') ? 'cut' : fate;
});
const { node, db } = await openTestNode({ smtpUrl: mail.url });
after(() => mail.stop());

const readMetric = async (series: string) => {
  const line = (await node.metrics()).split('\n').find((text) => text.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1));
};

interface Job {
  state: string;
  retry_count: number;
  wait_s: number;
}
const readJob = async (user: number): Promise<Job> => {
  const { rows } = await sql<Job>`
    select state, retry_count, extract(epoch from start_after - now())::float8 as wait_s
    from pgboss.job where name = 'mail' and data->>'user_id' = ${String(user)}`.execute(db);
  return rows[0]!;
};

test('MAIL-2 after an hour’s outage emails are sent within seconds of its end, their age counts from the start, and a refused one waits', async () => {
  const company = await makeCompany(db);
  const staff = [await makeStaff(db, company), await makeStaff(db, company)];
  const refused = await makeStaff(db, company, 20, { email: 'refused@bolag.example' });
  for (const user of [...staff, refused])
    await db
      .transaction()
      .execute((tx) =>
        sendAccountEmail(node.context, tx, { kind: 'password-changed', user_id: user }),
      );
  // After an hour of tries the next one is a quarter of an hour away.
  for (const user of [...staff, refused]) {
    // None that is being tried.
    await eventually(async () => {
      const { numAffectedRows } = await sql`update pgboss.job
        set retry_count = 12, start_after = now() + interval '15 minutes',
          keep_until = keep_until - interval '1 hour'
        where name = 'mail' and state = 'retry' and data->>'user_id' = ${String(user)}`.execute(db);
      assert.equal(numAffectedRows, 1n);
    });
  }
  assert.ok((await readMetric('restvarde_email_oldest_seconds{priority="urgent"}')) >= 3_600);
  // Retries during an outage do not use up their tries.
  const tries = mail.tries();
  await eventually(async () => assert.ok(mail.tries() > tries));
  for (const user of staff) {
    await eventually(async () => {
      const { state, retry_count } = await readJob(user);
      assert.deepEqual([state, retry_count], ['retry', 12]);
    });
  }
  fate = 'taken';
  const from = performance.now();
  await eventually(async () => assert.equal(mail.arrivals.length, 2));
  assert.ok(performance.now() - from < 60_000, 'not at their next regular retry');
  const { state, wait_s } = await readJob(refused);
  assert.equal(state, 'retry');
  assert.ok(wait_s > 600, 'a refused email waits for its next retry');
  await eventually(async () =>
    assert.equal(await readMetric('restvarde_email_oldest_seconds{priority="urgent"}'), 0),
  );
  await eventually(async () => {
    assert.equal(await readMetric('restvarde_emails_total{outcome="sent"}'), 2);
    assert.ok((await readMetric('restvarde_emails_total{outcome="failed"}')) >= 2);
    assert.ok((await readMetric('restvarde_emails_total{outcome="refused"}')) >= 1);
  });
});

test('MAIL-2 an email on which the mail server drops the connection delays no other, and fails', async () => {
  fate = 'taken';
  const company = await makeCompany(db);
  const poison = await makeStaff(db, company, 20, { email: 'poison@bolag.example' });
  const other = await makeStaff(db, company);
  const send = (user: number) =>
    db
      .transaction()
      .execute((tx) =>
        sendAccountEmail(node.context, tx, { kind: 'password-changed', user_id: user }),
      );
  await send(poison);
  await eventually(async () => assert.equal((await readJob(poison)).state, 'retry'));
  // The other email waits as well, for long, and would be retried after the first one.
  fate = 'leaving';
  await send(other);
  await eventually(async () => assert.equal((await readJob(other)).state, 'retry'));
  await sql`update pgboss.job set start_after = now() + interval '15 minutes'
    where name = 'mail' and state = 'retry'`.execute(db);
  fate = 'taken';
  await eventually(async () => assert.equal((await readJob(other)).state, 'completed'));
  await eventually(async () => {
    const { rows } = await sql<{ is_own_fault: string }>`
      select output->>'is_own_fault' as is_own_fault from pgboss.job
      where name = 'mail' and state = 'retry' and data->>'user_id' = ${String(poison)}`.execute(db);
    assert.equal(rows[0]?.is_own_fault, 'true');
  });
  // Its last try.
  await sql`update pgboss.job set retry_count = retry_limit - 1, start_after = now()
    where name = 'mail' and state = 'retry' and data->>'user_id' = ${String(poison)}`.execute(db);
  await eventually(async () => {
    const { rows } = await sql`select from pgboss.job
      where name = 'dead-mail' and data->>'user_id' = ${String(poison)}`.execute(db);
    assert.equal(rows.length, 1);
  });
});
