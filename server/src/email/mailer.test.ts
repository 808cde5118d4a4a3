import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Mailbox, startMailbox } from '../../../demo/src/mailbox/mailbox.ts';
import { latestEmail, readEmails } from '../../../demo/src/mailbox/read-mailbox.ts';
import { startSmtpDouble } from '../../test/smtp-double.ts';
import type { Email } from './email.ts';
import { type Mailer, openMailer } from './mailer.ts';

let mailbox: Mailbox;
let mailer: Mailer;
before(async () => {
  mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
  mailer = openMailer({
    smtpUrl: mailbox.smtpUrl,
    from: 'Restvärde <no-reply@restvarde.example>',
    publicUrl: 'https://restvarde.example/',
    atOnce: 2,
  });
});
after(async () => {
  mailer?.stop();
  await mailbox?.stop();
});

const send = async (email: Partial<Email>, id: string = crypto.randomUUID()) => {
  const to = `${id}@verkstad.example`;
  const plain = { to, subject: 'Hej', html: '<p>Räksmörgås</p>', text: 'Räksmörgås' };
  await mailer.send({ ...plain, ...email }, id);
  return latestEmail(mailbox.url, email.to ?? to);
};

test('MAIL-2, MAIL-8 an email has its id, an automatic-sender header, and a way to turn it off', async () => {
  const double = await startSmtpDouble(() => 'taken');
  const own = openMailer({
    smtpUrl: double.url,
    from: 'Restvärde <no-reply@restvarde.example>',
    publicUrl: 'https://restvarde.example/',
    atOnce: 1,
  });
  const email = { to: 'anna@verkstad.example', subject: 'Hej', html: '<p>Hej</p>', text: 'Hej' };
  const unsubscribeUrl = 'https://restvarde.example/settings';
  await own.send({ ...email, unsubscribeUrl }, 'a1');
  await own.send(email, 'a2');
  const oneClickUrl = 'https://restvarde.example/unsubscribe/alert/7/8/x';
  await own.send({ ...email, unsubscribeUrl, oneClickUrl }, 'a3');
  own.stop();
  await double.stop();
  const [first, second, third] = double.arrivals.map(({ head }) => head);
  assert.match(first!, /^Message-ID: <a1@restvarde\.example>$/m);
  assert.match(first!, /^Auto-Submitted: auto-generated$/m);
  assert.match(first!, /^List-Unsubscribe: <https:\/\/restvarde\.example\/settings>$/m);
  assert.match(first!, /^Content-Type: multipart\/alternative/m);
  assert.doesNotMatch(first!, /^List-Unsubscribe-Post/m);
  assert.doesNotMatch(second!, /^List-Unsubscribe/m);
  assert.match(
    third!,
    /^List-Unsubscribe: <https:\/\/restvarde\.example\/unsubscribe\/alert\/7\/8\/x>$/m,
  );
  assert.match(third!, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
});

test('MAIL-6 pictures are attached to the email that shows them', async () => {
  const { attachments, html } = await send({
    html: '<p><img src="cid:cover"></p>',
    pictures: [
      {
        cid: 'cover',
        filename: 'objekt.jpg',
        contentType: 'image/jpeg',
        content: Buffer.from('bild'),
      },
    ],
  });
  assert.deepEqual(
    attachments.map(({ filename, contentType }) => [filename, contentType]),
    [['objekt.jpg', 'image/jpeg']],
  );
  // The mailbox replaces the `cid:` address.
  assert.match(html ?? '', /<img src="data:image\/jpeg;base64,YmlsZA=="/);
});

test('MAIL-1 user text cannot add a header or a recipient', async () => {
  const subject = 'Volvo\r\nBcc: tjuv@annan.example\r\n\r\nHej';
  const email = await send({ subject });
  assert.equal(email.headers.bcc, undefined);
  assert.match(email.subject, /Volvo.*Bcc: tjuv@annan\.example/);
  assert.equal(email.envelope.to.length, 1);
  await mailer
    .send(
      { to: 'anna@verkstad.example, tjuv@annan.example', subject: '', html: '', text: '' },
      'a2',
    )
    .catch(() => {});
  await mailer
    .send(
      {
        to: 'anna@verkstad.example>\r\nRCPT TO:<tjuv@annan.example',
        subject: '',
        html: '',
        text: '',
      },
      'a3',
    )
    .catch(() => {});
  assert.deepEqual(await readEmails(mailbox.url, 'tjuv@annan.example'), []);
});
