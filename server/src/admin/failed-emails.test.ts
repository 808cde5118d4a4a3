import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../../test/eventually.ts';
import { endNow, makeStaff, makeStation } from '../../test/factories.ts';
import { makeSeller } from '../../test/seller.ts';
import { type Fate, startSmtpDouble } from '../../test/smtp-double.ts';
import { openTestNode } from '../../test/test-node.ts';

/** How the first attempt of each station's email ends. The second attempt succeeds. */
const FIRST: Fate[] = ['taken', 'later', 'cut', 'leaving', 'taken', 'hangs', 'later', 'cut'];
/** The station whose email is refused at every attempt. */
const NEVER = 1;
const addressOf = (index: number) => `verkstad-${index}@verkstad.example`;

let isBack = false;
const stations: { id: number; user_id: number }[] = [];

const mail = await startSmtpDouble((to, tries) => {
  if (to.startsWith('borta')) return isBack ? 'taken' : 'refused';
  const index = Number(/\d+/.exec(to)?.[0]);
  return tries === 0 || index === NEVER ? FIRST[index]! : 'taken';
});
const { node, db } = await openTestNode({ smtpUrl: mail.url });
const { company, makeOpen } = await makeSeller(node);
const root = await makeStaff(db, null, 30);
for (const index of FIRST.keys())
  stations.push(await makeStation(db, company, { user: { email: addressOf(index) } }));
after(() => mail.stop());

/** An auction that all of them watch and that ends now. */
async function endWatched(watchers: number[]): Promise<number> {
  const auction = await makeOpen();
  await sql`insert into alerts (service_station_id, auction_id)
    select id, ${auction} from unnest(${watchers}::integer[]) as id`.execute(db);
  await endNow(db, auction);
  return auction;
}
/** Makes delayed retries due now. */
const retryNow = () =>
  sql`update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'`.execute(
    db,
  );

test('MAIL-2 no email is lost to refusals or cut connections, and a duplicate has the same Message-ID', async () => {
  await endWatched(stations.map(({ id }) => id));
  const recipients = new Set(FIRST.keys().map(addressOf));
  // A station that turns the alert off between two attempts gets no more email.
  const unwatched = stations[NEVER]!;
  await eventually(async () => assert.ok(mail.arrivals.some(({ to }) => to === addressOf(NEVER))));
  await sql`delete from alerts where service_station_id = ${unwatched.id}`.execute(db);
  recipients.delete(addressOf(NEVER));
  const taken = () => mail.arrivals.filter(({ fate }) => fate === 'taken');
  await eventually(async () => {
    await retryNow();
    assert.deepEqual(new Set(taken().map(({ to }) => to)), recipients);
    const { rows } = await sql`
      select from pgboss.job where name = 'mail' and state <> 'completed'`.execute(db);
    assert.equal(rows.length, 0);
  });
  assert.equal(taken().length, recipients.size);
  for (const to of recipients) {
    const ids = mail.arrivals.filter((one) => one.to === to).map((one) => one.message_id);
    assert.equal(new Set(ids).size, 1, `${to} has one email`);
    assert.match(ids[0]!, /^<[0-9a-f-]{36}@localhost>$/);
  }
});

