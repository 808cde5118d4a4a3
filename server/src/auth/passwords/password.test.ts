import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { hashPassword, verifyPassword } from './password.ts';

test('AUTH-14 a password is hashed by argon2id in PHC form, with a new salt each time', async () => {
  const [one, other] = await Promise.all([hashPassword('räksmörgås'), hashPassword('räksmörgås')]);
  for (const phc of [one, other]) {
    assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.equal(await verifyPassword('räksmörgås', phc), 'right');
    assert.equal(await verifyPassword('räksmörgåS', phc), 'wrong');
  }
  assert.notEqual(one, other);
});

/** A hash of an earlier release, of the text as typed. */
function oldHash(password: string): string {
  const nonce = Buffer.from('somesaltsomesalt');
  const cost = { memory: 19_456, passes: 2, parallelism: 1 };
  const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${hash}`;
}

test('AUTH-14 the same keys are the same password on every keyboard', async () => {
  const [composed, decomposed] = (['NFC', 'NFD'] as const).map((form) =>
    'blå räksmörgås'.normalize(form),
  );
  for (const typed of [composed, decomposed, composed!.replace(' ', '\u00a0')]) {
    const phc = await hashPassword(typed!);
    for (const later of [composed, decomposed])
      assert.equal(await verifyPassword(later!, phc), 'right');
  }
});

test('AUTH-14, AUTH-19 a hash of decomposed text still matches, and is outdated', async () => {
  for (const form of ['NFC', 'NFD'] as const) {
    const phc = oldHash('blå räksmörgås'.normalize(form));
    const isNormal = form === 'NFC';
    for (const typed of (['NFC', 'NFD'] as const).map((one) => 'blå räksmörgås'.normalize(one)))
      assert.equal(await verifyPassword(typed, phc), isNormal ? 'right' : 'outdated');
    assert.equal(await verifyPassword('bla raksmorgas', phc), 'wrong');
  }
  const spaced = oldHash('blå\u00a0häst');
  assert.equal(await verifyPassword('blå\u00a0häst', spaced), 'outdated');
});

test('AUTH-14 a hash of another cost still matches', async () => {
  const nonce = Buffer.from('somesaltsomesalt');
  const cost = { memory: 4096, passes: 3, parallelism: 2 };
  const tag = argon2Sync('argon2id', { message: 'lösen', nonce, tagLength: 32, ...cost });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  const phc = `$argon2id$v=19$m=4096,t=3,p=2$${salt}$${hash}`;
  assert.equal(await verifyPassword('lösen', phc), 'outdated');
  assert.equal(await verifyPassword('lösen ', phc), 'wrong');
});

test('AUTH-2 nothing matches an account without a password, or with an invalid hash', async () => {
  for (const phc of [null, '', 'plain', '$argon2i$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$AAAA']) {
    assert.equal(await verifyPassword('', phc), 'wrong');
    assert.equal(await verifyPassword('plain', phc), 'wrong');
  }
});
