// The authenticator app, from «Mitt konto» to the login, and as a company's requirement.
import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { expectSignedIn, PASSWORD, PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

/** The app's current code (RFC 6238), by independent code. */
function shownBy(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replace(/\s/g, '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(step).digest();
  const at = (hash.at(-1) ?? 0) % 16;
  return String((hash.readUInt32BE(at) % 2 ** 31) % 1_000_000).padStart(6, '0');
}

/** From the password to the recovery codes. */
async function addApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await expect(
    page.getByRole('heading', { level: 1, name: 'Lägg till autentiseringsapp' }),
  ).toBeVisible();
  await page.getByLabel('Ditt lösenord', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(page.getByRole('img', { name: 'Nyckeln som QR-kod' })).toBeVisible();
  const secret = (await page.locator('code').textContent()) ?? '';
  await page.getByLabel('Kod från appen').fill(shownBy(secret));
  await page.getByRole('button', { name: 'Lägg till' }).click();
  const list = page.getByRole('list', { name: 'Återställningskoder' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  return { secret, codes: await list.getByRole('listitem').allTextContents() };
}

/** Fills in the password and the emailed code. */
async function beginLogin(
  page: Page,
  mailbox: {
    codesTo(a: string): Promise<string[]>;
    nextCode(a: string, n: number): Promise<string>;
  },
  email: string,
): Promise<void> {
  const known = await mailbox.codesTo(email);
  await page.getByLabel('E-post').fill(email);
  await page.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  const field = page.getByLabel('Kod skickad till din e-post');
  await expect(field).toBeVisible();
  await field.fill(await mailbox.nextCode(email, known.length));
}

let app: { secret: string; codes: string[] };

test('SEC-5 an app is added from «Mitt konto»: password, QR code, first code, recovery codes', async ({
  companyAdmin,
  mailbox,
}) => {
  await visit(companyAdmin, '/my-account');
  const card = companyAdmin.getByRole('group', { name: 'Autentiseringsapp' });
  await card.getByRole('link', { name: 'Lägg till app' }).click();
  await companyAdmin.getByLabel('Ditt lösenord', { exact: true }).fill('fel');
  await companyAdmin.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(companyAdmin.getByText('Fel lösenord')).toBeVisible();
  app = await addApp(companyAdmin);
  await assertAccessible(companyAdmin);
  await companyAdmin.getByRole('button', { name: 'Jag har sparat koderna' }).click();
  await expect(card.getByText('Du har 10 återställningskoder kvar.')).toBeVisible();
  await mailbox.waitFor(PEOPLE.companyAdmin, /Autentiseringsapp tillagd/);
});

test('SEC-5, SHELL-1 the page to add an app redirects users who have one to their account', async ({
  workshop,
  companyAdmin,
}) => {
  for (const page of [workshop, companyAdmin]) {
    await visit(page, '/second-factor');
    await expect(page.getByRole('heading', { level: 1, name: 'Mitt konto' })).toBeVisible();
  }
});

test('SEC-6 the login asks for the app’s code after the emailed one, and accepts a recovery code', async ({
  openWindow,
  mailbox,
  database,
}) => {
  const page = await openWindow({ width: 390 });
  await visit(page, '/');
  await beginLogin(page, mailbox, PEOPLE.companyAdmin);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Ange koden från appen' }),
  ).toBeVisible();
  await assertAccessible(page);
  const field = page.getByLabel('Kod från appen');
  await field.fill('000000');
  await page.getByRole('button', { name: 'Logga in' }).click();
  await expect(page.getByText(/^Koden stämmer inte/).first()).toBeVisible();
  // Like half a minute after the app was added.
  await database.query('update second_factors set last_step = 0');
  await field.fill(shownBy(app.secret));
  await page.getByRole('button', { name: 'Logga in' }).click();
  await expectSignedIn(page);

  const other = await openWindow();
  await visit(other, '/');
  await beginLogin(other, mailbox, PEOPLE.companyAdmin);
  await other.getByRole('button', { name: 'Jag har inte telefonen' }).click();
  await other.getByLabel('Återställningskod').fill(app.codes[0] ?? '');
  await other.getByRole('button', { name: 'Logga in' }).click();
  await expectSignedIn(other);
  await mailbox.waitFor(PEOPLE.companyAdmin, /En återställningskod har använts/);
});

test('SEC-7 if a company requires an app, staff without one are logged out and must add one', async ({
  companyAdmin,
  caseManager,
  mailbox,
}) => {
  await visit(caseManager, '/auctions');
  await visit(companyAdmin, '/settings');
  await companyAdmin
    .getByRole('radio', { name: 'Alla i personalen som loggar in med lösenord' })
    .check({ force: true });
  await companyAdmin.getByRole('button', { name: 'Spara Autentiseringsapp' }).click();
  await expect(companyAdmin.getByText('Inställningarna har uppdaterats.').first()).toBeVisible();
  await caseManager.reload();
  await expect(caseManager.getByLabel('E-post')).toBeVisible();
  await beginLogin(caseManager, mailbox, PEOPLE.caseManager);
  await expect(
    caseManager.getByText('Ditt bolag kräver en autentiseringsapp för att logga in.'),
  ).toBeVisible();
  // All other pages redirect here.
  for (const path of ['/auctions', '/my-account', '/']) {
    await visit(caseManager, path);
    await expect(
      caseManager.getByRole('heading', { level: 1, name: 'Lägg till autentiseringsapp' }),
    ).toBeVisible();
  }
  await expect(caseManager.getByRole('navigation', { name: 'Huvudmeny' })).toHaveCount(0);
  await addApp(caseManager);
  await caseManager.getByRole('button', { name: 'Jag har sparat koderna' }).click();
  await expectSignedIn(caseManager);
});

test('SEC-8 an admin removes a colleague’s app, which logs the colleague out', async ({
  companyAdmin,
  caseManager,
}) => {
  await visit(companyAdmin, '/settings/staff');
  await companyAdmin
    .getByRole('button', { name: /^Återställ app för/ })
    .first()
    .click();
  await companyAdmin.getByRole('button', { name: 'Återställ', exact: true }).click();
  await expect(companyAdmin.getByText(/loggar in utan app nästa gång/).first()).toBeVisible();
  await expect(companyAdmin.getByRole('button', { name: /^Återställ app för/ })).toHaveCount(0);
  await caseManager.reload();
  await expect(caseManager.getByLabel('E-post')).toBeVisible();
});

test('SEC-5 a user removes their app with its code, and must add another if the company requires one', async ({
  companyAdmin,
}) => {
  await visit(companyAdmin, '/my-account');
  await companyAdmin.getByRole('button', { name: 'Nya återställningskoder' }).click();
  const field = companyAdmin.getByLabel('Kod från appen, eller en återställningskod');
  await field.fill(app.codes[1] ?? '');
  await companyAdmin.getByRole('button', { name: 'Visa nya koder' }).click();
  const list = companyAdmin.getByRole('list', { name: 'Återställningskoder' });
  const fresh = await list.getByRole('listitem').first().textContent();
  await companyAdmin.getByRole('button', { name: 'Jag har sparat koderna' }).click();
  await expect(companyAdmin.getByRole('dialog')).toHaveCount(0);
  await companyAdmin.getByRole('button', { name: 'Ta bort app' }).click();
  await field.fill(fresh ?? '');
  await companyAdmin.getByRole('button', { name: 'Ta bort', exact: true }).click();
  await expect(
    companyAdmin.getByRole('heading', { level: 1, name: 'Lägg till autentiseringsapp' }),
  ).toBeVisible();
});