test('MAIL-2, GEN-6 a failed email is shown to superusers and can be sent again with the same Message-ID', async () => {
  const gone = await makeStation(db, company, { user: { email: 'borta@verkstad.example' } });
  const auction = await endWatched([gone.id]);
  const state = async () => (await node.call(root, 'GET', '/api/admin/dead-letters')).body;
  const list = async () => (await state()).letters;
  await eventually(async () => {
    await sql`update pgboss.job set retry_count = retry_limit - 1, start_after = now()
      where name = 'mail' and state = 'retry'`.execute(db);
    assert.equal((await list()).length, 1);
  });
  const [email] = await list();
  assert.equal(email.letter, 'ended');
  assert.equal(email.to, 'borta@verkstad.example');
  assert.equal(email.auction_id, auction);
  assert.equal((await state()).given_up, 1);
  const notices = async (user: number) => (await node.call(user, 'GET', '/api/notices')).body;
  assert.deepEqual(await notices(root), [
    {
      kind: 'emails_given_up',
      text: '1 mejl har inte kommit fram till mejlservern.',
      path: '/settings/mail',
    },
  ]);
  assert.deepEqual(await notices(await makeStaff(db, company, 30)), []);
  const { rows } = await sql<{ days: number }>`
    select extract(epoch from keep_until - created_on)::float8 / 86400 as days
    from pgboss.job where name = 'dead-mail'`.execute(db);
  assert.equal(Math.round(rows[0]!.days), 90);
  assert.match(email.reason, /550/);
  assert.equal(email.tries, 57);
  isBack = true;
  const resend = () => node.call(root, 'POST', `/api/admin/dead-letters/${email.id}/resend`);
  const answers = await Promise.all([resend(), resend()]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404]);
  await eventually(async () =>
    assert.equal(mail.arrivals.filter(({ to }) => to.startsWith('borta')).length, 1),
  );
  assert.deepEqual(await list(), []);
  assert.deepEqual(await notices(root), []);
  const nonsense = await node.call(root, 'POST', '/api/admin/dead-letters/1/resend');
  assert.equal(nonsense.status, 404);
});

test('MAIL-2 retries are at most 15 minutes apart during an outage, and failed emails can all be sent again at once', async () => {
  isBack = false;
  const gone = await Promise.all(
    [1, 2, 3].map((n) =>
      makeStation(db, company, { user: { email: `borta-${n}@verkstad.example` } }),
    ),
  );
  await endWatched(gone.map(({ id }) => id));
  const state = async () => (await node.call(root, 'GET', '/api/admin/dead-letters')).body;
  const waits = async (tries: number) => {
    const { rows } = await sql<{ tries: number; seconds: number }>`
      select retry_count as tries, extract(epoch from start_after - now())::float8 as seconds
      from pgboss.job where name = 'mail' and state = 'retry' order by id`.execute(db);
    assert.equal(rows.length, 3);
    for (const row of rows) assert.ok(row.tries >= tries, `${row.tries} tries`);
    return rows.map(({ seconds }) => seconds);
  };
  const skipTo = (tries: number) =>
    sql`update pgboss.job set retry_count = ${tries}, start_after = now()
      where name = 'mail' and state = 'retry'`.execute(db);
  await eventually(async () => assert.ok(Math.max(...(await waits(0))) < 11));
  assert.equal((await state()).delayed, 3);
  await skipTo(20);
  await eventually(async () => {
    for (const seconds of await waits(21))
      assert.ok(seconds > 400 && seconds <= 900, `${seconds} s`);
  });
  await skipTo(55);
  await eventually(async () => assert.equal((await state()).given_up, 3));
  // Recipients are checked again: one has left meanwhile.
  await sql`update service_stations set removed_at = now_ms() where id = ${gone[2]!.id}`.execute(
    db,
  );
  await sql`update users set deactivated_at = now_ms() where id = ${gone[2]!.user_id}`.execute(db);
  const { letters } = await state();
  assert.deepEqual(letters.map(({ to }: { to: string | null }) => to).toSorted(), [
    'borta-1@verkstad.example',
    'borta-2@verkstad.example',
    null,
  ]);
  isBack = true;
  const resend = () => node.call(root, 'POST', '/api/admin/dead-letters/resend');
  const answers = await Promise.all([resend(), resend()]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204],
  );
  await eventually(async () => {
    const { given_up, waiting, delayed } = await state();
    assert.deepEqual([given_up, waiting, delayed], [0, 0, 0]);
  });
  const came = mail.arrivals.filter(({ to }) => to.startsWith('borta-'));
  assert.deepEqual(came.map(({ to }) => to).toSorted(), [
    'borta-1@verkstad.example',
    'borta-2@verkstad.example',
  ]);
});
