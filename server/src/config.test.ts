import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

const PRODUCTION = {
  DATABASE_URL: 'postgres://localhost/restvarde',
  SECRET: 'a secret that is long enough for a test',
  SMTP_URL: 'smtp://localhost',
  PUBLIC_URL: 'https://restvarde.example/',
  MAIL_FROM: 'no-reply@restvarde.example',
  DATA_DIR: '/var/lib/restvarde',
};
const CLIENT = {
  OIDC_ISSUER: 'https://adfs.bolag.example/adfs',
  OIDC_CLIENT_ID: 'restvarde',
  OIDC_CLIENT_SECRET: 'hemlig',
};

const messageOf = (env: Record<string, string>) => {
  try {
    readConfig({ ...PRODUCTION, ...env });
  } catch (error) {
    assert.ok(error instanceof StartError);
    return error.message;
  }
  return null;
};

test('without a database a node refuses to start with one sentence', () => {
  assert.equal(
    messageOf({ DATABASE_URL: '' }),
    'DATABASE_URL must be set. `npm start` opens a demo with a database of its own.',
  );
});

test('all missing settings are listed at once, and no secret or folder has a default', () => {
  assert.throws(
    () => readConfig({}),
    (error: Error) =>
      ['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'SECRET', 'MAIL_FROM', 'DATA_DIR'].every((name) =>
        error.message.includes(`${name} must be set`),
      ),
  );
});

