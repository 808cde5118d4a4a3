import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { makeCompany, makeProvider, makeStaff } from '../../test/factories.ts';
import { emailsFor } from '../../test/sent-emails.ts';
import { operate } from '../../test/start/operator.ts';
import { openTestNode, TEST_SECRET } from '../../test/test-node.ts';
import { sendSetPasswordEmailTo } from '../auth/emails/send-account-email.ts';
import { newSecret } from '../auth/second-factor/totp.ts';
import { deriveKey, seal, unseal } from '../keys.ts';
import { readPushKeys } from '../push/push-keys.ts';

const { node, db } = await openTestNode();
const folder = await mkdtemp(join(tmpdir(), 'restvarde-command-'));
after(() => rm(folder, { recursive: true, force: true }));

const place = { DATABASE_URL: node.databaseUrl, DATA_DIR: folder };

/** Runs a command like an operator; returns its output. */
async function restvarde(args: string[], env: Record<string, string> = {}): Promise<string> {
  const { code, output } = await operate(args, { ...place, ...env });
  assert.equal(code, 0, output);
  return output;
}

const table = async (name: string, text: string) => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};
const count = async (name: 'companies' | 'users' | 'service_stations') => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(
    db,
  );
  return rows[0]!.n;
};

test('OPS-13, DATA-1 creates a superuser and a company, and imports tables of companies, workshops and people', async () => {
  assert.match(await restvarde(['--help']), /\n {2}superuser +create a superuser/);
  await assert.rejects(restvarde(['superuser', 'siv@bolag.example']), /It takes other arguments/);
  await assert.rejects(restvarde(['company', 'Öst', 'a@b.se', 'A', 'B']), /no superuser yet/);
  const siv = ['superuser', 'siv@bolag.example', 'Siv', 'Rask'];
  assert.match(await restvarde([...siv, '--dry-run']), /^Dry run, nothing is kept\. /);
  assert.equal(await count('users'), 0);
  assert.match(await restvarde(siv), /^siv@bolag\.example gets a mail/);
  await assert.rejects(restvarde(siv), /There is a user with the address/);

  const ost = ['company', 'Öst', 'ada@ost.example', 'Ada', 'Ek'];
  assert.match(await restvarde(ost), /^Öst is created/);
  assert.match(await restvarde(ost), /^Öst already exists/);

  const companies = await table(
    'companies.csv',
    '\uFEFFname;admin_first_name;admin_last_name;admin_email;city\r\n"Väst ""AB""";Bo;By;bo@vast.example;Göteborg\r\nöst;Ada;Ek;ada@ost.example;\r\n',
  );
  assert.equal(
    await restvarde(['import', 'companies', companies]),
    'companies: 1 new, 1 existed already.',
  );
  const workshops = await table(
    'workshops.csv',
    'company,number,name,first_name,last_name,email,city\nÖst,17,"Bil, plåt & lack",Pia,Plåt,pia@plat.example,Umeå\n',
  );
  const people = await table(
    'people.csv',
    'company,role,first_name,last_name,email\nÖst,handläggare,Moa,Ny,moa@ost.example\nVäst ""AB"",administratör,Ali,Ny,ali@vast.example\n'.replaceAll(
      'Väst ""AB""',
      '"Väst ""AB"""',
    ),
  );
  for (const again of [false, true]) {
    const outcome = again ? '0 new, 1 existed' : '1 new, 0 existed';
    assert.match(await restvarde(['import', 'workshops', workshops]), new RegExp(outcome));
  }
  assert.match(await restvarde(['import', 'people', people]), /2 new/);
  const pia = await db
    .selectFrom('users')
    .innerJoin('service_stations as st', 'st.id', 'users.service_station_id')
    .select(['users.id', 'st.name', 'st.city'])
    .where('email', '=', 'pia@plat.example')
    .executeTakeFirstOrThrow();
  assert.deepEqual([pia.name, pia.city], ['Bil, plåt & lack', 'Umeå']);
  assert.deepEqual(await emailsFor(db, pia.id), ['set-password']);
});

test('OPS-13 an import is all or nothing, and names the invalid line', async () => {
  const before = await count('users');
  const people = await table(
    'wrong.csv',
    'company,role,first_name,last_name,email\nÖst,handläggare,Eva,Ny,eva@ost.example\nÖst,handläggare,Per,Ny,per\n',
  );
  await assert.rejects(
    restvarde(['import', 'people', people]),
    /Line 3: email: .+ Nothing has been/,
  );
  assert.equal(await count('users'), before);
  const half = await table('half.csv', 'company,email\nÖst,eva@ost.example\n');
  await assert.rejects(
    restvarde(['import', 'people', half]),
    /must name role, first_name, last_name/,
  );
});

