import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startMailbox } from '../../../demo/src/mailbox/mailbox.ts';
import { latestEmail } from '../../../demo/src/mailbox/read-mailbox.ts';
import { startTestNode } from '../../test/test-node.ts';

const COMMAND = join(import.meta.dirname, 'restvarde.ts');

test('DATA-1 the first superuser is created on the command line, and sets a password by mail', async (t) => {
  const mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
  const node = await startTestNode({ smtpUrl: mailbox.smtpUrl });
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-command-'));
  t.after(async () => {
    await node.stop();
    await mailbox.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [COMMAND, 'superuser', ...args], {
      env: {
        ...process.env,
        DATABASE_URL: node.databaseUrl,
        SMTP_URL: mailbox.smtpUrl,
        SECRET: 'a secret for tests that is long enough',
        PUBLIC_URL: 'https://restvarde.example',
        MAIL_FROM: 'no-reply@restvarde.example',
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
      },
    });
  const { stdout } = await run('siv@bolag.example', 'Siv', 'Rask');
  assert.match(stdout, /siv@bolag\.example gets a mail/);
  const email = await latestEmail(mailbox.url, 'siv@bolag.example', () => true, 20_000);
  assert.match(email.text ?? '', /\/create-password\/[\w.-]{20,}/);
  await assert.rejects(run('siv@bolag.example', 'Siv', 'Rask'), /There is a user with the address/);
  await assert.rejects(run('siv'), /It takes other arguments/);
});
