// Changing an auction: fields, pictures, documents, and what is locked.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Auction } from '@restvarde/contract/auctions/auction';
import { logoutAll } from '@restvarde/contract/auth/session';
import { bid, openAuction } from '../fixtures/bidding.ts';
import { attach } from '../fixtures/files.ts';
import { logIn, openSession, PEOPLE } from '../fixtures/people.ts';
import type { Database } from '../fixtures/product.ts';
import { endIn, stockholmTime } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { reload } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

const LOCKED = 'Kan inte ändras efter första budet.';

let auction: Auction;
let picture: Buffer;

test.beforeAll(async ({ seller, caseManager }) => {
  auction = await seller.putUp({ reservation_price: '30000' });
  picture = await caseManager.screenshot({ type: 'jpeg', quality: 80 });
});

test('FORM-1 the form of an auction shows its values and saves changes', async ({
  caseManager,
}) => {
  await openAuction(caseManager, auction.id);
  await caseManager.getByRole('link', { name: 'Ändra' }).click();
  await expect(field(caseManager, 'Fabrikat')).toBeVisible();
  await expect(
    caseManager.getByRole('group', { name: 'Fordon' }).getByText(auction.number).first(),
  ).toBeVisible();
  await expect(field(caseManager, 'Reg.nr')).toHaveValue('KLM482');
  await expect(field(caseManager, 'Reservationspris (kr)')).toHaveValue('30\u00a0000');
  await expect(field(caseManager, 'Sluttid')).toHaveValue(
    stockholmTime(Date.parse(auction.end_dt)),
  );
  await field(caseManager, 'Utropspris (kr)').fill('11 000');
  await field(caseManager, 'Beskrivning').fill('Skadad fram. Startar inte.');
  await expect(caseManager.getByText('Ändringar som inte är sparade').first()).toBeVisible();
  await save(caseManager);
  await expect(caseManager.getByText('Skadad fram. Startar inte.').first()).toBeVisible();
  await expect(caseManager.getByText('11 000 kr').first()).toBeVisible();
});

test('FORM-6 a page with changes asks before it is left', async ({ caseManager }) => {
  await open(caseManager);
  await field(caseManager, 'Modell').fill('V70');
  await caseManager
    .getByRole('navigation', { name: 'Huvudmeny' })
    .getByRole('link', { name: 'Auktioner' })
    .click();
  const dialog = caseManager.getByRole('alertdialog', { name: 'Lämna utan att spara?' });
  await dialog.getByRole('button', { name: 'Stanna kvar' }).click();
  await expect(dialog).toBeHidden();
  await expect(field(caseManager, 'Modell')).toHaveValue('V70');
  await caseManager.goBack();
  await dialog.getByRole('button', { name: 'Lämna sidan' }).click();
  await expect(
    caseManager.getByRole('heading', { level: 1, name: 'Volvo V60 2021' }),
  ).toBeVisible();
  // They were discarded.
  await open(caseManager);
  await expect(caseManager.getByRole('button', { name: 'Kasta' })).toHaveCount(0);
});

test('FORM-11 changes that are not saved when the session ends are offered after the next login', async ({
  product,
  caseManager,
}) => {
  await open(caseManager);
  await field(caseManager, 'Beskrivning').fill('Skadad fram. Startar nu.');
  const { access } = await openSession(product, PEOPLE.caseManager);
  await fetch(product.url + logoutAll.path, {
    method: logoutAll.method,
    headers: { authorization: `Bearer ${access}` },
  });
  await caseManager.getByRole('button', { name: 'Spara' }).click();
  await expect(caseManager.getByLabel('E-post')).toBeVisible();
  await logIn(caseManager, product, PEOPLE.caseManager);
  await expect(
    caseManager.getByText(/^Du har ändringar från .* som inte är sparade\./).first(),
  ).toBeVisible();
  await expect(field(caseManager, 'Beskrivning')).toHaveValue('Skadad fram. Startar inte.');
  await caseManager.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(field(caseManager, 'Beskrivning')).toHaveValue('Skadad fram. Startar nu.');
  await save(caseManager);
  // A saved draft is not offered again.
  await open(caseManager);
  await expect(caseManager.getByRole('button', { name: 'Kasta' })).toHaveCount(0);
});

