import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { makeKillableNode } from '../../../proof/reliability/killable-node.ts';
import { eventually } from '../../test/eventually.ts';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { startSmtpDouble } from '../../test/smtp-double.ts';
import { startTestNode } from '../../test/test-node.ts';
import { sendAccountEmail } from '../auth/emails/send-account-email.ts';

/** Kills a node while it sends an email: fully transmitted, and not answered yet. */
const mail = await startSmtpDouble((_to, tries) => (tries === 0 ? 'hangs' : 'taken'));
const node = await startTestNode();
const killed = await makeKillableNode(node.databaseUrl, mail.url);
after(async () => {
  await killed.stop();
  await node.stop();
  await mail.stop();
});

test('MAIL-2 another node sends the email again within a minute, with the same id', async () => {
  const { db } = node.context.pool;
  const user = await makeStaff(db, await makeCompany(db));
  await db
    .transaction()
    .execute((tx) =>
      sendAccountEmail(node.context, tx, { kind: 'password-changed', user_id: user }),
    );
  await killed.start();
  await eventually(async () => assert.equal(mail.arrivals.length, 1));
  await killed.kill();
  const read = async () => {
    const { rows } = await sql<{ state: string; heartbeat_seconds: number; wait: number }>`
      select state, heartbeat_seconds, extract(epoch from start_after - now())::float8 as wait
      from pgboss.job where name = 'mail'`.execute(db);
    return rows[0]!;
  };
  const dead = await read();
  assert.equal(dead.state, 'active');
  // Old enough to count as dead.
  await sql`update pgboss.job
    set heartbeat_on = now() - make_interval(secs => heartbeat_seconds + 1)`.execute(db);
  await killed.start();
  const foundFrom = performance.now();
  await eventually(async () => assert.equal((await read()).state, 'retry'));
  const found = (performance.now() - foundFrom) / 1000;
  // Heartbeat, supervision and retry delay.
  const { wait } = await read();
  const whole = dead.heartbeat_seconds + found + wait;
  assert.ok(whole < 60, `${whole.toFixed(1)} s in all`);
  await sql`update pgboss.job set start_after = now()`.execute(db);
  await eventually(async () => assert.equal((await read()).state, 'completed'));
  assert.deepEqual(
    mail.arrivals.map(({ fate }) => fate),
    ['hangs', 'taken'],
  );
  assert.equal(mail.arrivals[0]!.message_id, mail.arrivals[1]!.message_id);
});
