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
  const run = (args: string[], env = {}) =>
    promisify(execFile)(process.execPath, [COMMAND, ...args], {
      env: {
        ...process.env,
        DATABASE_URL: node.databaseUrl,
        SMTP_URL: mailbox.smtpUrl,
        SECRET: 'a secret for tests that is long enough',
        PUBLIC_URL: 'https://restvarde.example',
        MAIL_FROM: 'no-reply@restvarde.example',
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
        ...env,
      },
    });
  const siv = ['superuser', 'siv@bolag.example', 'Siv', 'Rask'];
  const { stdout } = await run(siv);
  assert.match(stdout, /siv@bolag\.example gets a mail/);
  const email = await latestEmail(mailbox.url, 'siv@bolag.example');
  assert.match(email.text ?? '', /\/create-password\/[\w.-]{20,}/);
  await assert.rejects(run(siv), /There is a user with the address/);
  // OPS-13: 2 for a command that cannot run, 1 for one that finds a fault.
  const refused = { code: 2, stderr: /^It takes other arguments/ };
  await assert.rejects(run(['superuser', 'siv']), refused);
  const faults = /^fault +Settings: LOG_LEVEL/;
  await assert.rejects(run(['doctor'], { LOG_LEVEL: 'loud' }), { code: 1, stdout: faults });
});