test('FORM-11 text entered while restored changes are offered is kept and not overwritten by them', async ({
  caseManager,
}) => {
  await open(caseManager);
  await field(caseManager, 'Beskrivning').fill('Skadad bak.');
  await field(caseManager, 'Modell').fill('V70');
  await reload(caseManager);
  const found = caseManager.getByText(/^Du har ändringar från .* som inte är sparade\./).first();
  await expect(found).toBeVisible();
  await field(caseManager, 'Modell').fill('V90');
  await reload(caseManager);
  await expect(found).toBeVisible();
  await field(caseManager, 'Fabrikat').fill('Saab');
  await goOn(caseManager);
  await expect(field(caseManager, 'Modell')).toHaveValue('V90');
  await expect(field(caseManager, 'Fabrikat')).toHaveValue('Saab');
  await goOn(caseManager);
  await expect(field(caseManager, 'Beskrivning')).toHaveValue('Skadad bak.');
  await expect(field(caseManager, 'Modell')).toHaveValue('V90');
  await expect(found).toHaveCount(0);
  await expect(
    caseManager.getByRole('heading', { level: 1 }).and(caseManager.locator(':focus')),
  ).toBeVisible();
  await reload(caseManager);
  await caseManager.getByRole('button', { name: 'Kasta' }).click();
  await expect(found).toHaveCount(0);
});

test('FORM-11 a draft of one window stays when another window saves', async ({ caseManager }) => {
  await open(caseManager);
  await field(caseManager, 'Beskrivning').fill('Skadad bak.');
  const other = await caseManager.context().newPage();
  await open(other);
  await field(other, 'Beskrivning').fill('Skadad fram. Startar ej.');
  await save(other);
  await other.close();
  await reload(caseManager);
  await goOn(caseManager);
  await expect(field(caseManager, 'Beskrivning')).toHaveValue('Skadad bak.');
  await leave(caseManager);
});

test('FORM-6, FORM-13 leaving a form while it is saved asks first, and the page does not return to it', async ({
  caseManager,
}) => {
  await open(caseManager);
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => {
    release = resolve;
  });
  await caseManager.route('**/api/uploads/*', async (route) => {
    await isHeld;
    await route.continue().catch(() => {});
  });
  await attach(caseManager, 'Bifoga fil', 'sida.jpg', 'image/jpeg', picture);
  await caseManager.getByRole('button', { name: 'Spara' }).click();
  await expect(caseManager.getByRole('button', { name: 'Sparar …' })).toBeVisible();
  await leave(caseManager);
  await caseManager.getByRole('link', { name: 'Lägg till auktion' }).first().click();
  await field(caseManager, 'Fabrikat').fill('Volvo');
  release();
  await caseManager.unrouteAll({ behavior: 'wait' });
  await caseManager.waitForTimeout(1000);
  await expect(field(caseManager, 'Fabrikat')).toHaveValue('Volvo');
  await field(caseManager, 'Fabrikat').fill('');
  await openAuction(caseManager, auction.id);
});

test('FORM-4, FORM-5 pictures and documents are added, and open from the page', async ({
  caseManager,
}) => {
  await open(caseManager);
  await attach(caseManager, 'Bifoga fil', 'fram.jpg', 'image/jpeg', picture);
  await attach(caseManager, 'Bifoga fil', 'bak.jpg', 'image/jpeg', picture);
  await attach(
    caseManager,
    'Bifoga dokument',
    'skript.exe',
    'application/x-msdownload',
    Buffer.from('MZ'),
  );
  await expect(caseManager.getByText('skript.exe: Filen kan inte tas emot.').first()).toBeVisible();
  const report = Buffer.from('%PDF-1.4\n%%EOF\n');
  await attach(caseManager, 'Bifoga dokument', 'Protokoll.pdf', 'application/pdf', report);
  await save(caseManager);
  await expect(caseManager.getByRole('link', { name: 'Protokoll.pdf' })).toBeVisible();
  await expect(
    caseManager.getByRole('region', { name: 'Bilder' }).getByText('1 / 2').first(),
  ).toBeVisible();
});

test('FORM-5 «Ångra» restores what was removed; saving the form removes it', async ({
  database,
  caseManager,
}) => {
  await open(caseManager);
  await caseManager.getByRole('button', { name: 'Ta bort Bild 1' }).click();
  await caseManager.getByRole('button', { name: 'Ångra' }).click();
  await expect(caseManager.getByRole('button', { name: 'Ta bort Bild 1' })).toBeVisible();
  await caseManager.getByRole('button', { name: 'Ta bort Bild 2' }).click();
  await caseManager.getByRole('button', { name: 'Ta bort Protokoll.pdf' }).click();
  await attach(caseManager, 'Bifoga fil', 'ny.jpg', 'image/jpeg', picture);
  const before = await pictures(database);
  await caseManager.getByRole('button', { name: 'Gör ny.jpg till huvudbild' }).click();
  await save(caseManager);
  await expect(caseManager.getByText('Inga dokument').first()).toBeVisible();
  await expect(
    caseManager.getByRole('region', { name: 'Bilder' }).getByText('1 / 2').first(),
  ).toBeVisible();
  const after = await pictures(database);
  expect(after.length).toBe(2);
  expect(before.includes(after[0]!), 'the new one came before the rest').toBe(false);
  expect(after[1]).toBe(before[0]);
});

