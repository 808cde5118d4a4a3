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

  test('an email sent by SMTP is in the JSON list', async () => {
    await send(mailbox.smtpUrl, 'Ny kod');
    await send(mailbox.smtpUrl, 'Nytt objekt');
    await send(mailbox.smtpUrl, 'Ny kod', 'annan@nordsakring.example');
    const email = await latestEmail(mailbox.url, TO, ({ subject }) => subject === 'Ny kod');
    assert.equal(email.text?.trim(), 'Räksmörgås');
    const subjects = (await readEmails(mailbox.url, TO)).map(({ subject }) => subject);
    assert.deepEqual(subjects, ['Nytt objekt', 'Ny kod']);
  });

  test('waiting for an email ends at the limit and names the received subjects', async () => {
    await emptyMailbox(mailbox.url);
    await send(mailbox.smtpUrl, 'Hej');
    await assert.rejects(
      latestEmail(mailbox.url, TO, ({ subject }) => subject === 'Ny kod', 50),
      /came: "Hej"/,
    );
  });

  test('pages show the emails, with HTML in a frame without scripts', async () => {
    const transport = nodemailer.createTransport(mailbox.smtpUrl);
    await transport.sendMail({
      from: 'noreply@restvarde.example',
      to: TO,
      subject: 'Bild & <b>text</b>',
      text: 'Räksmörgås',
      html: '<p>Hej</p><img src="cid:logo@restvarde">',
      attachments: [{ filename: 'logo.png', content: Buffer.from('bild'), cid: 'logo@restvarde' }],
    });
    transport.close();
    const read = async (at: string) => (await fetch(mailbox.url + at)).text();
    const list = await read('/');
    const [, path = ''] = /<a href="(\/email\/\d+)">Bild &amp; &lt;b>text&lt;\/b><\/a>/.exec(list)!;
    assert.match(await read(path), /<iframe sandbox="allow-popups" src="[^"]+\/html"/);
    assert.match(await read(path), /<pre>Räksmörgås/);
    assert.match(
      await read(`${path}/html`),
      /<p>Hej<\/p><img src="data:image\/png;base64,YmlsZA=="/,
    );
    assert.equal((await fetch(`${mailbox.url}/email/0`)).status, 404);
  });

  test('a port in use is reported in one sentence that names the variable', async () => {
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

test('emails in a folder survive a restart, and both ports are free again', async () => {
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
