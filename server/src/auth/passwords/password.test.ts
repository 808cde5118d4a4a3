import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { hashPassword, isOutdated, verifyPassword } from './password.ts';

test('AUTH-14 a password is hashed by argon2id in PHC form, salted anew each time', async () => {
  const [one, other] = await Promise.all([hashPassword('räksmörgås'), hashPassword('räksmörgås')]);
  for (const phc of [one, other]) {
    assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.equal(await verifyPassword('räksmörgås', phc), true);
    assert.equal(await verifyPassword('räksmörgåS', phc), false);
  }
  assert.notEqual(one, other);
});

test('AUTH-14 a hash made at another cost is still understood', async () => {
  const nonce = Buffer.from('somesaltsomesalt');
  const cost = { memory: 4096, passes: 3, parallelism: 2 };
  const tag = argon2Sync('argon2id', { message: 'lösen', nonce, tagLength: 32, ...cost });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  const phc = `$argon2id$v=19$m=4096,t=3,p=2$${salt}$${hash}`;
  assert.equal(await verifyPassword('lösen', phc), true);
  assert.equal(await verifyPassword('lösen ', phc), false);
  assert.deepEqual([phc, await hashPassword('lösen')].map(isOutdated), [true, false]);
});

test('AUTH-2 nothing matches an account without a password, or a hash that is none', async () => {
  for (const phc of [null, '', 'plain', '$argon2i$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$AAAA']) {
    assert.equal(await verifyPassword('', phc), false);
    assert.equal(await verifyPassword('plain', phc), false);
  }
});
