import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../test/eventually.ts';
import { endNow, makeAuction, makeCompany, makeStaff, makeStation } from '../../test/factories.ts';
import { startSmtpDouble } from '../../test/smtp-double.ts';
import { startTestNode } from '../../test/test-node.ts';
import { issueCode } from '../auth/login-code.ts';

const WAITING = 10_000;
/** Far less than a timeout of the mail server, and enough for a busy machine. */
const LONGEST_WAIT_MS = 45_000;

const mail = await startSmtpDouble((to) => (to.startsWith('seg') ? 'hangs' : 'taken'));
const node = await startTestNode({ smtpUrl: `${mail.url}/?socketTimeout=60000` });
const { db } = node.context.pool;
const company = await makeCompany(db);
const person = await makeStaff(db, company, 20, { email: 'anna@bolag.example' });
const slow = await makeStation(db, company, { user: { email: 'seg@verkstad.example' } });
const auction_id = await makeAuction(db, { company, creator: person });
await sql`insert into alerts (auction_id, service_station_id) values (${auction_id}, ${slow.id})`.execute(
  db,
);
await endNow(db, auction_id);
const job = { kind: 'ended', auction_id, service_station_id: slow.id };
await node.owner
  .transaction()
  .execute((tx) => node.context.jobs.sendAll(tx, 'mail', Array(WAITING).fill(job)));
after(async () => {
  // First, so that nothing waits for the hung connections.
  await mail.stop();
  await node.stop();
});

test(`AUTH-4, MAIL-2 a login code is sent at once despite ${WAITING} waiting emails and a mail server that hangs on those`, async () => {
  const hanging = () => mail.arrivals.filter(({ fate }) => fate === 'hangs').length;
  await eventually(async () => assert.ok(hanging() >= 3));
  for (let round = 1; round <= 3; round++) {
    const begun = performance.now();
    await db.transaction().execute((tx) => issueCode(node.context, tx, person));
    await eventually(async () =>
      assert.equal(mail.arrivals.filter(({ to }) => to.startsWith('anna')).length, round),
    );
    const took = performance.now() - begun;
    assert.ok(took < LONGEST_WAIT_MS, `${took.toFixed(0)} ms`);
  }
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pgboss.job where name = 'mail' and state = 'created'`.execute(
    db,
  );
  assert.ok(rows[0]!.waiting > WAITING - 200);
});