test('OPS-13, DATA-2 a person is erased at once: no name, address or login; the audit record stays', async () => {
  const company = await makeCompany(db);
  const id = await makeStaff(db, company, 20, { email: 'Vill@bort.example' });
  await node.call(id, 'GET', '/api/users/me');
  await restvarde(['erase', 'vill@bort.example', '--dry-run']);
  const read = () =>
    db
      .selectFrom('users')
      .select(['first_name', 'email', 'deactivated_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  assert.equal((await read()).deactivated_at, null);
  await restvarde(['erase', 'vill@bort.example']);
  const { first_name, email, deactivated_at } = await read();
  assert.deepEqual([first_name, email], ['Borttagen', `borttagen-${id}@borttagen.invalid`]);
  assert.ok(deactivated_at);
  await assert.rejects(restvarde(['erase', 'vill@bort.example']), /Nobody has the address/);
});

test('DATA-2 a contact replaced by an earlier release is erased from the company’s record', async () => {
  const company_id = await makeCompany(db);
  const user_id = await makeStaff(db, company_id, 20);
  const person = (name: string) => ({ user_id, first_name: name, email: `${name}@bort.example` });
  const { id } = await db
    .insertInto('audit_log')
    .values({
      ...{ user_id, company_id, action: 'change contact' },
      ...{ before: JSON.stringify(person('gamla')), after: JSON.stringify(person('nya')) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await restvarde(['erase', 'Gamla@bort.example']);
  const entry = await db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([entry.before, entry.after], [{ user_id }, person('nya')]);
});

test('API-3, OPS-13 every command normalizes the operator’s text', async () => {
  const written = '\u200bA\u030asa.Rask@bolag.example';
  const address = 'åsa.rask@bolag.example';
  const asa = ['superuser', written, 'A\u030asa\u200b', 'Rask  Ek'];
  assert.match(await restvarde(asa), /^åsa\.rask@bolag\.example gets a mail/);
  const named = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('email', '=', address)
    .executeTakeFirstOrThrow();
  const { id, ...names } = named;
  assert.deepEqual(names, { first_name: 'Åsa', last_name: 'Rask Ek' });
  await assert.rejects(restvarde(asa), /There is a user with the address/);
  await assert.rejects(restvarde(['superuser', 'åsa', 'Åsa', 'Ek']), /email: .*e-post/);

  const file = await table(
    'normal.csv',
    'company,role,first_name,last_name,email\nO\u0308st,handla\u0308ggare,Go\u0308ran,Ek,go\u0308ran@ost.example\n',
  );
  assert.equal(
    await restvarde(['import', 'people', file, '--as', written]),
    'people: 1 new, 0 existed already.',
  );
  const goran = 'go\u0308ran@ost.example\u200b';
  assert.match(await restvarde(['sign-on', goran]), /^göran@ost\.example {2}Öst {2}/);

  const { id: entry } = await db
    .insertInto('audit_log')
    .values({
      ...{ action: 'change contact', before: JSON.stringify({ email: 'göran@ost.example' }) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await restvarde(['erase', goran, '--as', written]);
  const { before } = await db
    .selectFrom('audit_log')
    .select('before')
    .where('id', '=', entry)
    .executeTakeFirstOrThrow();
  assert.deepEqual(before, {});
  await db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', id).execute();
});

test('API-3 `normalise` lists what cannot get its normal form, and a dry run changes nothing', async () => {
  const company = await makeCompany(db);
  const plain = await makeStaff(db, company, 20, { email: 'dubbel@ost.example' });
  const odd = await makeStaff(db, company, 20, {
    ...{ email: 'dubbel@ost.example\u200b', first_name: 'A\u030asa' },
  });
  const nameOf = async () =>
    (
      await db
        .selectFrom('users')
        .select('first_name')
        .where('id', '=', odd)
        .executeTakeFirstOrThrow()
    ).first_name;
  const left = `1 changed, 1 left as they are.\nusers ${odd} email: "dubbel@ost.example\u200b" is taken: another has dubbel@ost.example.`;
  const marked = left.replaceAll(/^/gm, 'Dry run, nothing is kept. ');
  assert.deepEqual(await operate(['normalise', '--dry-run'], place), { code: 1, output: marked });
  assert.equal(await nameOf(), 'A\u030asa');
  assert.deepEqual(await operate(['normalise'], place), { code: 1, output: left });
  assert.equal(await nameOf(), 'Åsa');
  await db
    .updateTable('users')
    .set({ deactivated_at: new Date() })
    .where('id', '=', plain)
    .execute();
  assert.equal(await restvarde(['normalise']), '1 changed, 0 left as they are.');
});

test('OPS-15 sealed values move from the old secret to the new, and everybody logs in again', async () => {
  const company = await makeCompany(db);
  const provider = await makeProvider(db, company);
  const staff = await makeStaff(db, company);
  await node.logIn(staff);
  await db
    .transaction()
    .execute((tx) =>
      sendSetPasswordEmailTo(node.context, tx, 'a@b.example', { ip: null, user_agent: '' }),
    );
  await db
    .updateTable('sign_on_providers')
    .set({ sealed_client_secret: seal(deriveKey(TEST_SECRET, 'seal'), 'hemlig') })
    .where('id', '=', provider)
    .execute();
  await db
    .insertInto('second_factors')
    .values({
      user_id: staff,
      sealed_secret: seal(deriveKey(TEST_SECRET, 'seal'), newSecret()),
      last_step: 1,
    })
    .execute();
  const signing = seal(deriveKey(TEST_SECRET, 'seal'), 'whsec_hemlig');
  await db
    .insertInto('webhooks')
    .values({
      company_id: company,
      url: 'https://skador.example',
      events: ['auction.ended'],
      sealed_secret: signing,
      sealed_former_secret: signing,
    })
    .execute();
  const SECRET = 'another secret for tests, long enough';
  await assert.rejects(restvarde(['rotate-secret'], { SECRET }), /PREVIOUS_SECRETS must have/);
  const wrong = { SECRET, PREVIOUS_SECRETS: 'a secret that nothing was sealed under' };
  await assert.rejects(restvarde(['rotate-secret'], wrong), /PREVIOUS_SECRETS does not have the/);
  const env = { SECRET, PREVIOUS_SECRETS: TEST_SECRET };
  assert.match(await restvarde(['rotate-secret'], env), /^6 sealed values/);
  const { rows } = await sql<{ sealed: string }>`
    select data->>'sealed_email' as sealed from pgboss.job where data ? 'sealed_email'`.execute(db);
  assert.equal(unseal(deriveKey(SECRET, 'seal'), rows[0]!.sealed), 'a@b.example');
  const { sealed_secret } = await db
    .selectFrom('second_factors')
    .select('sealed_secret')
    .where('user_id', '=', staff)
    .executeTakeFirstOrThrow();
  assert.match(unseal(deriveKey(SECRET, 'seal'), sealed_secret), /^[A-Z2-7]{32}$/);
  const hook = await db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
  for (const sealed of [hook.sealed_secret, hook.sealed_former_secret!])
    assert.equal(unseal(deriveKey(SECRET, 'seal'), sealed), 'whsec_hemlig');
  // PUSH-6
  assert.equal((await readPushKeys(db, SECRET)).public_key, node.context.push_key);
  const open = await db
    .selectFrom('sessions')
    .select('id')
    .where('revoked_at', 'is', null)
    .execute();
  assert.deepEqual(open, []);
  assert.match(await restvarde(['rotate-secret'], env), /^0 sealed values/);

  // OPS-20: the previous secret is refused by nodes and commands; rotating back is possible.
  const ada = ['superuser', 'eva@bolag.example', 'Eva', 'Ek'];
  await assert.rejects(restvarde(ada), /SECRET is not the one that the database is sealed under/);
  await assert.rejects(node.startAnother(), /SECRET is not the one that the database is sealed un/);
  const back = { SECRET: TEST_SECRET, PREVIOUS_SECRETS: SECRET };
  assert.match(await restvarde(['rotate-secret'], back), /^6 sealed values/);
  await node.startAnother();
});

test('SEC-8 an operator resets the second factor of a superuser', async () => {
  const email = 'siv.utan.app@restvarde.example';
  await restvarde(['superuser', email, 'Siv', 'App']);
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await assert.rejects(restvarde(['reset-second-factor', email]), /Nobody with the address/);
  const sealed_secret = seal(deriveKey(TEST_SECRET, 'seal'), newSecret());
  await db
    .insertInto('second_factors')
    .values({ user_id: id, sealed_secret, last_step: 1 })
    .execute();
  assert.match(await restvarde(['reset-second-factor', email, '--dry-run']), /^Dry run/);
  assert.match(await restvarde(['reset-second-factor', email.toUpperCase()]), /without a second/);
  const left = await db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', id)
    .execute();
  assert.deepEqual(left, []);
  assert.deepEqual(await emailsFor(db, id), ['set-password', 'second-factor']);
});

test('OPS-13 failed emails are sent again, and migrate reports that the database is up to date', async () => {
  await sql`
    insert into pgboss.job (name, data, state, source_id)
    values ('dead-mail', '{"kind":"set-password","user_id":1}', 'created', gen_random_uuid())`.execute(
    db,
  );
  assert.match(await restvarde(['requeue-emails', '--dry-run']), /^Dry run.+ 1 emails/);
  assert.match(await restvarde(['requeue-emails']), /^1 emails/);
  assert.match(await restvarde(['requeue-emails']), /^0 emails/);
  assert.match(await restvarde(['migrate']), /^It is up to date with \d/);
});
