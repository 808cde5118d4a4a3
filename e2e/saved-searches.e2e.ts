// A workshop's saved searches.
import { expect, type Page } from '@playwright/test';
import { assertAccessible } from './fixtures/accessibility.ts';
import { openSession, PEOPLE } from './fixtures/people.ts';
import { test } from './fixtures/test.ts';
import { reload, visit } from './fixtures/windows.ts';

let workshop: Page;

test.beforeAll(async ({ openSignedIn, seller }) => {
  await seller.putUp({ manufacturer: 'Volvo', model: 'V60' });
  await seller.putUp({ manufacturer: 'Audi', model: 'A4' });
  workshop = await openSignedIn(PEOPLE.workshop, { width: 1280, height: 800 });
});

test('SAVED-2 a search is saved, used, changed and removed above the list', async () => {
  await visit(workshop, '/auctions');
  await expect(workshop.getByRole('link', { name: /Audi A4/ }).first()).toBeVisible();
  await expect(workshop.getByRole('button', { name: 'Spara sökning' })).toHaveCount(0);
  await visit(workshop, '/auctions?manufacturer=volvo&ends_today=0');
  await workshop.getByRole('button', { name: 'Spara sökning' }).click();
  const dialog = workshop.getByRole('dialog', { name: 'Spara sökning' });
  await expect(dialog.getByLabel('Namn')).toHaveValue('volvo');
  await expect(dialog.getByRole('radio', { name: 'En gång om dagen' })).toBeChecked();
  await assertAccessible(workshop);
  await dialog.getByLabel('Namn').fill('');
  await dialog.getByRole('button', { name: 'Spara' }).click();
  await expect(dialog.getByText('Du måste ange ett namn')).toBeVisible();
  await dialog.getByLabel('Namn').fill('Volvo till verkstaden');
  await dialog.getByText('Direkt', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Spara' }).click();
  await expect(workshop.getByText('Sökningen Volvo till verkstaden har sparats.')).toBeVisible();
  await expect(workshop.getByRole('button', { name: 'Spara sökning' })).toHaveCount(0);

  await visit(workshop, '/auctions');
  const searches = workshop.getByRole('list', { name: 'Sparade sökningar' });
  await searches.getByRole('link', { name: 'Volvo till verkstaden' }).click();
  await expect(workshop).toHaveURL(/manufacturer=volvo/);
  await expect(workshop.getByRole('link', { name: /Audi A4/ })).toHaveCount(0);
  await assertAccessible(workshop);
  await reload(workshop);
  await searches.getByRole('button', { name: 'Ändra Volvo till verkstaden' }).click();
  const change = workshop.getByRole('dialog', { name: 'Ändra sparad sökning' });
  await expect(change.getByRole('radio', { name: 'Direkt' })).toBeChecked();
  await change.getByLabel('Namn').fill('Volvo');
  await change.getByRole('button', { name: 'Spara' }).click();
  await searches.getByRole('button', { name: 'Ändra Volvo', exact: true }).click();
  await change.getByRole('button', { name: 'Ta bort sökningen' }).click();
  await expect(workshop.getByText('Sökningen Volvo har tagits bort.')).toBeVisible();
  await expect(searches).toHaveCount(0);
});

test('SAVED-2 staff have no saved searches', async ({ openSignedIn }) => {
  const manager = await openSignedIn(PEOPLE.caseManager);
  await visit(manager, '/auctions?manufacturer=volvo');
  await expect(manager.getByRole('link', { name: /Volvo V60/ }).first()).toBeVisible();
  await expect(manager.getByRole('button', { name: 'Spara sökning' })).toHaveCount(0);
});

test('SAVED-4, SAVED-6 an email about a matching object leads to a page that turns its search off', async ({
  product,
  mailbox,
  openWindow,
  seller,
}) => {
  const { access } = await openSession(product, PEOPLE.workshop);
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
  const call = async (body?: object) => {
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return (await fetch(`${product.url}/api/saved-searches`, init)).json();
  };
  await call({ name: 'Skåpbilar', query: { model: 'Transporter' }, frequency: 'direct' });
  await seller.putUp({ manufacturer: 'Volkswagen', model: 'Transporter' });
  const email = await mailbox.waitFor(PEOPLE.workshop, /Matchar: Skåpbilar/);
  const page = await openWindow();
  await visit(page, /\/unsubscribe\/[\w.-]+/.exec(email.text ?? '')![0]);
  await assertAccessible(page);
  expect(await call()).toMatchObject([{ frequency: 'direct' }]);
  await page.getByRole('button', { name: 'Stäng av mejlen' }).click();
  await expect(page.getByRole('heading', { name: 'Mejlen är avstängda' })).toBeVisible();
  expect(await call()).toMatchObject([{ frequency: 'off' }]);
});
