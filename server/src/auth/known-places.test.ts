import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { WRONG_LOGIN } from '@restvarde/contract/auth/login';
import { openLogins, PASSWORD } from '../../test/auth/logins.ts';
import { untilLimited } from '../../test/eventually.ts';

const logins = await openLogins();
after(() => logins.stop());

const wrong = JSON.stringify({ detail: WRONG_LOGIN });
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

test('LIMIT-2 forty wrong passwords from 16 addresses lock out strangers, and not the owner', async () => {
  const owner = await logins.makeOwner();
  const places = Array.from({ length: 16 }, () => logins.somewhere());
  for (let attempt = 0; attempt < 40; attempt++) {
    await logins.logIn(owner.email, 'x', places[attempt % places.length]);
  }
  assert.equal((await logins.logIn(owner.email, PASSWORD)).body, wrong);
  for (let login = 1; login <= 8; login++) {
    // From elsewhere with the known device, even the flood's address; from home with a new device.
    const from = login === 1 ? places[0] : logins.somewhere();
    assert.equal((await logins.logIn(owner.email, PASSWORD, from, owner.device)).status, 200);
  }
  assert.equal((await logins.logIn(owner.email, PASSWORD, owner.home)).status, 200);
});

test('LIMIT-2 twenty wrong codes by someone who knows the password do not lock the owner out', async () => {
  const owner = await logins.makeOwner();
  for (let login = 1; login <= 6; login++) {
    const { uuid, code } = await logins.begin(owner.email);
    for (let attempt = 1; attempt <= 4; attempt++) await logins.enter(uuid, otherThan(code));
    await logins.pass(200);
  }
  const strangers = await logins.begin(owner.email);
  assert.equal((await logins.enter(strangers.uuid, strangers.code)).status, 400);
  const own = await logins.begin(owner.email, owner.home);
  assert.equal(
    (await logins.enter(own.uuid, own.code, logins.somewhere(), owner.device)).status,
    200,
  );
});

test('LIMIT-2 another account’s device, or an invented one, is a stranger', async () => {
  const owner = await logins.makeOwner();
  const other = await logins.makeOwner();
  for (let attempt = 1; attempt <= 10; attempt++) await logins.logIn(owner.email, 'x');
  const [id = '', signature = ''] = owner.device.split('.');
  const forged = `${id}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  for (const shown of [other.device, forged, `${id}.`, id]) {
    assert.equal(
      (await logins.logIn(owner.email, PASSWORD, logins.somewhere(), shown)).body,
      wrong,
    );
  }
  assert.equal(
    (await logins.logIn(owner.email, PASSWORD, logins.somewhere(), owner.device)).status,
    200,
  );
});

test('LIMIT-2 guessing on a known device is limited too', async () => {
  const owner = await logins.makeOwner();
  for (let attempt = 1; attempt <= 10; attempt++) {
    await logins.logIn(owner.email, 'x', logins.somewhere(), owner.device);
  }
  assert.equal(
    (await logins.logIn(owner.email, PASSWORD, logins.somewhere(), owner.device)).body,
    wrong,
  );
});

test('LIMIT-2 a flood from an office’s address does not affect its known devices', async () => {
  const owner = await logins.makeOwner();
  await untilLimited(
    () => logins.post('/api/auth/two-factor/resend', { uuid: 'x' }, owner.home),
    ({ status }) => status === 429,
  );
  await logins.pass(-60);
  assert.equal((await logins.logIn(owner.email, PASSWORD, owner.home)).status, 429);
  assert.equal((await logins.logIn(owner.email, PASSWORD, owner.home, owner.device)).status, 200);
});

test('AUTH-4, LIMIT-1 someone who knows the password can neither flood the mailbox nor replace the owner’s code', async () => {
  const person = await logins.makePerson();
  const own = await logins.begin(person.email);
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => logins.logIn(person.email, PASSWORD)),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 2);
  assert.equal((await logins.enter(own.uuid, own.code)).status, 200);
});