test('FORM-5, LIVE-2 pictures are ordered by keyboard, and open pages show the new order', async ({
  database,
  workshop,
  caseManager,
}) => {
  await openAuction(workshop, auction.id);
  const shown = workshop.getByRole('region', { name: 'Bilder' }).locator('img').first();
  const cover = await shown.getAttribute('src');
  const [first, second] = await pictures(database);
  await open(caseManager);
  // Rows are rendered again when they become draggable.
  await expect(caseManager.getByRole('button', { name: 'Dra Bild 1' })).toBeVisible();
  const down = caseManager.getByRole('button', { name: 'Flytta Bild 1 senare' });
  await down.focus();
  await caseManager.keyboard.press('Enter');
  const up = caseManager.getByRole('button', { name: 'Flytta Bild 1 tidigare' });
  // The file is last now, so its button is disabled and focus moves to the other one.
  await expect(up).toBeFocused();
  await expect(caseManager.getByText('Ändringar som inte är sparade').first()).toBeVisible();
  await save(caseManager);
  expect(await pictures(database)).toEqual([second, first]);
  await expect
    .poll(async () => {
      const src = await shown.getAttribute('src');
      return src?.split('?')[0] !== cover?.split('?')[0];
    }, 'the new cover on a page that was open')
    .toBe(true);
});

test('FORM-4 pictures are dragged by keyboard and mouse without violating the page’s policy', async ({
  caseManager,
}) => {
  await open(caseManager);
  const rows = caseManager.getByRole('grid', { name: 'Bilder på objektet' }).getByRole('row');
  const expectOrder = (...names: string[]) =>
    expect
      .poll(async () => {
        const texts = await rows.allInnerTexts();
        return (
          texts.length === names.length && texts.every((text, at) => text.includes(names[at]!))
        );
      }, `the order ${names.join()}`)
      .toBe(true);
  await caseManager.getByRole('button', { name: 'Dra Bild 1' }).focus();
  await caseManager.keyboard.press('Enter');
  await expect(
    caseManager.locator(':focus').and(caseManager.getByRole('button', { name: /^Infoga/ })),
  ).toBeVisible();
  await caseManager.keyboard.press('End');
  await caseManager.keyboard.press('Enter');
  await expectOrder('Bild 2', 'Bild 1');
  await rows.last().dragTo(rows.first(), {
    sourcePosition: { x: 60, y: 60 },
    targetPosition: { x: 12, y: 70 },
  });
  await expectOrder('Bild 1', 'Bild 2');
  await expect(caseManager.getByText('Ändringar som inte är sparade')).toHaveCount(0);
});

test('AUC-15 after the first bid the fields that bidders rely on are locked and say why', async ({
  workshop,
  caseManager,
}) => {
  await openAuction(workshop, auction.id);
  await bid(workshop, '11 000');
  await open(caseManager);
  for (const name of ['Utropspris (kr)', 'Reg.nr', 'Chassi.nr', 'Startdatum']) {
    await expect(field(caseManager, name), `${name} is locked`).toBeDisabled();
  }
  await expect(
    caseManager.getByRole('group', { name: 'Pris' }).getByText(LOCKED).first(),
  ).toBeVisible();
  await expect(caseManager.getByText('Kan bara sänkas efter första budet.').first()).toBeVisible();
  await field(caseManager, 'Reservationspris (kr)').fill('40 000');
  await caseManager.getByRole('button', { name: 'Spara' }).click();
  await expect(caseManager.getByText('1 uppgift behöver rättas').first()).toBeVisible();
  await expect(caseManager.getByText(LOCKED).first()).toBeVisible();
  await expect(field(caseManager, 'Reservationspris (kr)')).toHaveValue('40\u00a0000');
});

test('AUC-15, BID-6 an end that a late bid has moved is not moved back by saving the form', async ({
  database,
  caseManager,
}) => {
  const end = await endIn(database, auction.id, 7200);
  await field(caseManager, 'Reservationspris (kr)').fill('25 000');
  await save(caseManager);
  const { rows } = await database.query(
    'select end_dt from auction_standings where auction_id = $1',
    [auction.id],
  );
  expect(rows[0].end_dt.getTime()).toBe(end.getTime());
});

