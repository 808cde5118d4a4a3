// How letters are getting on, and those that a mail server would not take.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openAuction, panelOf, sees, seesNoMore } from './bidding.ts';
import { eventually } from './eventually.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { hireSeller } from './seller.ts';

let mail: MailServer;
let product: Product;
let windows: Windows;
let root: Page;

before(async () => {
  mail = await startMailServer();
  product = await startProduct({ mail: { smtpUrl: mail.smtpUrl, mailboxUrl: mail.url } });
  windows = await openWindows(product);
});
after(async () => {
  await product?.stop();
  await windows?.stop();
  mail?.stop();
});

/** Asks for a new password for these people, whose letters are given up at the next try. */
async function giveUp(...people: string[]): Promise<void> {
  for (const email of people) {
    mail.refused.add(email);
    const reply = await fetch(`${product.url}/api/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    assert.ok(reply.ok, String(reply.status));
  }
  await eventually('letters that are given up', async () => {
    await product.database.query(`update pgboss.job
      set retry_count = retry_limit - 1, start_after = now() where name = 'mail' and state = 'retry'`);
    const { rows } = await product.database.query(
      `select from pgboss.job where name = 'dead-mail' and state = 'created'`,
    );
    return rows.length === people.length;
  });
}

const cameTo = (email: string) =>
  eventually(`a letter to ${email}`, async () =>
    mail.letters.some(({ to }) => to[0]?.address === email),
  );

test('MAIL-2 a superuser sees that all letters are sent, and an admin has no such page', async () => {
  root = await windows.logIn(PEOPLE.superuser);
  await root.goto('/settings/companies');
  await root.getByRole('link', { name: 'Mejl', exact: true }).click();
  await root.getByRole('heading', { level: 1, name: 'Mejl' }).waitFor();
  await sees(root, 'Inget mejl väntar på att skickas.');
  await sees(root, 'Inga mejl har fastnat');
  const admin = await windows.logIn(PEOPLE.admin);
  await admin.goto('/settings');
  await admin.getByRole('link', { name: 'Personal', exact: true }).waitFor();
  assert.equal(await admin.getByRole('link', { name: 'Mejl', exact: true }).count(), 0);
  await admin.goto('/settings/mail');
  await admin.waitForURL(/\/$/);
});

test('MAIL-2 letters that were given up are told in plain words, and sent again one by one and all at once', async () => {
  await giveUp(PEOPLE.lind, PEOPLE.soder, PEOPLE.kust);
  await root.goto('/settings/mail');
  await root.getByRole('heading', { level: 2, name: '3 mejl kunde inte skickas' }).waitFor();
  const list = root.getByRole('list', { name: 'Mejl som inte kunde skickas' });
  const row = list.getByRole('listitem').filter({ hasText: PEOPLE.lind });
  await sees(row, 'Välj lösenord');
  await sees(row, /^Mottagarens adress togs inte emot\. Sista av 57 försök: \d.*\.$/);
  await row.getByText('Serverns svar').click();
  await sees(row, /550 5\.1\.1 no such mailbox/);

  mail.refused.clear();
  await row.getByRole('button', { name: `Skicka igen till ${PEOPLE.lind}: Välj lösenord` }).click();
  await sees(root, 'Mejlet skickas igen.');
  await seesNoMore(list, PEOPLE.lind);
  await cameTo(PEOPLE.lind);

  await root.getByRole('button', { name: 'Skicka alla igen' }).click();
  const dialog = root.getByRole('alertdialog', { name: 'Skicka 2 mejl igen?' });
  await dialog.getByRole('button', { name: 'Skicka alla igen' }).click();
  await sees(root, 'Mejlen skickas igen.');
  await sees(root, 'Inga mejl har fastnat');
  await cameTo(PEOPLE.soder);
  await cameTo(PEOPLE.kust);
});

test('MAIL-3 whoever watches is told which letters will come, and that none tells of sealed bids', async () => {
  const seller = await hireSeller(product);
  const lind = await windows.logIn(PEOPLE.lind);
  const cases = [
    ['0', 'Du får mejl om alla nya bud och när auktionen avslutas.'],
    ['1', 'Du får mejl när auktionen avslutas. Buden är dolda, så du får inga mejl om nya bud.'],
  ] as const;
  for (const [hidden_bids, text] of cases) {
    const { id } = await seller.putUp({ hidden_bids });
    await openAuction(lind, id);
    await panelOf(lind).getByRole('button', { name: 'Bevaka' }).click();
    await sees(lind.getByRole('dialog', { name: 'Bevakning aktiverad' }), text);
  }
});
