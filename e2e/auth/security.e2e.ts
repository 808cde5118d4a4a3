// The security log, for administrators and for users.
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { PEOPLE, takeTokens } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

test('SEC-2 an admin filters the log by person and kind, and exports it as CSV', async ({
  companyAdmin,
  product,
}) => {
  await takeTokens(product, PEOPLE.caseManager);
  await visit(companyAdmin, '/settings/security');
  const events = companyAdmin.getByRole('list', { name: 'Händelser, den senaste först' });
  const logins = events.getByRole('listitem').filter({ hasText: 'Loggade in' });
  await expect(logins.filter({ hasText: 'Maria Nordin' }).first()).toBeVisible();
  await companyAdmin.getByRole('textbox', { name: 'Person' }).fill('maria');
  await expect(events.getByRole('listitem').filter({ hasText: 'Anders' })).toHaveCount(0);
  await companyAdmin.getByRole('combobox', { name: 'Händelse' }).click();
  await companyAdmin.getByRole('option', { name: 'Export hämtad' }).click();
  await expect(companyAdmin.getByText('Inga händelser stämmer med filtren.')).toBeVisible();

  const download = companyAdmin.waitForEvent('download');
  await companyAdmin.getByRole('button', { name: 'Exportera CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('Export hämtad;säkerhetslogg;Maria Nordin;Maria Nordin;Nordsäkring');
});

test('SEC-3 «Mitt konto» lists the user’s sessions, and logs another browser out at once', async ({
  caseManager,
  openSignedIn,
}) => {
  const other = await openSignedIn(PEOPLE.caseManager);
  await visit(other, '/auctions');
  await visit(caseManager, '/my-account');
  const list = caseManager.getByRole('list', { name: 'Här är du inloggad' });
  await expect(list.getByText('Den här enheten')).toHaveCount(1);
  await expect(list.getByRole('button').first()).toBeVisible();
  await caseManager.setViewportSize({ width: 360, height: 780 });
  // On a phone each event is one line, not broken between text and time.
  for (const what of [/^inloggad/, /^använd/]) {
    const line = list.getByText(what).last();
    await expect.poll(async () => (await line.boundingBox())?.height, `${what}`).toBeLessThan(30);
  }
  await caseManager.setViewportSize({ width: 1280, height: 900 });
  await caseManager.getByRole('button', { name: 'Logga ut på alla andra enheter' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByRole('listitem')).toContainText('Den här enheten');
  await other.reload();
  await expect(other.getByLabel('E-post')).toBeVisible();
});

test('SEC-4 the email about a new device ends its session by a button, not by opening the link', async ({
  mailbox,
  openSignedIn,
  openWindow,
}) => {
  const strange = await openSignedIn(PEOPLE.rivalWorkshop);
  const again = await openSignedIn(PEOPLE.rivalWorkshop);
  const email = await mailbox.waitFor(PEOPLE.rivalWorkshop, /\/end-session\//);
  const path = /\/end-session\/[\w.-]+/.exec(email.text ?? '')![0];
  const owner = await openWindow();
  await visit(owner, path);
  await visit(again, '/');
  await expect(again.getByRole('navigation', { name: 'Huvudmeny' }).first()).toBeVisible();
  await owner.getByRole('button', { name: 'Avsluta inloggningen' }).click();
  await expect(owner.getByRole('heading', { name: 'Inloggningen är avslutad' })).toBeVisible();
  await again.reload();
  await expect(again.getByLabel('E-post')).toBeVisible();
  await strange.close();
});
