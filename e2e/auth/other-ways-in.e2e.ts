import { expect, type Page } from '@playwright/test';
import type { Mailbox } from '../fixtures/mailbox.ts';
import { PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

const AD_ACCOUNT = 'anna@ad.nordsakring.example';
const LINK = /http\S+\/create-password\/[\w-]+/;
const NEW = 'tre blå hästar på tork';

const messageOn = (page: Page, sentence: string) =>
  expect(page.getByRole('main').getByText(sentence).first()).toBeVisible();
const signOn = (page: Page) => page.getByRole('button', { name: 'Inloggning handläggare' });

test('AUTH-5, AUTH-6 «Inloggning handläggare» leads to the employer’s login, and back to the requested page', async ({
  product,
  openWindow,
}) => {
  const page = await openWindow();
  await visit(page, '/auctions/new');
  await signOn(page).click();
  await page.getByRole('button', { name: 'Logga in' }).click();
  await expect(page.getByRole('heading', { name: 'Lägg till auktion' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/auctions/new');
  // The product keeps neither the code nor a cookie of the provider.
  await page.goBack();
  expect(page.url().startsWith(`${product.url}/adfs-callback`)).toBe(false);
  expect(await page.context().cookies(product.url)).toEqual([]);
});

test('AUTH-5 the login form leads users of a sign-on provider there too', async ({
  openWindow,
}) => {
  const page = await openWindow();
  await visit(page, '/');
  await page.getByLabel('E-post').fill(AD_ACCOUNT);
  await page.getByLabel('Lösenord', { exact: true }).fill('hennes lösenord på jobbet');
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(page.getByLabel('Användarnamn')).toBeVisible();
  await page.getByRole('button', { name: 'Logga in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hem' })).toBeVisible();
});

test('AUTH-6, AUTH-7 the login page shows why sign-on was refused', async ({
  product,
  openWindow,
}) => {
  const page = await openWindow();
  await visit(page, '/');
  await signOn(page).click();
  await page.getByLabel('Användarnamn').fill('okand@ad.nordsakring.example');
  await page.getByRole('button', { name: 'Logga in' }).click();
  await messageOn(page, 'Ditt konto saknas i systemet. Kontakta din administratör.');
  await expect(page).toHaveURL(`${product.url}/`);

  await signOn(page).click();
  await page.getByRole('link', { name: 'Avbryt' }).click();
  await messageOn(page, 'Inloggningen avbröts. Försök igen.');

  // A link whose state is from another browser.
  await visit(page, '/adfs-callback?code=abc&state=def');
  await messageOn(page, 'Inloggningen har gått ut eller redan använts. Försök igen.');

  await visit(page, '/adfs-callback');
  await page.waitForURL(`${product.url}/`);
  await expect(signOn(page)).toBeVisible();
  await expect(page.locator('[role=alert]:visible', { hasText: /\w/ })).toHaveCount(0);
});

test('AUTH-12, AUTH-13, AUTH-14 a forgotten password is replaced by a mailed link', async ({
  product,
  mailbox,
  openWindow,
}) => {
  const page = await openWindow();
  await visit(page, '/');
  await page.getByRole('link', { name: 'Jag har glömt mitt lösenord.' }).click();
  await page.getByRole('button', { name: 'Skicka länk' }).click();
  await expect(page.getByText('Fyll i detta fältet')).toBeVisible();
  await page.getByLabel('E-post').fill(PEOPLE.workshop);
  await page.getByRole('button', { name: 'Skicka länk' }).click();
  await expect(page.getByRole('heading', { name: 'Kolla din inkorg' })).toBeVisible();
  await expect(page.getByText(/Du kan be om ett nytt om \d+\ss\./)).toBeVisible();

  await visit(page, await linkTo(mailbox, PEOPLE.workshop));
  const first = page.getByLabel('Nytt lösenord');
  const second = page.getByLabel('Bekräfta lösenord');
  const save = page.getByRole('button', { name: 'Spara lösenord' });
  await first.fill('Password1234');
  await second.fill('något annat');
  await save.click();
  await messageOn(page, 'Lösenordet är för lätt att gissa. Välj ett annat.');
  await messageOn(page, 'Lösenorden är inte lika.');
  // FMT-5: the second field shows no error while the first is invalid.
  await expect(second).not.toHaveAttribute('aria-invalid');
  await first.fill(NEW);
  await second.fill(NEW);
  await save.click();
  await expect(page.getByRole('heading', { name: 'Lösenordet har återställts' })).toBeVisible();
  await page.getByRole('button', { name: 'Logga in' }).click();
  await page.getByLabel('E-post').fill(PEOPLE.workshop);
  await page.getByLabel('Lösenord', { exact: true }).fill(NEW);
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(page.getByLabel('Kod skickad till din e-post')).toBeVisible();

  await visit(page, await linkTo(mailbox, PEOPLE.workshop));
  await messageOn(page, 'Länken är ogiltig eller har gått ut.');
  await page.getByRole('link', { name: 'Tillbaka till inloggning' }).click();
  await page.waitForURL(`${product.url}/`);
});

/** The link of the newest email about a new password. */
async function linkTo(mailbox: Mailbox, email: string): Promise<string> {
  const { text = '' } = await mailbox.waitFor(email, LINK);
  return LINK.exec(text)?.[0] ?? '';
}
