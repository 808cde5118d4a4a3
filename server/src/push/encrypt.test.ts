import assert from 'node:assert/strict';
import { createECDH, createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { encryptMessage, isPoint } from './encrypt.ts';
import { authorizationOf, contactOf } from './push-keys.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** RFC 8291, appendix A. */
const RFC = {
  plain: bytes('V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24'),
  sender: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('PUSH-4 a message is encrypted as in the example of RFC 8291', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(RFC.sender);
  assert.equal(encryptMessage(RFC, RFC.plain, pair, RFC.salt).toString('base64url'), RFC.body);
});

test('PUSH-4 a body has at most 4 096 bytes', () => {
  assert.equal(encryptMessage(RFC, Buffer.alloc(3_993)).length, 4_096);
  assert.throws(() => encryptMessage(RFC, Buffer.alloc(3_994)), RangeError);
});

test('PUSH-2 a browser’s key must be a point of P-256', () => {
  assert.ok(isPoint(RFC.p256dh));
  const off = bytes(RFC.p256dh);
  off[64]! ^= 1;
  assert.ok(!isPoint(off.toString('base64url')));
  assert.ok(!isPoint(RFC.p256dh.slice(0, 40)));
});

test('PUSH-6 a token is for the origin of the push service, for twelve hours, signed by ES256', () => {
  const pair = createECDH('prime256v1');
  const public_key = pair.generateKeys('base64url');
  const private_key = pair.getPrivateKey('base64url');
  const subject = contactOf('Restvärde <no-reply@restvarde.example>');
  const header = authorizationOf(
    { public_key, private_key },
    { audience: 'https://fcm.googleapis.com', subject, now_ms: 1_800_000_000_000 },
  );
  const [, token, key] = /^vapid t=(.+), k=(.+)$/.exec(header)!;
  assert.equal(key, public_key);
  const [head, claims, signature] = token!.split('.');
  assert.deepEqual(JSON.parse(bytes(claims!).toString()), {
    aud: 'https://fcm.googleapis.com',
    exp: 1_800_043_200,
    sub: 'mailto:no-reply@restvarde.example',
  });
  const point = bytes(public_key);
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ format: 'jwk', key: jwk });
  assert.ok(
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      bytes(signature!),
    ),
  );
  assert.equal(contactOf('no-reply@restvarde.example'), 'mailto:no-reply@restvarde.example');
});