test('AUC-16 the history shows who changed what, with old and new values', async ({
  caseManager,
}) => {
  await openAuction(caseManager, auction.id);
  await caseManager.getByRole('button', { name: 'Visa historik' }).click();
  const history = caseManager.getByRole('group', { name: 'Historik', exact: true });
  await expect(history.getByText('Johan Ek lade till auktionen').first()).toBeVisible();
  await expect(
    history.getByText('Johan Ek tog bort dokumentet Protokoll.pdf').first(),
  ).toBeVisible();
  const text = (await history.textContent())!.replace(/\s+/g, ' ');
  expect(text).toMatch(/Reservationsprisfrån 30 000 kr till 25 000 kr/);
  expect(text).toMatch(/Utropsprisfrån 10 000 kr till 11 000 kr/);
  await caseManager.getByRole('button', { name: 'Dölj historik' }).click();
  await expect(history.getByText('Johan Ek lade till auktionen').first()).toBeHidden();
});

test('AUC-15 only the description and files of an ended auction can be changed', async ({
  database,
  caseManager,
}) => {
  await endIn(database, auction.id, 0);
  await expect(caseManager.getByText('Avslutad').first()).toBeVisible();
  await open(caseManager);
  await expect(
    caseManager.getByText('Bara beskrivning, uppställningsplats och dokument kan ändras.').first(),
  ).toBeVisible();
  await expect(field(caseManager, 'Fabrikat')).toBeDisabled();
  const shown = caseManager.getByRole('group', { name: 'Bilder' });
  await expect(
    shown.getByText('Bilderna kan inte ändras när auktionen är avslutad.').first(),
  ).toBeVisible();
  await expect(shown.locator('img')).toHaveCount(2);
  await expect(shown.getByRole('button')).toHaveCount(0);
  await field(caseManager, 'Beskrivning').fill('Hämtas vid grinden.');
  await attach(
    caseManager,
    'Bifoga dokument',
    'Faktura.pdf',
    'application/pdf',
    Buffer.from('%PDF-1.4\n'),
  );
  await save(caseManager);
  await expect(caseManager.getByText('Hämtas vid grinden.').first()).toBeVisible();
});

test('AUC-15, DATA-2 a document of a sold object cannot be removed', async ({
  database,
  caseManager,
}) => {
  await database.query(
    `update auction_standings set closed_at = coalesce(closed_at, now()), winning_bid_id = leading_bid_id,
      winner_notified_at = now() where auction_id = $1`,
    [auction.id],
  );
  await reload(caseManager);
  await open(caseManager);
  await expect(
    caseManager.getByText('det som läggs till nu kan inte tas bort igen').first(),
  ).toBeVisible();
  await expect(caseManager.getByText('Faktura.pdf').first()).toBeVisible();
  await expect(caseManager.getByRole('button', { name: 'Ta bort Faktura.pdf' })).toHaveCount(0);
});

/** The pictures' ids, the main one first. */
async function pictures(database: Database): Promise<number[]> {
  const { rows } = await database.query(
    'select id from auction_images where auction_id = $1 order by position, id',
    [auction.id],
  );
  return rows.map(({ id }) => id);
}

async function open(caseManager: Page): Promise<void> {
  await openAuction(caseManager, auction.id);
  await caseManager.getByRole('link', { name: 'Ändra' }).click();
  await expect(caseManager.getByRole('button', { name: 'Bifoga dokument' })).toBeVisible();
}

async function save(caseManager: Page): Promise<void> {
  await caseManager.getByRole('button', { name: 'Spara' }).click();
  await expect(caseManager.getByText(`Auktion ${auction.number} är ändrad.`).first()).toBeVisible();
  await expect(
    caseManager.getByRole('heading', { level: 1, name: 'Volvo V60 2021' }),
  ).toBeVisible();
}

async function goOn(caseManager: Page): Promise<void> {
  await caseManager.getByRole('button', { name: 'Fortsätt' }).click();
}

/** Deletes it permanently from the menu. */
async function leave(caseManager: Page): Promise<void> {
  await caseManager
    .getByRole('navigation', { name: 'Huvudmeny' })
    .getByRole('link', { name: 'Auktioner' })
    .click();
  await caseManager
    .getByRole('alertdialog', { name: 'Lämna utan att spara?' })
    .getByRole('button', { name: 'Lämna sidan' })
    .click();
  await expect(caseManager.getByRole('heading', { level: 1, name: 'Auktioner' })).toBeVisible();
}

function field(caseManager: Page, name: string): Locator {
  return caseManager.getByRole('textbox', { name, exact: true });
}
