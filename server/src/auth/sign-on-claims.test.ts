import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesIn } from './sign-on-claims.ts';

const OWN = { domains: ['nord.example'], trusts_email: false };
const TENANT = 'https://login.microsoftonline.com/9b6b07f4-5c1e-4b0b-9f4e-1f8c5a5d3c11/v2.0';
const names = (claims: object, provider = OWN) =>
  addressesIn({ iss: TENANT, sub: 's', aud: 'a', iat: 0, exp: 0, ...claims }, provider);

test('AUTH-17 Entra ID identifies a member by preferred_username or upn, and never by an unverified e-mail', () => {
  assert.deepEqual(names({ preferred_username: 'Anna@Nord.example', email: 'chef@nord.example' }), [
    'anna@nord.example',
  ]);
  assert.deepEqual(names({ upn: 'anna@nord.example', preferred_username: 'anna@nord.example' }), [
    'anna@nord.example',
    'anna@nord.example',
  ]);
  assert.deepEqual(names({ email: 'chef@nord.example' }), []);
  // A user name need not be an address of the domain.
  assert.deepEqual(names({ preferred_username: '+46 70 123 45 67' }), []);
});

test('AUTH-17 a guest of an Entra ID tenant is identified by none of its claims', () => {
  const guest = { preferred_username: 'anna@nord.example', email: 'anna@nord.example' };
  assert.deepEqual(names({ ...guest, acct: 1 }), []);
  assert.deepEqual(names({ ...guest, idp: 'https://sts.windows.net/another-tenant/' }), []);
  assert.deepEqual(names({ ...guest, acct: 0 }), ['anna@nord.example']);
});

test('AUTH-17 another provider’s preferred_username identifies nobody, because users choose it', () => {
  for (const iss of ['https://idp.nord.example', 'https://login.microsoftonline.com.nord.example'])
    assert.deepEqual(names({ iss, preferred_username: 'chef@nord.example' }), []);
});

test('AUTH-17 the setting accepts an e-mail if email_verified is absent, and not if it is present and not true', () => {
  const trusting = { ...OWN, trusts_email: true };
  assert.deepEqual(names({ email: 'anna@nord.example' }, trusting), ['anna@nord.example']);
  for (const email_verified of [false, 'true', 'false', null])
    assert.deepEqual(names({ email: 'anna@nord.example', email_verified }, trusting), []);
  assert.deepEqual(names({ email: 'anna@annan.example' }, trusting), []);
});
