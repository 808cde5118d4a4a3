// A new auction when things go wrong on the way: lost answers, pictures that fail or are broken off.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { sees } from './bidding.ts';
import { eventually } from './eventually.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';

let product: Product;
let windows: Windows;
let manager: Page;
let photo: Buffer;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  manager = await windows.logIn(PEOPLE.manager);
  photo = await manager.screenshot({ type: 'jpeg', quality: 80 });
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('FORM-6 where the server says two things of a field, the first stands there', async () => {
  await fill('Fiat', 'EEE555');
  const said = {
    model: ['Modellen är spärrad.', 'Den är för lång.'],
    start_dt: ['För tidigt.', 'X.'],
  };
  await manager.route('**/api/auctions', (route) => route.fulfill({ status: 400, json: said }), {
    times: 1,
  });
  await add().click();
  await sees(manager, /^2\suppgifter behöver rättas$/);
  for (const [first, second] of Object.values(said)) {
    // In the summary, and at the field.
    assert.equal(await manager.getByText(first!).count(), 2);
    assert.equal(await manager.getByText(second!, { exact: true }).count(), 0);
  }
});

test('FORM-4, FORM-6 beside the form stands what its summary counts, files too, and nothing that was refused before', async () => {
  const wrong = async () => {
    const parts = manager.getByRole('navigation', { name: 'Delar av formuläret' });
    const names = await parts.getByRole('button').allTextContents();
    return names.flatMap((name) => /^(\D+)(\d+), \2\sfel$/.exec(name)?.slice(1).join(' ') ?? []);
  };
  await manager.goto('/auctions/new');
  const phone = { mimeType: 'image/heic', buffer: Buffer.from('ftypheic') };
  await attach({ name: 'IMG_1.heic', ...phone });
  await sees(manager, 'IMG_1.heic: Spara bilden som JPG på telefonen och välj den igen.');
  assert.deepEqual(await wrong(), []);
  await add().click();
  await sees(manager, /^4\suppgifter behöver rättas$/);
  assert.deepEqual(await wrong(), ['Fordon 3', 'Plats 1']);

  await fill('Fiat', 'FFF666');
  await attach({ name: 'fram.jpg', mimeType: 'image/jpeg', buffer: photo });
  await sees(manager, 'fram.jpg');
  const json = { image: ['Bilden kunde inte läsas.'], model: ['Modellen är spärrad.'] };
  await manager.route('**/api/auctions', (route) => route.fulfill({ status: 400, json }), {
    times: 1,
  });
  await add().click();
  await sees(manager, /^2\suppgifter behöver rättas$/);
  assert.deepEqual(await wrong(), ['Fordon 1', 'Bilder 1']);
  await manager.getByRole('button', { name: 'fram.jpg: Bilden kunde inte läsas.' }).click();
  await manager.getByRole('region', { name: 'Bilder' }).and(manager.locator(':focus')).waitFor();
});

