// A car is listed from its registration number.
import { expect, type Page } from '@playwright/test';
import { IMAGE_VIEWS, VIEW_NAMES } from '@restvarde/contract/auctions/image-views';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

const LOOK_UP = '**/api/vehicle-lookup?*';
/** A car of the demo's register that no auction has. */
const PLATE = 'CUU851';

test('FORM-15, FORM-16 a slow, wrong or failed look-up neither blocks the form nor changes entered values', async ({
  database,
  caseManager: page,
}) => {
  await visit(page, '/auctions/new');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(LOOK_UP, async (route) => {
    await promise;
    await route.continue();
  });
  await field(page, 'Reg.nr').fill('CFT827');
  await expect(page.getByText('Hämtar uppgifter …').first()).toBeVisible();
  await field(page, 'Fabrikat').fill('Volvo Personvagnar');
  resolve();
  await expect(field(page, 'Modell')).toHaveValue('V70 D4 Classic');
  await expect(field(page, 'Fabrikat')).toHaveValue('Volvo Personvagnar');
  await page.unroute(LOOK_UP);
  // Another number: what the first filled in is cleared.
  await field(page, 'Reg.nr').fill('ZZZ999');
  await expect(page.getByText(/^Reg.nr finns inte i registret/).first()).toBeVisible();
  await expect(field(page, 'Modell')).toHaveValue('');
  await expect(field(page, 'Fabrikat')).toHaveValue('Volvo Personvagnar');
  for (const [number, answer] of [
    ['ZZZ998', { status: 200, json: { status: 'unavailable', vehicle: null } }],
    ['ZZZ997', { status: 500, body: '<html>' }],
  ] as const) {
    await page.route(LOOK_UP, (route) => route.fulfill(answer), { times: 1 });
    await field(page, 'Reg.nr').fill(number);
    await expect(page.getByText(/^Uppgifterna kunde inte hämtas/).first()).toBeVisible();
  }
  // A look-up that never answers does not block saving.
  await page.route(LOOK_UP, () => {});
  await field(page, 'Reg.nr').fill('ZZZ996');
  await page.getByRole('combobox', { name: 'Kategori', exact: true }).click();
  await page.getByRole('option', { name: 'Personbil', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Uppställningsplats', exact: true }).click();
  await page.getByRole('option', { name: 'Gävle hamn', exact: true }).click();
  const number = page.locator('output').first();
  const before = await number.textContent();
  await page.getByRole('button', { name: 'Spara och lägg till en till' }).click();
  await expect(field(page, 'Reg.nr')).toBeFocused();
  await expect(field(page, 'Reg.nr')).toHaveValue('');
  await expect(number).not.toHaveText(before!);
  await expect(page.getByRole('combobox', { name: 'Uppställningsplats' })).toHaveText(/Gävle hamn/);
  await expect(field(page, 'Fabrikat')).toHaveValue('');
  const { rows } = await database.query(
    `select manufacturer from auctions where registration_number = 'ZZZ996'`,
  );
  expect(rows).toEqual([{ manufacturer: 'Volvo Personvagnar' }]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('FORM-15, FORM-16, FORM-17 a car is listed from its registration number with eight phone pictures in at most 12 presses and fields', async ({
  database,
  caseManager: page,
  openWindow,
}) => {
  const clip = { x: 0, y: 0, width: 80, height: 60 };
  const photo = await page.screenshot({ type: 'jpeg', clip });
  // The decoders of pictures yield to all other work on a busy machine.
  test.setTimeout(300_000);
  const slow = { timeout: 240_000 };
  let acts = 0;
  const press = async (role: 'button' | 'combobox' | 'option', name: string) => {
    acts += 1;
    await page.getByRole(role, { name, exact: true }).click();
  };
  const write = async (name: string, text: string) => {
    acts += 1;
    await field(page, name).fill(text);
  };
  await visit(page, '/auctions/new');
  await write('Reg.nr', 'cuu 851');
  await expect(page.getByText(/^Hämtat: Volvo S60 T5 R-Design, \d{4}, /).first()).toBeVisible();
  await expect(field(page, 'Fabrikat')).toHaveValue('Volvo');
  await expect(page.getByRole('combobox', { name: 'Kategori' })).toHaveText(/Personbil/);
  await press('button', 'Fotografera med mobilen');
  const dialog = page.getByRole('dialog', { name: 'Fotografera med mobilen' });
  const address = await dialog.getByText(/\/photos#/).textContent();
  const phone = await openWindow({ width: 360, height: 740, hasTouch: true });
  await visit(phone, address!);
  const views = VIEW_NAMES.slice(0, 8).map((view) => IMAGE_VIEWS[view]);
  for (const view of views) {
    const [chooser] = await Promise.all([
      phone.waitForEvent('filechooser'),
      phone.getByRole('button', { name: `Ta bild: ${view}`, exact: true }).click(),
    ]);
    await chooser.setFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: photo });
  }
  await expect(phone.getByText('8 bilder har skickats').first()).toBeVisible(slow);
  await expect(dialog.getByText('8 bilder från mobilen').first()).toBeVisible();
  await press('button', 'Klar');
  await write('Utropspris (kr)', '20 000');
  await press('combobox', 'Uppställningsplats');
  await press('option', 'Gävle hamn');
  await press('button', 'Starta nu');
  const heading = page.getByRole('heading', { level: 1, name: /^Volvo S60/ });
  await expect(heading).toBeVisible(slow);
  expect(acts).toBeLessThanOrEqual(12);
  const { rows } = await database.query(
    `select a.start_dt <= now() and s.end_dt > now() as is_active, a.chassis_number,
      (select array_agg(distinct i.view) from auction_images i where i.auction_id = a.id) as views
    from auctions a join auction_standings s on s.auction_id = a.id where registration_number = $1`,
    [PLATE],
  );
  expect(rows).toEqual([expect.objectContaining({ is_active: true })]);
  expect(rows[0].views.toSorted()).toEqual(VIEW_NAMES.slice(0, 8).toSorted());
  expect(rows[0].chassis_number).toMatch(/^YV1/);
  // The auction has taken the pictures, so the link is closed.
  await phone.reload();
  await expect(phone.getByText(/^Länken är avstängd\./).first()).toBeVisible();
});

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
