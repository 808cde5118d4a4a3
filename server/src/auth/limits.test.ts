import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { WRONG_CODE, WRONG_LOGIN } from '@restvarde/contract/auth/login';
import { sql } from 'kysely';
import { type Logins, openLogins, PASSWORD } from '../../test/auth/logins.ts';
import { makeStaff } from '../../test/factories.ts';
import type { TestNode } from '../../test/test-node.ts';
import { SHARES } from '../http/limit-table.ts';
import { hashToken, randomToken } from '../keys.ts';

const OTHER = 'Blåbär i granskogen 7';

describe('limits of getting in', () => {
  let logins: Logins;
  let node: TestNode;
  let company: number;
  before(async () => {
    logins = await openLogins();
    ({ node, company } = logins);
  });
  after(() => logins?.stop());

  const wrong = JSON.stringify({ detail: WRONG_LOGIN });
  const change = (query: ReturnType<typeof sql>) => query.execute(node.context.pool.db);

  test('AUTH-15 the 21st failed login from an address gets a 429 with the time to retry', async () => {
    const from = logins.somewhere();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        logins.logIn(`nobody${number}@bolag.example`, 'x', from),
      ),
    );
    for (const answer of answers) assert.equal(answer.body, wrong);
    const again = () => logins.logIn('nobody@bolag.example', 'x', from);
    let { status, headers, body } = await again();
    // If twenty attempts take long, some tokens return meanwhile.
    for (let more = 0; status === 400 && more < 40; more++)
      ({ status, headers, body } = await again());
    assert.equal(status, 429);
    assert.ok(Number(headers['retry-after']) >= 1 && Number(headers['retry-after']) <= 15);
    assert.match(JSON.parse(body).detail, /^För många försök\. Försök igen om \d+ sekunde?r?\.$/);
    assert.equal((await logins.logIn('nobody@bolag.example', 'x')).status, 400);
  });

  test('AUTH-15 an office that logs in from one address is not limited', async () => {
    const from = logins.somewhere();
    for (let login = 1; login <= 25; login++) {
      const person = await logins.makePerson();
      assert.equal((await logins.logIn(person.email, PASSWORD, from)).status, 200);
    }
  });

  test('AUTH-15 after ten wrong passwords the right one gets the same reply, and works a minute later', async () => {
    const person = await logins.makePerson();
    for (let attempt = 1; attempt <= 10; attempt++) {
      assert.equal((await logins.logIn(person.email, 'x')).body, wrong);
    }
    const locked = await logins.logIn(person.email, PASSWORD);
    assert.deepEqual([locked.status, locked.body], [400, wrong]);
    assert.equal(locked.headers['retry-after'], undefined);
    await change(sql`update rate_limits set whole_at = whole_at - interval '60 seconds'`);
    // Another node, because this one remembers its 429 for a few seconds.
    const { app } = await node.startAnother();
    const reply = await app.inject({
      method: 'POST',
      url: '/api/auth/two-factor',
      payload: { email: person.email, password: PASSWORD },
      remoteAddress: logins.somewhere(),
    });
    assert.equal(reply.statusCode, 200);
  });

  test('AUTH-15 ten of forty concurrent guesses are checked', async () => {
    const person = await logins.makePerson();
    await Promise.all(Array.from({ length: 40 }, () => logins.logIn(person.email, 'x')));
    const { rows } = await sql<{ wait: number }>`
      select max(extract(epoch from whole_at - now()))::float8 as wait from rate_limits`.execute(
      node.context.pool.db,
    );
    assert.ok(rows[0]!.wait <= 600, String(rows[0]!.wait));
    assert.equal((await logins.logIn(person.email, PASSWORD)).body, wrong);
  });

  test('AUTH-15 after twenty wrong codes a day, over any number of logins, the right one gets the same reply', async () => {
    const person = await logins.makePerson();
    const beginLogin = async () => {
      const begun = await logins.begin(person.email);
      await logins.pass(200);
      return begun;
    };
    for (let login = 1; login <= 4; login++) {
      const { uuid, code } = await beginLogin();
      const other = code === '000000' ? '000001' : '000000';
      for (let attempt = 1; attempt <= 5; attempt++) await logins.enter(uuid, other);
    }
    const { uuid, code } = await beginLogin();
    const spent = await logins.enter(uuid, code);
    assert.deepEqual([spent.status, spent.body], [400, JSON.stringify({ detail: WRONG_CODE })]);
  });

  test('AUTH-15 the 21st wrong code from an address gets a 429', async () => {
    const from = logins.somewhere();
    const enter = () =>
      logins.post('/api/auth/token/two-factor', { uuid: 'x', two_factor_code: '123456' }, from);
    for (let attempt = 1; attempt <= 20; attempt++) assert.equal((await enter()).status, 400);
    assert.equal((await enter()).status, 429);
  });

  test('AUTH-4, LIMIT-1 three codes are mailed at once, and the next after some minutes', async () => {
    const person = await logins.makePerson();
    let uuid = JSON.parse((await logins.logIn(person.email, PASSWORD)).body).uuid;
    const again = async () => {
      await change(sql`update login_codes set sent_at = sent_at - interval '60 seconds'`);
      return logins.post('/api/auth/two-factor/resend', { uuid });
    };
    for (let time = 1; time <= 2; time++) {
      const answer = await again();
      assert.equal(answer.status, 200);
      uuid = JSON.parse(answer.body).uuid;
    }
    const { status, body } = await again();
    assert.equal(status, 429);
    assert.match(JSON.parse(body).detail, /^Vi har nyss mejlat dig flera koder\. Försök igen om /);
  });

  test('LIMIT-3, LIMIT-2 too many concurrent passwords get a 503, and known devices have their own queue', async () => {
    const { turns } = node.context;
    const [person, owner] = [await logins.makePerson(), await logins.makeOwner()];
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const held = Array.from({ length: SHARES.strange_passwords.all_in_flight }, () =>
      turns.strange_passwords.take(logins.somewhere(), () => isOver),
    );
    for (const email of [person.email, 'nobody@bolag.example']) {
      const { status, headers, body } = await logins.logIn(email, PASSWORD);
      assert.deepEqual([status, headers['retry-after']], [503, '1']);
      assert.match(JSON.parse(body).detail, /^Servern har mycket att göra just nu\./);
    }
    assert.equal((await logins.logIn(owner.email, PASSWORD, undefined, owner.device)).status, 200);
    end();
    await Promise.all(held);
    assert.equal((await logins.logIn(person.email, PASSWORD)).status, 200);
  });

  test('LIMIT-3 a client that guesses passwords from one address uses up its own share, and others run in between', async () => {
    const { strange_passwords: turns } = node.context.turns;
    const [person, from] = [await logins.makePerson(), logins.somewhere()];
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const held = Array.from({ length: SHARES.strange_passwords.in_flight }, () =>
      turns.take(from, () => isOver),
    );
    assert.equal((await logins.logIn(person.email, PASSWORD, from)).status, 429);
    const other = logins.logIn(person.email, PASSWORD);
    end();
    assert.equal((await other).status, 200);
    await Promise.all(held);
  });

  test('LIMIT-3 every password hash waits for its turn', async () => {
    const { turns } = node.context;
    const { id } = await logins.makePerson();
    const access = (await node.logIn(id)).access;
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const { in_flight } = SHARES.passwords;
    const held = Array.from({ length: in_flight }, () => turns.passwords.take(id, () => isOver));
    const send = async (url: string, payload: object) => {
      const headers = { authorization: `Bearer ${access}` };
      return (await node.app.inject({ method: 'POST', url, payload, headers })).statusCode;
    };
    const chosen = { password: PASSWORD, confirm_password: PASSWORD };
    const link = randomToken();
    await change(sql`
      insert into reset_tokens (token_hash, user_id, expires_at)
      values (${hashToken(link)}, ${id}, now_ms() + interval '1 hour')`);
    const statuses = {
      change: await send('/api/change-password', { ...chosen, current_password: PASSWORD }),
      link: await send(`/api/reset-password/${link}`, {
        ...chosen,
        password: OTHER,
        confirm_password: OTHER,
      }),
      app: await send('/api/second-factor/enrolment', { password: PASSWORD }),
    };
    end();
    await Promise.all(held);
    assert.deepEqual(statuses, { change: 429, link: 429, app: 429 });
  });

  test('AUTH-12, AUTH-15 after five emails in half an hour no more are sent, and the reply is the same', async () => {
    const person = await logins.makePerson();
    for (let time = 1; time <= 7; time++) {
      const { status, body } = await logins.post('/api/reset-password', { email: person.email });
      assert.deepEqual([status, body], [204, '']);
    }
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pgboss.job where data->>'kind' = 'set-password'`.execute(
      node.context.pool.db,
    );
    assert.equal(rows[0]?.count, 5);
  });

  test('AUTH-15 resets and links may be tried 25 times from an address', async () => {
    const from = logins.somewhere();
    const body = { password: PASSWORD, confirm_password: PASSWORD };
    for (let attempt = 1; attempt <= 25; attempt++) {
      assert.equal((await logins.post('/api/reset-password/guess', body, from)).status, 400);
    }
    assert.equal((await logins.post('/api/reset-password/guess', body, from)).status, 429);
    const ask = await logins.post('/api/reset-password', { email: 'a@bolag.example' }, from);
    assert.equal(ask.status, 429);
  });

  test('LIMIT-1 without a login an address may make 300 calls in five minutes, and each known device too', async () => {
    const from = '2001:db8::1';
    const owner = await logins.makeOwner();
    const tokens = await node.logIn(owner.id);
    const renew = (refresh: string, device?: string) =>
      logins.post('/api/auth/token/refresh', { refresh }, from, device);
    const start = Date.now();
    const answers = await Promise.all(Array.from({ length: 330 }, () => renew('dead')));
    // A busy machine may answer 503, which costs as much.
    const served = answers.filter(({ status }) => status !== 429).length;
    // One token returns each second.
    const most = 300 + Math.ceil((Date.now() - start) / 1000);
    assert.ok(served >= 300 && served <= most, `${served} of at most ${most}`);
    await logins.pass(-60);
    // Counted before it runs: live tokens stay valid, and nobody is logged out.
    assert.equal((await renew(tokens.refresh)).status, 429);
    assert.equal((await renew('dead')).status, 429);
    assert.equal((await logins.logIn(owner.email, PASSWORD, '2001:db8::2')).status, 429);
    assert.equal((await renew(tokens.refresh, owner.device)).status, 200);
    assert.equal((await logins.logIn(owner.email, PASSWORD, '2001:db8:0:1::1')).status, 200);
  });

  test('LIMIT-1 an office that renews its tokens from one address is not limited', async () => {
    const from = logins.somewhere();
    const { id } = await logins.makePerson();
    let { refresh } = await node.logIn(id);
    for (let time = 1; time <= 310; time++) {
      const reply = await logins.post('/api/auth/token/refresh', { refresh }, from);
      assert.equal(reply.status, 200);
      ({ refresh } = JSON.parse(reply.body));
    }
  });

  test('AUTH-5 an address in a domain of single sign-on only is sent to its provider', async () => {
    const ad = await logins.makePerson();
    const here = await logins.makePerson();
    await change(sql`update users set is_ad_user = true, password_hash = null where id = ${ad.id}`);
    const elsewhere = JSON.stringify({
      detail: 'Logga in med ”Inloggning handläggare”.',
      code: 'is_ad_user',
    });
    // In a domain with password accounts nothing is revealed, not even about a single sign-on account.
    assert.equal((await logins.logIn(ad.email, 'x')).body, wrong);
    assert.equal((await logins.logIn(here.email, 'x')).body, wrong);
    assert.equal((await logins.logIn('okand@bolag.example', 'x')).body, wrong);
    await makeStaff(node.context.pool.db, company, 20, { email: 'a@ad.example' });
    await change(sql`update users set is_ad_user = true where email = 'a@ad.example'`);
    assert.equal((await logins.logIn('A@AD.example', 'x')).body, elsewhere);
    assert.equal((await logins.logIn('okand@ad.example', 'x')).body, elsewhere);
    assert.equal((await logins.logIn('okand@sub.ad.example', 'x')).body, wrong);
  });
});