test('SHELL-3 while a saved auction is on its way, its page stands at the top', async () => {
  await fill('Fiat', 'GGG777');
  const { promise, resolve } = Promise.withResolvers<void>();
  await manager.route('**/assets/auction-page-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await manager.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
  await add().click();
  await sees(manager, 'Hämtar sidan …');
  assert.equal(await manager.evaluate('window.scrollY'), 0);
  resolve();
  await manager.getByRole('heading', { level: 1, name: 'Fiat' }).waitFor();
  assert.equal(await manager.evaluate('window.scrollY'), 0);
});

test('FORM-12, FORM-6 an auction whose answer was lost is saved again by the same button, and is one', async () => {
  await fill('Volvo', 'AAA111');
  await loseAnswer();
  await add().click();
  await sees(manager, 'Auktionen kunde inte sparas. Dina uppgifter finns kvar.');
  await add().click();
  await manager.getByRole('heading', { level: 1, name: 'Volvo' }).waitFor();
  assert.equal((await auctionsOf('AAA111')).length, 1);
});

test('FORM-12, FORM-11 what is changed after a lost answer lists no second auction, also after a reload', async () => {
  await fill('Saab', 'BBB222');
  await sees(manager, /^Utkast sparat /);
  await loseAnswer();
  await add().click();
  await sees(manager, 'Auktionen kunde inte sparas. Dina uppgifter finns kvar.');
  await manager.reload();
  await manager.getByRole('button', { name: 'Fortsätt' }).click();
  await field('Modell').fill('9-5');
  await add().click();
  await sees(manager, 'Auktionen är redan tillagd');
  const [listed, ...more] = await auctionsOf('BBB222');
  assert.deepEqual(more, []);
  await manager.getByRole('link', { name: 'Öppna auktionen' }).click();
  await manager.waitForURL(`**/auctions/${listed}/change`);
  assert.equal(await field('Fabrikat').inputValue(), 'Saab');
});

test('FORM-4 a file that is no picture, whatever it is called, is told before anything is sent', async () => {
  await fill('Opel', 'DDD444');
  const buffer = Buffer.from('Det här är ingen bild.');
  await attach({ name: 'fram.jpg', mimeType: 'image/jpeg', buffer });
  await sees(manager, 'fram.jpg: Filen är ingen bild i JPG eller PNG.');
  assert.equal(await manager.getByRole('button', { name: 'Ta bort fram.jpg' }).count(), 0);
  await add().click();
  await manager.getByRole('heading', { level: 1, name: 'Opel' }).waitFor();
});

test('FORM-4 pictures go three at a time; one that is broken off or fails is sent again alone, and the order stays', async () => {
  await fill('Opel', 'CCC333');
  const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg'];
  await attach(...names.map((name) => ({ name, mimeType: 'image/jpeg', buffer: photo })));
  await sees(manager, 'f.jpg');
  const held: Route[] = [];
  await manager.route('**/images', (route) => {
    // Their order is told by the same address.
    if (route.request().method() === 'POST') held.push(route);
    else return route.continue();
  });
  await add().click();
  await eventually('three on their way', async () => held.length === 3);
  assert.deepEqual(held.map(nameIn), ['b.jpg', 'c.jpg', 'd.jpg']);
  await manager.getByRole('button', { name: 'Avbryt c.jpg' }).click();
  await eventually('the next in its place', async () => held.length === 4);
  const [b, , d, e] = held as [Route, Route, Route, Route];
  await d.continue();
  await e.fulfill({ status: 500, json: { detail: 'Något gick fel.' } });
  await eventually('the last', async () => held.length === 5);
  await held[4]!.continue();
  await b.continue();
  await sees(manager, '2 filer kunde inte skickas. Försök igen, eller ta bort dem.');
  await sees(manager, 'Avbruten');
  await sees(manager, 'Något gick fel.');
  await manager.unroute('**/images');
  await manager.getByRole('button', { name: 'Försök igen med c.jpg' }).click();
  await sees(manager, '1 fil kunde inte skickas. Försök igen, eller ta bort den.');
  await manager.getByRole('button', { name: 'Försök igen med e.jpg' }).click();
  await manager.getByRole('heading', { level: 1, name: 'Opel' }).waitFor();
  const [id] = await auctionsOf('CCC333');
  const { rows } = await product.database.query(
    `select i.id, position, h.id as added from auction_images i
     left join audit_log h on h.auction_id = $1 and h.action = 'add image'
       and (h.after->>'image_id')::integer = i.id
     where i.auction_id = $1 order by position`,
    [id],
  );
  // b, c, d, e, f by when they got there: d, f or b, then c, then e.
  const arrival = rows.slice(1).map(({ added }) => Number(added));
  assert.equal(rows.length, names.length);
  assert.equal(rows[0].added, null, 'the cover came with the form');
  assert.equal(Math.max(...arrival), arrival[3], 'e came last and stands before f');
  assert.ok(arrival[1]! > arrival[4]! && arrival[1]! > arrival[2]!, 'c came late and stands third');
});

type Attached = { name: string; mimeType: string; buffer: Buffer };

async function attach(...files: Attached[]): Promise<void> {
  const [chooser] = await Promise.all([
    manager.waitForEvent('filechooser'),
    manager.getByRole('button', { name: 'Bifoga fil' }).click(),
  ]);
  await chooser.setFiles(files);
}

/** The server takes the next new auction, and its answer never comes home. */
async function loseAnswer(): Promise<void> {
  await manager.route(
    '**/api/auctions',
    async (route) => {
      assert.equal((await route.fetch()).status(), 201);
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}

async function fill(manufacturer: string, registration: string): Promise<void> {
  await manager.goto('/auctions/new');
  await choose('Kategori', 'Personbil');
  await manager.keyboard.press('Escape');
  await field('Fabrikat').fill(manufacturer);
  await field('Reg.nr').fill(registration);
  await choose('Uppställningsplats', 'Gävle hamn');
}

async function auctionsOf(registration: string): Promise<number[]> {
  const { rows } = await product.database.query(
    'select id from auctions where registration_number = $1',
    [registration],
  );
  return rows.map(({ id }) => id);
}

function nameIn(route: Route): string | undefined {
  return /filename="([^"]+)"/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1];
}

function add(): Locator {
  return manager.getByRole('button', { name: 'Lägg till auktion' });
}

function field(name: string): Locator {
  return manager.getByRole('textbox', { name, exact: true });
}

async function choose(name: string, choice: string): Promise<void> {
  // Its name is what is chosen, and its label.
  await manager.getByRole('button', { name: new RegExp(`${name}$`) }).click();
  await manager.getByRole('option', { name: choice, exact: true }).click();
}
