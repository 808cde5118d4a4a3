// Errors while creating an auction: lost answers, uploads that fail or are interrupted.
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { loseAnswer } from '../fixtures/network.ts';
import type { Database } from '../fixtures/product.ts';
import { test } from '../fixtures/test.ts';
import { reload, visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

let photo: Buffer;

test.beforeAll(async ({ caseManager }) => {
  photo = await caseManager.screenshot({ type: 'jpeg', quality: 80 });
});

test('FORM-6 if the server returns two errors for a field, the first is shown', async ({
  caseManager,
}) => {
  await fill(caseManager, 'Fiat', 'EEE555');
  const said = {
    model: ['Modellen är spärrad.', 'Den är för lång.'],
    start_dt: ['För tidigt.', 'X.'],
  };
  await caseManager.route(
    '**/api/auctions',
    (route) => route.fulfill({ status: 400, json: said }),
    {
      times: 1,
    },
  );
  await add(caseManager).click();
  await expect(caseManager.getByText(/^2\suppgifter behöver rättas$/).first()).toBeVisible();
  for (const [first, second] of Object.values(said)) {
    // In the summary and at the field.
    await expect(caseManager.getByText(first!)).toHaveCount(2);
    await expect(caseManager.getByText(second!, { exact: true })).toHaveCount(0);
  }
});

test('FORM-4, FORM-6 the sections’ error counts equal those of the summary, include files, and drop corrected errors', async ({
  caseManager,
}) => {
  const wrong = async () => {
    const parts = caseManager.getByRole('navigation', { name: 'Delar av formuläret' });
    const names = await parts.getByRole('button').allTextContents();
    return names.flatMap((name) => /^(\D+)(\d+), \2\sfel$/.exec(name)?.slice(1).join(' ') ?? []);
  };
  await visit(caseManager, '/auctions/new');
  const phone = { mimeType: 'image/heic', buffer: Buffer.from('ftypheic') };
  await attach(caseManager, { name: 'IMG_1.heic', ...phone });
  await expect(
    caseManager.getByText(/^IMG_1.heic: .* Spara den som JPG på telefonen/).first(),
  ).toBeVisible();
  expect(await wrong()).toEqual([]);
  await add(caseManager).click();
  await expect(caseManager.getByText(/^4\suppgifter behöver rättas$/).first()).toBeVisible();
  await expect.poll(wrong, 'what is counted').toEqual(['Fordon 3', 'Plats 1']);

  await fill(caseManager, 'Fiat', 'FFF666');
  await attach(caseManager, { name: 'fram.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(caseManager.getByText('fram.jpg').first()).toBeVisible();
  await caseManager.route('**/api/uploads/*', (route) =>
    route.fulfill({ status: 415, json: { image: ['Bilden kunde inte läsas.'] } }),
  );
  await caseManager.getByRole('button', { name: 'Ta bort fram.jpg' }).click();
  await caseManager.getByRole('button', { name: 'Ångra' }).click();
  await expect(caseManager.getByText('Bilden kunde inte läsas.').first()).toBeVisible();
  await field(caseManager, 'Fabrikat').fill('');
  await add(caseManager).click();
  await expect(caseManager.getByText(/^2\suppgifter behöver rättas$/).first()).toBeVisible();
  await expect.poll(wrong, 'what is counted').toEqual(['Fordon 1', 'Bilder 1']);
  await caseManager.getByRole('button', { name: 'fram.jpg: Bilden kunde inte läsas.' }).click();
  await caseManager.unroute('**/api/uploads/*');
  await expect(caseManager.getByRole('group', { name: 'Bilder', exact: true })).toBeFocused();
});

test('SHELL-3 the page of a saved auction starts at the top while it loads', async ({
  caseManager,
}) => {
  await fill(caseManager, 'Fiat', 'GGG777');
  const { promise, resolve } = Promise.withResolvers<void>();
  await caseManager.route('**/assets/auction-page-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await caseManager.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
  await add(caseManager).click();
  await expect(caseManager.getByText('Hämtar sidan …').first()).toBeVisible();
  await expect.poll(() => caseManager.evaluate('window.scrollY')).toBe(0);
  resolve();
  await expect(caseManager.getByRole('heading', { level: 1, name: 'Fiat' })).toBeVisible();
  await expect.poll(() => caseManager.evaluate('window.scrollY')).toBe(0);
});

test('FORM-12, FORM-6 saving again after a lost answer creates no second auction', async ({
  database,
  caseManager,
}) => {
  await fill(caseManager, 'Volvo', 'AAA111');
  await loseAnswer(caseManager, '**/api/auctions');
  await add(caseManager).click();
  await expect(
    caseManager.getByText('Auktionen kunde inte sparas. Dina uppgifter finns kvar.').first(),
  ).toBeVisible();
  await expect(caseManager.locator(':focus')).toContainText('Auktionen kunde inte sparas');
  const listed = caseManager.getByRole('heading', { level: 1, name: 'Volvo' });
  await expect(async () => {
    if (await add(caseManager).isVisible()) await add(caseManager).click();
    await expect(listed).toBeVisible({ timeout: 10_000 });
  }).toPass();
  expect((await auctionsOf(database, 'AAA111')).length).toBe(1);
});

test('FORM-12, FORM-11 changes after a lost answer create no second auction, also after a reload', async ({
  database,
  caseManager,
}) => {
  await fill(caseManager, 'Saab', 'BBB222');
  await expect(caseManager.getByText(/^Utkast sparat /).first()).toBeVisible();
  await loseAnswer(caseManager, '**/api/auctions');
  await add(caseManager).click();
  await expect(
    caseManager.getByText('Auktionen kunde inte sparas. Dina uppgifter finns kvar.').first(),
  ).toBeVisible();
  await reload(caseManager);
  await caseManager.getByRole('button', { name: 'Fortsätt' }).click();
  await field(caseManager, 'Modell').fill('9-5');
  await add(caseManager).click();
  await expect(caseManager.getByText('Auktionen är redan tillagd').first()).toBeVisible();
  const [listed, ...more] = await auctionsOf(database, 'BBB222');
  expect(more).toEqual([]);
  await caseManager.getByRole('link', { name: 'Öppna auktionen' }).click();
  await caseManager.waitForURL(`**/auctions/${listed}/change`);
  await expect(field(caseManager, 'Fabrikat')).toHaveValue('Saab');
});

test('FORM-4 a file that is not a picture is refused before it is sent, regardless of its name', async ({
  caseManager,
}) => {
  await fill(caseManager, 'Opel', 'DDD444');
  const buffer = Buffer.from('Det här är ingen bild.');
  await attach(caseManager, { name: 'fram.jpg', mimeType: 'image/jpeg', buffer });
  await expect(
    caseManager.getByText('fram.jpg: Filen är ingen bild i JPG eller PNG.').first(),
  ).toBeVisible();
  await expect(caseManager.getByRole('button', { name: 'Ta bort fram.jpg' })).toHaveCount(0);
  await add(caseManager).click();
  await expect(caseManager.getByRole('heading', { level: 1, name: 'Opel' })).toBeVisible();
});

test('FORM-4 a picture that only the browser can read, or with too many pixels, is sent as a JPEG that the server accepts', async ({
  caseManager,
}) => {
  await fill(caseManager, 'Skoda', 'FFF777');
  const sent: Buffer[] = [];
  await caseManager.route(/api\/uploads\/[^/]+\?/, async (route) => {
    sent.push(route.request().postDataBuffer() ?? Buffer.alloc(0));
    await route.continue();
  });
  // The browser sends both.
  const make = (type: string, width: number, height: number) =>
    caseManager.evaluate(drawPicture, { type, width, height });
  for (const [name, mimeType, width, height] of [
    ['fram.webp', '', 300, 200],
    ['panorama.jfif', 'application/octet-stream', 11_000, 5_000],
  ] as const) {
    const type = name.endsWith('webp') ? 'image/webp' : 'image/jpeg';
    const buffer = Buffer.from(await make(type, width, height), 'base64');
    await attach(caseManager, { name, mimeType, buffer });
  }
  await expect.poll(() => sent.length).toBe(2);
  for (const bytes of sent) expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  await add(caseManager).click();
  await expect(caseManager.getByRole('heading', { level: 1, name: 'Skoda' })).toBeVisible();
});

test('FORM-13 three pictures at a time are uploaded while the form is filled in; lost and aborted uploads resume, and the order stays', async ({
  database,
  caseManager,
}) => {
  await fill(caseManager, 'Opel', 'CCC333');
  const held: Route[] = [];
  await caseManager.route('**/api/uploads/*', (route) => {
    if (route.request().method() === 'PATCH') held.push(route);
    else return route.continue();
  });
  const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg'];
  await attach(
    caseManager,
    ...names.map((name) => ({ name, mimeType: 'image/jpeg', buffer: photo })),
  );
  await expect.poll(() => held.length, 'three uploads').toBe(3);
  await caseManager.getByRole('button', { name: 'Avbryt b.jpg' }).click();
  await expect(caseManager.getByText('Avbruten').first()).toBeVisible();
  const going = () => held.filter((route) => route.request().failure() === null);
  await expect.poll(() => [held.length, going().length], 'the next one starts').toEqual([4, 3]);
  await add(caseManager).click();
  await expect(caseManager.getByText(/^\d av \d\sbilder kvar$/).first()).toBeVisible();
  // A cut upload resumes automatically.
  await going()[0]!.abort('connectionreset');
  await expect(caseManager.getByText('Väntar på anslutning …').first()).toBeVisible();
  await caseManager.unroute('**/api/uploads/*');
  // The cut one may have been sent again and held.
  for (const route of going()) await route.continue();
  // An interrupted upload is named, and the auction is not created without it.
  await expect(caseManager.getByRole('button', { name: 'b.jpg: Avbruten' })).toBeVisible();
  await expect(add(caseManager), 'no longer «Sparar …»').toBeVisible();
  expect(await auctionsOf(database, 'CCC333')).toEqual([]);
  await caseManager.getByRole('button', { name: 'Försök igen med b.jpg' }).click();
  await expect(caseManager.getByText('Avbruten')).toHaveCount(0);
  await add(caseManager).click();
  await expect(caseManager.getByRole('heading', { level: 1, name: 'Opel' })).toBeVisible();
  const [id] = await auctionsOf(database, 'CCC333');
  const { rows } = await database.query('select key from auction_images where auction_id = $1', [
    id,
  ]);
  expect(rows.length).toBe(names.length);
  const left = await database.query('select name from uploads where name = any($1)', [names]);
  expect(left.rows, 'all are taken').toEqual([]);
});

test('FORM-4, FORM-13 leaving during an upload creates no auction, and the user stays on the new page', async ({
  database,
  caseManager,
}) => {
  await fill(caseManager, 'Lada', 'HHH888');
  const { promise, resolve } = Promise.withResolvers<void>();
  await caseManager.route('**/api/uploads/*', async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  await attach(caseManager, { name: 'fram.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(caseManager.getByText('fram.jpg').first()).toBeVisible();
  await add(caseManager).click();
  await caseManager.getByRole('link', { name: 'Auktioner', exact: true }).first().click();
  await caseManager.getByRole('button', { name: 'Lämna sidan' }).click();
  const heading = caseManager.getByRole('heading', { level: 1, name: 'Auktioner' });
  await expect(heading).toBeVisible();
  resolve();
  await caseManager.unrouteAll({ behavior: 'wait' });
  await caseManager.waitForTimeout(1000);
  await expect(heading).toBeVisible();
  expect(await auctionsOf(database, 'HHH888')).toEqual([]);
});

type Attached = { name: string; mimeType: string; buffer: Buffer };

async function attach(caseManager: Page, ...files: Attached[]): Promise<void> {
  const [chooser] = await Promise.all([
    caseManager.waitForEvent('filechooser'),
    caseManager.getByRole('button', { name: 'Bifoga fil' }).click(),
  ]);
  await chooser.setFiles(files);
}

async function fill(caseManager: Page, manufacturer: string, registration: string): Promise<void> {
  await visit(caseManager, '/auctions/new');
  await choose(caseManager, 'Kategori', 'Personbil');
  await caseManager.keyboard.press('Escape');
  await field(caseManager, 'Fabrikat').fill(manufacturer);
  await field(caseManager, 'Reg.nr').fill(registration);
  await choose(caseManager, 'Uppställningsplats', 'Gävle hamn');
}

async function auctionsOf(database: Database, registration: string): Promise<number[]> {
  const { rows } = await database.query('select id from auctions where registration_number = $1', [
    registration,
  ]);
  return rows.map(({ id }) => id);
}

function add(caseManager: Page): Locator {
  return caseManager.getByRole('button', { name: 'Lägg till auktion' });
}

function field(caseManager: Page, name: string): Locator {
  return caseManager.getByRole('textbox', { name, exact: true });
}

async function choose(caseManager: Page, name: string, choice: string): Promise<void> {
  await caseManager.getByRole('combobox', { name, exact: true }).click();
  await caseManager.getByRole('option', { name: choice, exact: true }).click();
}

/** A single-coloured picture in base64; runs in the page. */
async function drawPicture(of: { type: string; width: number; height: number }): Promise<string> {
  const canvas = new OffscreenCanvas(of.width, of.height);
  canvas.getContext('2d')?.fillRect(0, 0, of.width, of.height);
  const made = await canvas.convertToBlob({ type: of.type, quality: 0.5 });
  const bytes = new Uint8Array(await made.arrayBuffer());
  return bytes.toBase64();
}
