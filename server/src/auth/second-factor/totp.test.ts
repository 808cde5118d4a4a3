import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt, findStep, newSecret, otpauthUrl, stepOf } from './totp.ts';

/** RFC 6238, appendix B: the ASCII text 12345678901234567890. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('SEC-5 codes are those of RFC 6238', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    assert.equal(codeAt(RFC_SECRET, stepOf(seconds)), code, String(seconds));
});

test('SEC-6 a code is valid for its step and one in each direction, and never after a used one', () => {
  const now = 50_000_000;
  const find = (step: number, last_step = 0) =>
    findStep(RFC_SECRET, codeAt(RFC_SECRET, step), { now, last_step });
  assert.deepEqual(
    [-2, -1, 0, 1, 2].map((away) => find(now + away)),
    [null, now - 1, now, now + 1, null],
  );
  assert.equal(find(now, now), null);
  assert.equal(find(now - 1, now), null);
  assert.equal(find(now + 1, now), now + 1);
  assert.equal(findStep(RFC_SECRET, '', { now, last_step: 0 }), null);
});

test('SEC-5 a secret has 160 random bits, and an otpauth URL', () => {
  const secret = newSecret();
  assert.match(secret, /^[A-Z2-7]{32}$/);
  assert.notEqual(newSecret(), secret);
  const url = new URL(otpauthUrl(secret, 'åsa@bolag.example'));
  assert.equal(url.protocol, 'otpauth:');
  assert.equal(decodeURIComponent(url.pathname), '/Restvärde:åsa@bolag.example');
  assert.equal(url.searchParams.get('secret'), secret);
  assert.equal(url.searchParams.get('issuer'), 'Restvärde');
});
