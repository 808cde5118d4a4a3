// Pictures from a phone without a login appear in an auction's form.
import { expect, type Locator, type Page } from '@playwright/test';
import { closePhotoLink } from '@restvarde/contract/auctions/photo-links';
import { logoutAll } from '@restvarde/contract/auth/session';
import { openSession, PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { visit, type WindowOptions } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });
// The decoders of pictures yield to all other work on a busy machine.
test.setTimeout(300_000);

const SLOW = { timeout: 240_000 };
const CALLS = '**/api/phone-photos';
const PHONE = { width: 360, height: 740, hasTouch: true } as const;

let photo: Buffer;
test.beforeAll(async ({ caseManager }) => {
  photo = await caseManager.screenshot({
    type: 'jpeg',
    clip: { x: 0, y: 0, width: 80, height: 60 },
  });
});

/** Shows the code of a new form. */
async function showCode(page: Page): Promise<{ dialog: Locator; address: string }> {
  await visit(page, '/auctions/new');
  await page.getByRole('button', { name: 'Fotografera med mobilen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fotografera med mobilen' });
  const address = (await dialog.getByText(/\/photos#/).textContent())!;
  return { dialog, address };
}

type Opening = (options?: WindowOptions) => Promise<Page>;
async function openPhone(openWindow: Opening, address: string): Promise<Page> {
  const phone = await openWindow(PHONE);
  await visit(phone, address);
  await expect(phone.getByRole('heading', { name: 'Snett fram vänster' })).toBeVisible();
  return phone;
}

async function choose(phone: Page, button: string, ...names: string[]): Promise<void> {
  const [chooser] = await Promise.all([
    phone.waitForEvent('filechooser'),
    phone.getByRole('button', { name: button, exact: true }).click(),
  ]);
  await chooser.setFiles(names.map((name) => ({ name, mimeType: 'image/jpeg', buffer: photo })));
}

test('FORM-17 the guide asks for each view, and the form shows the pictures with their views', async ({
  caseManager: page,
  openWindow,
}) => {
  const { dialog, address } = await showCode(page);
  await expect(dialog.getByRole('img', { name: 'Länken som QR-kod' })).toBeVisible();
  const phone = await openPhone(openWindow, address);
  await choose(phone, 'Ta bild: Snett fram vänster', 'image.jpg');
  await expect(phone.getByRole('heading', { name: 'Snett fram höger' })).toBeVisible();
  await phone.getByRole('button', { name: 'Hoppa över' }).click();
  await choose(phone, 'Ta bild: Snett bak vänster', 'image.jpg');
  await choose(phone, 'Fler bilder', 'one.jpg', 'two.jpg');
  await expect(phone.getByText('4 bilder har skickats').first()).toBeVisible(SLOW);
  await expect(dialog.getByText('4 bilder från mobilen').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Klar' }).click();
  for (const name of ['Snett fram vänster', 'Snett bak vänster']) {
    const view = page.getByRole('combobox', { name: `Vad ${name}.jpg visar` });
    await expect(view.locator('option:checked')).toHaveText(name);
  }
  await expect(page.getByRole('combobox', { name: 'Vad Bild 2.jpg visar' })).toBeVisible();
  await expect(page.getByText(/^Saknas: Snett fram höger, Snett bak höger, /)).toBeVisible();
  // After a reload the phone continues at the same view.
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'Snett fram höger' })).toBeVisible();
  await expect(phone.getByText('4 bilder har skickats').first()).toBeVisible();
  // A removed picture does not reappear.
  await page.getByRole('button', { name: 'Ta bort Bild 1.jpg' }).click();
  await choose(phone, 'Ta bild: Snett fram höger', 'image.jpg');
  await expect(page.getByRole('combobox', { name: 'Vad Snett fram höger.jpg visar' })).toBeVisible(
    SLOW,
  );
  await expect(page.getByRole('combobox', { name: 'Vad Bild 1.jpg visar' })).toHaveCount(0);
  await phone.context().close();
});

