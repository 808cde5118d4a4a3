import assert from 'node:assert/strict';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { StartError } from '@restvarde/server/start-error';
import nodemailer from 'nodemailer';
import { type Mailbox, startMailbox } from './mailbox.ts';
import { emptyMailbox, latestEmail, readEmails } from './read-mailbox.ts';

const TO = 'handlaggare@nordsakring.example';

async function send(smtpUrl: string, subject: string, to = TO) {
  const transport = nodemailer.createTransport(smtpUrl);
  await transport.sendMail({ from: 'noreply@restvarde.example', to, subject, text: 'Räksmörgås' });
  transport.close();
}

describe('the embedded mailbox', () => {
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
  });
  after(() => mailbox.stop());

  test('an email sent by SMTP is read by the REST interface', async () => {
    await send(mailbox.smtpUrl, 'Ny kod');
    await send(mailbox.smtpUrl, 'Nytt objekt');
    await send(mailbox.smtpUrl, 'Ny kod', 'annan@nordsakring.example');
    const email = await latestEmail(mailbox.url, TO, ({ subject }) => subject === 'Ny kod');
    assert.equal(email.text?.trim(), 'Räksmörgås');
    const subjects = (await readEmails(mailbox.url, TO)).map(({ subject }) => subject);
    assert.deepEqual(subjects, ['Nytt objekt', 'Ny kod']);
  });

  test('an email that does not come is missed within the limit, with what came instead', async () => {
    await emptyMailbox(mailbox.url);
    await send(mailbox.smtpUrl, 'Hej');
    await assert.rejects(
      latestEmail(mailbox.url, TO, ({ subject }) => subject === 'Ny kod', 50),
      /came: «Hej»/,
    );
  });

  test('the page is served', async () => {
    const reply = await fetch(mailbox.url, { headers: { accept: 'text/html' } });
    assert.equal(reply.status, 200);
    assert.match(await reply.text(), /MailDev/);
  });

  test('a busy port is said in one sentence that names the variable', async () => {
    const busy = Number(new URL(mailbox.url).port);
    await assert.rejects(startMailbox({ smtpPort: 0, webPort: busy }), (error) => {
      assert.ok(error instanceof StartError);
      assert.equal(error.message, `Port ${busy} is in use: set MAILBOX_PORT to another port.`);
      return true;
    });
    const smtp = Number(new URL(mailbox.smtpUrl).port);
    await assert.rejects(startMailbox({ smtpPort: smtp, webPort: 0 }), /set MAILBOX_SMTP_PORT/);
  });
});

test('emails outlive the mailbox in its folder, and both ports are free again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-emails-'));
  const first = await startMailbox({ smtpPort: 0, webPort: 0, folder });
  await send(first.smtpUrl, 'Kvar');
  await first.stop();
  for (const url of [first.smtpUrl, first.url]) {
    const probe = createServer().listen(Number(new URL(url).port), '127.0.0.1');
    await new Promise((resolve, reject) => probe.once('listening', resolve).once('error', reject));
    await new Promise((resolve) => probe.close(resolve));
  }
  const second = await startMailbox({ smtpPort: 0, webPort: 0, folder });
  assert.equal((await latestEmail(second.url, TO)).subject, 'Kvar');
  await second.stop();
  await access(folder);
  await rm(folder, { recursive: true });
});
