import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { StartError } from '@restvarde/server/start-error';
import { readDemoConfig } from './demo-config.ts';

const DATA_DIR = await mkdtemp(join(tmpdir(), 'restvarde-test-'));
after(() => rm(DATA_DIR, { recursive: true }));

test('a demo needs no environment variables, and keeps its generated secret', () => {
  const config = readDemoConfig({ DATA_DIR });
  assert.equal(config.server.publicUrl, 'http://localhost:3000');
  assert.equal(config.server.host, '127.0.0.1');
  assert.ok(config.hasMailbox && config.hasAuctions);
  assert.equal(config.moreAuctions, 0);
  assert.ok(config.server.secret.length >= 32);
  assert.equal(readDemoConfig({ DATA_DIR }).server.secret, config.server.secret);
});

test('a demo does not start in production, because its passwords are known', () => {
  assert.throws(
    () => readDemoConfig({ DATA_DIR, NODE_ENV: 'production' }),
    new StartError('DATABASE_URL must be set: with NODE_ENV=production no demo is opened.'),
  );
});

test('DEMO_AUCTIONS says whether the demo has auctions, and how many more than its own', () => {
  const read = (DEMO_AUCTIONS: string) => {
    const { hasAuctions, moreAuctions } = readDemoConfig({ DATA_DIR, DEMO_AUCTIONS });
    return [hasAuctions, moreAuctions];
  };
  assert.deepEqual(read('0'), [false, 0]);
  assert.deepEqual(read('1'), [true, 0]);
  assert.deepEqual(read('1000'), [true, 1000]);
  assert.throws(() => read('many'), /DEMO_AUCTIONS must be a number up to 100000, not "many"\./);
});

test('all errors in a demo’s environment are reported at once', () => {
  assert.throws(
    () => readDemoConfig({ DATA_DIR, PORT: 'x', MAILBOX_PORT: '70000', SECRET: 'short' }),
    new StartError(
      [
        'PORT must be a port number, not "x".',
        'SECRET must have at least 32 characters: set it to what `openssl rand -base64 36` prints.',
        'MAILBOX_PORT must be a port number, not "70000".',
      ].join('\n'),
    ),
  );
});
