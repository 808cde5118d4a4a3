import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

const PRODUCTION = {
  DATABASE_URL: 'postgres://app:pw@db.example/restvarde',
  SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtps://mail.example',
  PUBLIC_URL: 'https://restvarde.example/',
  MAIL_FROM: 'Restvärde <no-reply@restvarde.example>',
};

describe('what the environment says', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'restvarde-config-'));
  });
  after(() => rm(folder, { recursive: true }));

  const faults = (env: Record<string, string | undefined>) => {
    try {
      readConfig(env);
    } catch (error) {
      assert.ok(error instanceof StartError);
      return error.message.split('\n');
    }
    return [];
  };

  test('nothing said is the demo: on this machine alone, with all that it needs of its own', () => {
    const config = readConfig({ DATA_DIR: folder });
    assert.equal(config.demo, true);
    assert.deepEqual([config.host, config.port], ['127.0.0.1', 3000]);
    assert.equal(config.publicUrl, 'http://localhost:3000');
    assert.deepEqual([config.databaseUrl, config.smtpUrl], [null, null]);
    assert.deepEqual([config.mailboxSmtpPort, config.mailboxPort], [1025, 1080]);
    assert.equal(config.dataDir, resolve(folder));
  });

  test('the demo keeps the secret that it made, readable by its user alone', async () => {
    const { secret } = readConfig({ DATA_DIR: join(folder, 'new') });
    assert.ok(secret.length >= 32);
    assert.equal(readConfig({ DATA_DIR: join(folder, 'new') }).secret, secret);
    assert.notEqual(readConfig({ DATA_DIR: join(folder, 'other') }).secret, secret);
    const file = join(folder, 'new', 'secret');
    assert.equal(await readFile(file, 'utf8'), secret);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  test('two run side by side by other ports and another folder', () => {
    const config = readConfig({
      PORT: '4000',
      MAILBOX_SMTP_PORT: '4025',
      MAILBOX_PORT: '4080',
      DATA_DIR: folder,
    });
    assert.deepEqual([config.port, config.mailboxSmtpPort, config.mailboxPort], [4000, 4025, 4080]);
    assert.equal(config.publicUrl, 'http://localhost:4000');
  });

  test('a database of one’s own is production: it listens to all, and makes up nothing', () => {
    const config = readConfig(PRODUCTION);
    assert.equal(config.demo, false);
    assert.equal(config.host, '0.0.0.0');
    assert.equal(config.publicUrl, 'https://restvarde.example');
    assert.equal(config.secret, PRODUCTION.SECRET);
    assert.equal(readConfig({ ...PRODUCTION, HOST: '127.0.0.1' }).host, '127.0.0.1');
  });

  test('no secret, mail or address has a default outside the demo', () => {
    const told = faults({ DATABASE_URL: PRODUCTION.DATABASE_URL });
    for (const name of ['SECRET', 'SMTP_URL', 'PUBLIC_URL', 'MAIL_FROM']) {
      const sentence = `${name} must be set when DATABASE_URL is.`;
      assert.ok(told.includes(sentence), name);
      assert.ok(faults({ ...PRODUCTION, [name]: '' }).includes(sentence), name);
    }
  });

  test('all that is wrong is told at once', () => {
    const told = faults({
      PORT: '70000',
      MAILBOX_PORT: 'x',
      MAILBOX_SMTP_PORT: '-1',
      DATABASE_URL: 'mysql://db',
      SMTP_URL: 'mail.example',
      PUBLIC_URL: 'restvarde.example',
      SECRET: 'short',
    });
    for (const sentence of [
      'PORT must be a port number, not "70000".',
      'MAILBOX_PORT must be a port number, not "x".',
      'MAILBOX_SMTP_PORT must be a port number, not "-1".',
      'DATABASE_URL must be an address that begins with postgres:// or postgresql://',
      'SMTP_URL must be an address that begins with smtp:// or smtps://',
      'PUBLIC_URL must be an address that begins with http:// or https://',
      'SECRET must have at least 32 characters.',
    ]) {
      assert.ok(told.includes(sentence), `${sentence} in\n${told.join('\n')}`);
    }
  });

  test('a faulty start writes no secret, and tells none', async () => {
    const dataDir = join(folder, 'untouched');
    const told = faults({
      DATA_DIR: dataDir,
      PORT: 'x',
      DATABASE_URL: 'http://app:hunter2@db',
      SECRET: 'also-hidden',
    });
    assert.ok(told.length > 0);
    assert.ok(!/hunter2|also-hidden/.test(told.join()));
    await assert.rejects(stat(dataDir), { code: 'ENOENT' });
  });
});
