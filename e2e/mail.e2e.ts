// The state of emails, and those that a mail server refuses.
import { expect } from '@playwright/test';
import { openAuction, panelOf } from './fixtures/bidding.ts';
import { type MailServer, startMailServer } from './fixtures/mail-server.ts';
import { PEOPLE } from './fixtures/people.ts';
import type { Product, ProductOptions } from './fixtures/product.ts';
import { test as base } from './fixtures/test.ts';
import { visit } from './fixtures/windows.ts';

/** The product with a mail server that can refuse emails. */
const test = base.extend<object, { mailServer: MailServer; productOptions: ProductOptions }>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern.
    async ({}, provide) => {
      const server = await startMailServer();
      await provide(server);
      server.stop();
    },
    { scope: 'worker' },
  ],
  productOptions: [
    ({ mailServer }, provide) =>
      provide({ mail: { smtpUrl: mailServer.smtpUrl, mailboxUrl: mailServer.url } }),
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'serial' });

test('MAIL-2 a superuser sees that all emails are sent; an admin has no such page', async ({
  companyAdmin,
  superuser,
}) => {
  await visit(superuser, '/settings/companies');
  await superuser.getByRole('link', { name: 'Mejl', exact: true }).click();
  await expect(superuser.getByRole('heading', { level: 1, name: 'Mejl' })).toBeVisible();
  await expect(superuser.getByText('Inget mejl väntar på att skickas.').first()).toBeVisible();
  await expect(superuser.getByText('Inga mejl har fastnat').first()).toBeVisible();
  await visit(companyAdmin, '/settings');
  await expect(companyAdmin.getByRole('link', { name: 'Personal', exact: true })).toBeVisible();
  await expect(companyAdmin.getByRole('link', { name: 'Mejl', exact: true })).toHaveCount(0);
  await visit(companyAdmin, '/settings/mail');
  await companyAdmin.waitForURL(/\/$/);
});

test('MAIL-2 failed emails are listed with the reason, and sent again one by one or all at once', async ({
  product,
  mailbox,
  mailServer,
  superuser,
}) => {
  await giveUp(
    { product, mailServer },
    PEOPLE.workshop,
    PEOPLE.rivalWorkshop,
    PEOPLE.foreignWorkshop,
  );
  await visit(superuser, '/settings/mail');
  await expect(
    superuser.getByRole('heading', { level: 2, name: '3 mejl kunde inte skickas' }),
  ).toBeVisible();
  const list = superuser.getByRole('list', { name: 'Mejl som inte kunde skickas' });
  const row = list.getByRole('listitem').filter({ hasText: PEOPLE.workshop });
  await expect(row.getByText('Välj lösenord').first()).toBeVisible();
  await expect(
    row.getByText(/^Mottagarens adress togs inte emot\. Sista av 57 försök: \d.*\.$/).first(),
  ).toBeVisible();
  await row.getByText('Serverns svar').click();
  await expect(row.getByText(/550 5\.1\.1 no such mailbox/).first()).toBeVisible();

  mailServer.refused.clear();
  await row
    .getByRole('button', { name: `Skicka igen till ${PEOPLE.workshop}: Välj lösenord` })
    .click();
  await expect(superuser.getByText('Mejlet skickas igen.').first()).toBeVisible();
  await expect(list.getByText(PEOPLE.workshop).first()).toBeHidden();
  await expect.poll(() => mailbox.to(PEOPLE.workshop)).toHaveLength(1);

  await superuser.getByRole('button', { name: 'Skicka alla igen' }).click();
  const dialog = superuser.getByRole('alertdialog', { name: 'Skicka 2 mejl igen?' });
  await dialog.getByRole('button', { name: 'Skicka alla igen' }).click();
  await expect(superuser.getByText('Mejlen skickas igen.').first()).toBeVisible();
  await expect(superuser.getByText('Inga mejl har fastnat').first()).toBeVisible();
  await expect.poll(() => mailbox.to(PEOPLE.rivalWorkshop)).toHaveLength(1);
  await expect.poll(() => mailbox.to(PEOPLE.foreignWorkshop)).toHaveLength(1);
});

test('MAIL-3 a watcher sees which emails to expect, and that none is about sealed bids', async ({
  seller,
  workshop,
}) => {
  const cases = [
    ['0', 'Du får mejl om alla nya bud och när auktionen avslutas.'],
    ['1', 'Du får mejl när auktionen avslutas. Buden är dolda, så du får inga mejl om nya bud.'],
  ] as const;
  for (const [hidden_bids, text] of cases) {
    const { id } = await seller.putUp({ hidden_bids });
    await openAuction(workshop, id);
    await panelOf(workshop).getByRole('button', { name: 'Bevaka' }).click();
    await expect(
      workshop.getByRole('dialog', { name: 'Bevakning aktiverad' }).getByText(text).first(),
    ).toBeVisible();
  }
});

interface Sender {
  product: Product;
  mailServer: MailServer;
}

/** Requests new passwords for these users, whose emails fail at the next attempt. */
async function giveUp({ product, mailServer }: Sender, ...people: string[]): Promise<void> {
  for (const email of people) {
    mailServer.refused.add(email);
    const reply = await fetch(`${product.url}/api/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    expect(reply.ok, String(reply.status)).toBe(true);
  }
  const givenUp = async () => {
    await product.database.query(`update pgboss.job
      set retry_count = retry_limit - 1, start_after = now() where name = 'mail' and state = 'retry'`);
    const { rows } = await product.database.query(
      `select from pgboss.job where name = 'dead-mail' and state = 'created'`,
    );
    return rows;
  };
  await expect.poll(givenUp, 'failed emails').toHaveLength(people.length);
}
