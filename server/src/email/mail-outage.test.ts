import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { type Fate, startSmtpDouble } from '../../test/smtp-double.ts';
import { watchForOutage } from './mail-outage.ts';
import { openMailer } from './mailer.ts';

const EMAIL = { subject: 'Hej', html: '<p>Hej</p>', text: 'Hej' };

/** Collects log lines while emails are sent one by one. */
function openWatched(smtpUrl: string) {
  const logged: string[] = [];
  const write = (level: string) => (_values: object, sentence: string) =>
    void logged.push(`${level}: ${sentence}`);
  const log = { error: write('error'), warn: write('warn'), info: write('info') };
  const outages = watchForOutage(log, async () => {});
  const from = 'Restvärde <no-reply@restvarde.example>';
  const mailer = openMailer({ smtpUrl, from, publicUrl: 'http://localhost:3000', atOnce: 2 });
  const sendTo = (to: string, id: string) =>
    outages.watch(id, mailer.send({ ...EMAIL, to: `${to}@verkstad.example` }, id));
  /** Whether the mail server accepted it. */
  const send = () =>
    sendTo('anna', crypto.randomUUID()).then(
      () => true,
      () => false,
    );
  const stop = () => {
    outages.stop();
    mailer.stop();
  };
  return { logged, send, sendTo, stop };
}

const UNAVAILABLE = 'warn: the mail server takes no emails; they wait, and are tried again';
const BACK = 'info: the mail server takes emails again';

test('MAIL-2 an unreachable mail server is logged once, however many emails are tried', async () => {
  const nobody = createServer();
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
  const { port } = nobody.address() as { port: number };
  await new Promise((resolve) => nobody.close(resolve));
  const { logged, send, stop } = openWatched(`smtp://127.0.0.1:${port}`);
  assert.deepEqual(await Promise.all([send(), send(), send(), send()]), Array(4).fill(false));
  assert.deepEqual(logged, [UNAVAILABLE]);
  stop();
});

test('MAIL-2 the log has the start and the end of each outage, and no line about a refused email', async () => {
  let fate: Fate = 'taken';
  const double = await startSmtpDouble(() => fate);
  const { logged, send, stop } = openWatched(double.url);
  const outcomes: boolean[] = [];
  for (fate of ['taken', 'refused', 'later', 'leaving', 'cut', 'leaving', 'taken'] as const)
    outcomes.push(await send());
  assert.deepEqual(outcomes, [true, false, false, false, false, false, true]);
  assert.deepEqual(logged, [UNAVAILABLE, BACK]);
  for (fate of ['cut', 'refused'] as const) await send();
  assert.deepEqual(logged, [UNAVAILABLE, BACK, UNAVAILABLE, BACK]);
  stop();
  await double.stop();
});

test('MAIL-2 an email on which the mail server drops the connection is not an outage if another was accepted', async () => {
  const double = await startSmtpDouble((to) => (to.startsWith('poison') ? 'cut' : 'taken'));
  const { logged, send, sendTo, stop } = openWatched(double.url);
  const poison = () =>
    sendTo('poison', 'p1').then(
      () => assert.fail(),
      (error) => error.is_own_fault ?? false,
    );
  assert.deepEqual([await poison(), await poison()], [false, false], 'it may be an outage');
  assert.equal(await send(), true);
  assert.deepEqual([await poison(), await poison()], [true, true]);
  assert.deepEqual(logged, [UNAVAILABLE, BACK]);
  stop();
  await double.stop();
});