test('OPS-20 a SECRET that is a placeholder, short or predictable is refused', () => {
  const advice = 'set it to what `openssl rand -base64 36` prints.';
  const sample = readFileSync(join(import.meta.dirname, '../../deploy/restvarde.env'), 'utf8');
  const { SECRET } = parseEnv(sample);
  for (const placeholder of [
    SECRET!,
    'changeme-changeme-changeme-changeme-1',
    'REPLACE_ME 8dj2k1l0s9d8f7g6h5j4k3l2q1w0e9r8t',
    '<48 random characters, keep them secret>',
    'example-secret-of-the-documentation-9',
  ])
    assert.equal(messageOf({ SECRET: placeholder }), `SECRET is a placeholder: ${advice}`);
  assert.equal(
    messageOf({ SECRET: 'u7Kd0pXz' }),
    `SECRET must have at least 32 characters: ${advice}`,
  );
  for (const guess of [
    'a'.repeat(48),
    'abc123'.repeat(8),
    '0123456789'.repeat(4),
    'password'.repeat(5),
    'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  ])
    assert.equal(messageOf({ SECRET: guess }), `SECRET can be guessed: ${advice}`, guess);
});

test('OPS-20 output of a generator is never refused', () => {
  for (const encoding of ['base64', 'base64url', 'hex'] as const)
    for (let time = 0; time < 2_000; time++) {
      const SECRET = randomBytes(encoding === 'hex' ? 16 : 36).toString(encoding);
      assert.equal(messageOf({ SECRET }), null, SECRET);
    }
});

test('OPS-21 each invalid setting has one sentence, and all are listed', () => {
  const year = new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10);
  assert.equal(
    messageOf({
      LOG_LEVEL: 'loud',
      MAIL_FROM: 'nonsense',
      PUBLIC_URL: 'https://user:secret@restvarde.example',
      SECURITY_CONTACT: 'mailto:security@restvarde.example',
      SECURITY_EXPIRES: year,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:secret@otel:4318',
    }),
    [
      'PUBLIC_URL must be an address and nothing more, such as https://restvarde.example',
      'MAIL_FROM must be an e-mail address such as Restvärde <no-reply@restvarde.example>, not "nonsense".',
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace, silent, not "loud".',
      'OTEL_EXPORTER_OTLP_ENDPOINT must have no name: use OTEL_EXPORTER_OTLP_HEADERS.',
      `SECURITY_EXPIRES must be at most a year ahead, not ${year}.`,
    ].join('\n'),
  );
  for (const sender of [
    'no-reply@restvarde.example',
    'Restvärde <no-reply@restvarde.example>',
    '"Restvärde, Nord" <no-reply@restvarde.example>',
    '<no-reply@localhost>',
  ])
    assert.equal(messageOf({ MAIL_FROM: sender }), null, sender);
  for (const sender of ['@', 'a@b@c', 'a@b, c@d', 'Restvärde <no-reply>', 'a b@c.se', '<a@b.se> x'])
    assert.match(messageOf({ MAIL_FROM: sender }) ?? '', /^MAIL_FROM must be/, sender);
  for (const address of ['https://x.example/a', 'https://x.example?a', 'https://x.example/#a'])
    assert.match(messageOf({ PUBLIC_URL: address }) ?? '', /^PUBLIC_URL must be/, address);
  assert.equal(messageOf({ PUBLIC_URL: 'https://Restvarde.example:8443/' }), null);
});

test('OPS-9 without DATABASE_DIRECT_URL there is no pooler', () => {
  assert.equal(readConfig(PRODUCTION).directUrl, PRODUCTION.DATABASE_URL);
  const DATABASE_DIRECT_URL = 'postgres://localhost:5433/restvarde';
  assert.equal(readConfig({ ...PRODUCTION, DATABASE_DIRECT_URL }).directUrl, DATABASE_DIRECT_URL);
  assert.equal(
    messageOf({ DATABASE_URL: 'postgres://one,two/restvarde' }),
    'DATABASE_URL must name one server. Its address must always belong to the primary.',
  );
  assert.equal(
    messageOf({ DATABASE_READ_URL: 'postgres://one,two/restvarde' }),
    'DATABASE_READ_URL must name one server.',
  );
});

test('AUTH-14 an unreadable list of leaked passwords is reported at the start', () => {
  assert.equal(readConfig(PRODUCTION).breachedPasswords, null);
  const file = import.meta.filename;
  assert.equal(readConfig({ ...PRODUCTION, BREACHED_PASSWORDS: file }).breachedPasswords, file);
  assert.equal(
    messageOf({ BREACHED_PASSWORDS: '/nowhere' }),
    'BREACHED_PASSWORDS must be a file that can be read, but "/nowhere" is not.',
  );
});

test('OPS-17 a node has every role unless one is set', () => {
  assert.equal(readConfig(PRODUCTION).role, 'all');
  assert.equal(readConfig({ ...PRODUCTION, ROLE: 'worker' }).role, 'worker');
  assert.equal(messageOf({ ROLE: 'mail' }), 'ROLE must be all, web, worker, not "mail".');
});

test('AUTH-7 issuer, client and secret of single sign-on are set together or not at all', () => {
  assert.equal(readConfig(PRODUCTION).oidc, null);
  assert.deepEqual(readConfig({ ...PRODUCTION, ...CLIENT }).oidc, {
    issuer: 'https://adfs.bolag.example/adfs',
    client_id: 'restvarde',
    client_secret: 'hemlig',
    domains: [],
    trustsEmail: false,
  });
  const OIDC_DOMAINS = 'bolag.example, Bolag.se';
  assert.deepEqual(readConfig({ ...PRODUCTION, ...CLIENT, OIDC_DOMAINS }).oidc?.domains, [
    'bolag.example',
    'bolag.se',
  ]);
  assert.equal(
    messageOf({ ...CLIENT, OIDC_TRUST_EMAIL: '1' }),
    'OIDC_TRUST_EMAIL needs OIDC_DOMAINS: whose addresses are to be believed.',
  );
  for (const missing of Object.keys(CLIENT)) {
    assert.equal(
      messageOf({ ...CLIENT, [missing]: '' }),
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.',
    );
  }
});

test('AUTH-7 the client’s secret is sent over TLS, except on this machine', () => {
  const sentence = 'OIDC_ISSUER must be an address that begins with https://';
  for (const OIDC_ISSUER of ['http://adfs.bolag.example', 'adfs', 'http://localhost.example/']) {
    assert.equal(messageOf({ ...CLIENT, OIDC_ISSUER }), sentence, OIDC_ISSUER);
  }
  for (const OIDC_ISSUER of ['http://localhost:1090', 'http://127.0.0.1:1090/adfs']) {
    assert.equal(messageOf({ ...CLIENT, OIDC_ISSUER }), null, OIDC_ISSUER);
  }
});

test('OPS-1 proxies are addresses and ranges, never a range of everybody', () => {
  assert.deepEqual(readConfig(PRODUCTION).trustedProxies, []);
  assert.deepEqual(
    readConfig({ ...PRODUCTION, TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/24 2001:db8::/32' })
      .trustedProxies,
    ['10.0.0.5', '10.1.0.0/24', '2001:db8::/32'],
  );
  for (const wrong of ['proxy', '10.0.0', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/8/8']) {
    assert.equal(
      messageOf({ TRUSTED_PROXIES: wrong }),
      `TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.5 or 10.0.0.0/24, not "${wrong}".`,
    );
  }
});

test('OPS-19 there is no tracing without a collector, and the settings are those of OpenTelemetry', () => {
  assert.equal(readConfig(PRODUCTION).tracing, null);
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://otel:4318';
  const OTEL_EXPORTER_OTLP_HEADERS = 'x-token=a%20b,tenant=restvarde';
  assert.deepEqual(
    readConfig({ ...PRODUCTION, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS }).tracing,
    {
      endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
      ratio: 1,
      headers: { 'x-token': 'a b', tenant: 'restvarde' },
      service: 'restvarde',
    },
  );
  assert.equal(
    messageOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '7' }),
    'OTEL_TRACES_SAMPLER_ARG must be from 0 to 1.',
  );
  for (const wrong of ['x-token', 'x-token=100%', 'x-token=%ff', '=b'])
    assert.equal(
      messageOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: wrong }),
      'OTEL_EXPORTER_OTLP_HEADERS must be name=value, with %25 for a percent sign.',
    );
});

test('FORM-15 vehicles are looked up only if an address is set, and its password is a separate setting', () => {
  assert.equal(readConfig(PRODUCTION).vehicleProvider, null);
  const VEHICLE_LOOKUP_URL = 'http://vehicles.internal/v1/';
  assert.deepEqual(
    readConfig({ ...PRODUCTION, VEHICLE_LOOKUP_URL, VEHICLE_LOOKUP_TOKEN: 'hemlig' })
      .vehicleProvider,
    { url: 'http://vehicles.internal/v1', token: 'hemlig' },
  );
  for (const wrong of ['vehicles', 'ftp://vehicles', 'https://vehicles/?key=1'])
    assert.equal(
      messageOf({ VEHICLE_LOOKUP_URL: wrong }),
      'VEHICLE_LOOKUP_URL must be an address that begins with http:// or https://, without a query.',
    );
  assert.equal(
    messageOf({ VEHICLE_LOOKUP_URL: 'https://name:word@vehicles' }),
    'VEHICLE_LOOKUP_URL must have no name: use VEHICLE_LOOKUP_TOKEN.',
  );
});