test('FORM-17 saving waits for a picture that the phone is sending, but not for a lost connection', async ({
  database,
  caseManager: page,
  openWindow,
}) => {
  const { dialog, address } = await showCode(page);
  const phone = await openPhone(openWindow, address);
  await dialog.getByRole('button', { name: 'Klar' }).click();
  await page.getByRole('textbox', { name: 'Reg.nr', exact: true }).fill('ZZZ880');
  await page.getByRole('textbox', { name: 'Fabrikat', exact: true }).fill('Volvo');
  await page.getByRole('combobox', { name: 'Kategori', exact: true }).click();
  await page.getByRole('option', { name: 'Personbil', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Uppställningsplats', exact: true }).click();
  await page.getByRole('option', { name: 'Gävle hamn', exact: true }).click();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Lägg till auktion' }).click();
  await expect(page.getByText('Vi får ingen kontakt med servern').first()).toBeVisible(SLOW);
  await page.context().setOffline(false);
  const { promise, resolve } = Promise.withResolvers<void>();
  await phone.route(`${CALLS}/*`, async (route) => {
    await promise;
    await route.continue();
  });
  const started = phone.waitForResponse((response) => response.request().method() === 'POST');
  await choose(phone, 'Ta bild: Snett fram vänster', 'image.jpg');
  expect((await started).status()).toBe(201);
  // The upload is not aborted, however slow the machine is.
  await database.query(`update uploads set expires_at = expires_at + interval '1 day'`);
  await page.getByRole('button', { name: 'Lägg till auktion' }).click();
  await expect(page.getByRole('button', { name: 'Sparar …' })).toBeVisible();
  await expect(page.getByText('1 av 1 bild kvar')).toBeVisible();
  resolve();
  await expect(page.getByRole('heading', { level: 1, name: /^Volvo/ })).toBeVisible(SLOW);
  const { rows } = await database.query(
    `select i.view from auctions a join auction_images i on i.auction_id = a.id where registration_number = 'ZZZ880'`,
  );
  expect(rows).toEqual([{ view: 'front_left' }]);
  await phone.context().close();
});

test('FORM-17 only the picture that failed is sent again', async ({
  caseManager: page,
  openWindow,
}) => {
  const { address } = await showCode(page);
  const phone = await openPhone(openWindow, address);
  let failures = 0;
  await phone.route(CALLS, (route) =>
    route.request().method() === 'POST' && failures++ === 0
      ? route.fulfill({ status: 500, json: { detail: 'Något gick fel.' } })
      : route.continue(),
  );
  await choose(phone, 'Ta bild: Snett fram vänster', 'image.jpg');
  const retry = phone.getByRole('button', { name: 'Försök igen med Snett fram vänster' });
  await retry.click();
  await expect(phone.getByText('1 bild har skickats').first()).toBeVisible(SLOW);
  await expect(retry).toHaveCount(0);
  await phone.context().close();
});

test('FORM-17 the phone shows that its link was closed on the computer, also when the form is left', async ({
  caseManager: page,
  openWindow,
}) => {
  const { dialog, address } = await showCode(page);
  const phone = await openPhone(openWindow, address);
  // The phone gets the refusal when it sends a picture, not when it polls.
  await phone.route(CALLS, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { expires_at: new Date().toISOString(), left: 40, views: [] } })
      : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Stäng av länken' }).click();
  await expect(
    dialog.getByText(/^Länken är avstängd\. Bilderna som har kommit/).first(),
  ).toBeVisible();
  await choose(phone, 'Ta bild: Snett fram vänster', 'image.jpg');
  await expect(phone.getByText(/^Länken är avstängd\. Auktionen är sparad/).first()).toBeVisible(
    SLOW,
  );
  await dialog.getByRole('button', { name: 'Visa en ny kod' }).click();
  const another = dialog.getByText(/\/photos#/);
  await expect(another).toBeVisible();
  expect(await another.textContent()).not.toBe(address);
  await dialog.getByRole('button', { name: 'Klar' }).click();
  const closed = page.waitForRequest(
    (request) => request.method() === 'DELETE' && request.url().includes('/api/photo-links/'),
  );
  await page.getByRole('link', { name: 'Läs in från fil' }).click();
  expect((await closed).url()).toContain(closePhotoLink.path.replace(':id', ''));
  await phone.context().close();
});

test('FORM-17 a phone shows that its link has expired or is unknown, or that its user has logged out', async ({
  product,
  database,
  openSignedIn,
  openWindow,
}) => {
  const page = await openSignedIn(PEOPLE.companyAdmin);
  const { dialog, address } = await showCode(page);
  const phone = await openPhone(openWindow, address);
  await database.query('update photo_links set expires_at = now_ms() where closed_at is null');
  await phone.reload();
  await expect(phone.getByText(/^Länken har gått ut\./).first()).toBeVisible();
  await expect(dialog.getByText(/^Länken har gått ut\./).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Visa en ny kod' }).click();
  const next = (await dialog.getByText(/\/photos#/).textContent())!;
  await phone.goto('/favicon.svg');
  await visit(phone, next);
  await expect(phone.getByRole('heading', { name: 'Snett fram vänster' })).toBeVisible();
  const { access } = await openSession(product, PEOPLE.companyAdmin);
  await fetch(product.url + logoutAll.path, {
    method: logoutAll.method,
    headers: { authorization: `Bearer ${access}` },
  });
  await phone.reload();
  await expect(phone.getByText(/^Länken gäller inte längre/).first()).toBeVisible();
  for (const [hash, words] of [
    ['#nothing', /^Länken fungerar inte\./],
    ['', /^Länken är inte hel\./],
  ] as const) {
    await phone.goto('/favicon.svg');
    await visit(phone, `/photos${hash}`);
    await expect(phone.getByText(words).first()).toBeVisible();
  }
  await phone.context().close();
});
