// Runs in its own process: it measures processor time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgePassword } from './password-rules.ts';

const OWNER = { email: 'anna.lind@bolag.example', first_name: 'Anna', last_name: 'Lind' };
const judge = (password: string, confirm_password = password) =>
  judgePassword({ password, confirm_password }, OWNER);

test('AUTH-14 common passwords are refused, however they are varied', () => {
  for (const password of [
    'password1234',
    'Password1234!',
    'P@ssw0rd1234',
    'Lösenord1234',
    'L0senord2026!!',
    'Sommaren2026!',
    'Välkommen123!',
    'Verkstad12345',
    'restvärde-2026',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'hejhejhejhej1',
    '121212121212',
    '123456789012',
    '098765432109',
    'abcdefghijkl',
    'qwertyuiopås',
    '1q2w3e4r5t6y',
  ]) {
    assert.deepEqual(
      judge(password),
      { password: ['Lösenordet är för lätt att gissa. Välj ett annat.'] },
      password,
    );
  }
});

test('AUTH-14 name and e-mail are refused, also with a year, and joined', () => {
  for (const password of [
    'anna.lind@bolag.example',
    'ANNA.LIND@BOLAG.EXAMPLE',
    'Anna Lind Anna',
    'AnnaLind2026!',
    'annalind1234',
    'L1ndAnna-2026',
    'bolag-anna-99',
  ]) {
    assert.deepEqual(
      judge(password),
      { password: ['Lösenordet får inte bestå av ditt namn eller din e-postadress.'] },
      password,
    );
  }
});

test('AUTH-14 a long enough password is accepted without required character classes', () => {
  for (const password of [
    'tre blå hästar',
    'correct horse battery',
    'Anna gillar cyklar',
    'fredagsmys i mars',
    'Hemligt-lösen-2026',
    'Demo-restvarde-2026',
    'Kx7#mQ9!vB2z',
    '8391027465018',
    'ΩЖ漢字かなはなしたこと',
  ]) {
    assert.equal(judge(password), null, password);
  }
});

test('AUTH-14 different passwords are an error at the second field, besides the errors of the first', () => {
  assert.deepEqual(judge('tre blå hästar', 'tre blå hästar '), {
    confirm_password: ['Lösenorden är inte lika.'],
  });
  assert.deepEqual(Object.keys(judge('password1234', 'x') ?? {}), ['password', 'confirm_password']);
});

test('AUTH-14 the longest password is checked quickly', () => {
  const start = process.cpuUsage();
  for (const unit of ['a1', 'anna', 'qwer', '1234567', 'lösenord', '漢']) {
    judge(unit.repeat(128).slice(0, 128));
  }
  // Processor time, which does not depend on other load.
  assert.ok(process.cpuUsage(start).user < 500_000);
});
