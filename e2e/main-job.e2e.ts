// The main job: a case manager puts up a car, workshops bid against each other, and one of them wins.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FORM_SENTENCE } from '@restvarde/contract/auctions/auction-form';
import { WRONG_CODE, WRONG_LOGIN } from '@restvarde/contract/auth/login';
import { stockholmDate } from '@restvarde/contract/dates';
import type { Locator, Page } from 'playwright-core';
import { bid, openAuction, panelOf, review, sees, seesNoMore, timelineOf } from './bidding.ts';
import { eventually } from './eventually.ts';
import {
  codesTo,
  nextCode,
  openWindows,
  PASSWORD,
  PEOPLE,
  type Windows,
  waitForInside,
} from './people.ts';
import { type Product, startProduct } from './product.ts';
import { endIn, stockholmTime } from './seller.ts';

/** By then a bid is on the other screens. */
const LIVE_MS = 1000;

let product: Product;
let windows: Windows;
let manager: Page;
let lind: Page;
let soder: Page;
let id: number;

before(async () => {
  product = await startProduct({ isFresh: true });
  windows = await openWindows(product);
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('AUTH-2 a wrong password is told, and the right one leads to the code', async () => {
  manager = await windows.open();
  await manager.goto('/');
  await manager.getByLabel('E-post').fill(PEOPLE.manager);
  await manager.getByLabel('Lösenord', { exact: true }).fill('Fel-losenord-2026');
  await manager.getByRole('button', { name: 'Fortsätt' }).click();
  await sees(manager.getByRole('alert'), WRONG_LOGIN);
  assert.equal(await manager.getByLabel('E-post').inputValue(), PEOPLE.manager);
  await manager.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await manager.getByRole('button', { name: 'Fortsätt' }).click();
  await manager.getByLabel('Kod skickad till din e-post').waitFor();
  assert.equal(new URL(manager.url()).pathname, '/2fa');
});

test('AUTH-3 a wrong code is told, and the one that came by mail lets in', async () => {
  const code = await nextCode(product, PEOPLE.manager, 0);
  const field = manager.getByLabel('Kod skickad till din e-post');
  await field.fill(code === '123456' ? '654321' : '123456');
  await manager.getByRole('button', { name: 'Logga in' }).click();
  await sees(manager, WRONG_CODE);
  assert.equal((await codesTo(product, PEOPLE.manager)).length, 1);
  await field.fill(code);
  await manager.getByRole('button', { name: 'Logga in' }).click();
  await waitForInside(manager);
  await manager.getByRole('button', { name: 'Johan Ek' }).waitFor();
});

test('FORM-2, FORM-3 an empty form says all that it lacks, in a summary that takes focus', async () => {
  await manager
    .getByRole('navigation', { name: 'Huvudmeny' })
    .getByRole('link', { name: 'Auktioner' })
    .click();
  await manager.getByRole('link', { name: 'Lägg till auktion' }).click();
  await sees(manager, 'NS-1001');
  assert.ok(await radio(manager, 'Dolda bud', 'Ja').isChecked());
  assert.ok(await radio(manager, 'Säljområde', 'Egna verkstäder').isChecked());
  await manager.getByRole('button', { name: 'Lägg till auktion' }).click();
  await sees(manager, '4 uppgifter behöver rättas');
  const summary = manager.locator(':focus');
  for (const sentence of [
    FORM_SENTENCE.category,
    FORM_SENTENCE.manufacturer,
    FORM_SENTENCE.vehicleNumber,
    FORM_SENTENCE.stagingArea,
  ]) {
    await sees(summary.getByRole('button'), sentence);
    const told = await manager.getByText(sentence, { exact: true }).count();
    assert.ok(told >= 2, `«${sentence}» stands at its field too`);
  }
  await summary.getByRole('button', { name: FORM_SENTENCE.manufacturer }).click();
  await field(manager, 'Fabrikat').and(manager.locator(':focus')).waitFor();
});

test('FORM-1, FORM-4 the filled form with a photograph becomes an auction with its picture', async () => {
  const now = Date.now();
  await choose(manager, 'Kategori', 'Personbil');
  await manager.keyboard.press('Escape');
  await field(manager, 'Fabrikat').fill('Volvo');
  await field(manager, 'Modell').fill('V60');
  await field(manager, 'Årsmodell').fill('2021');
  await field(manager, 'Reg.nr').fill('klm 482');
  await label(manager, 'Säljes för', 'Reparation').click();
  await label(manager, 'Dolda bud', 'Nej').click();
  await field(manager, 'Utropspris (kr)').fill('10 000');
  await field(manager, 'Startdatum').fill(stockholmDate(new Date(now)));
  await field(manager, 'Starttid').fill(stockholmTime(now));
  await choose(manager, 'Uppställningsplats', 'Gävle hamn');
  const [chooser] = await Promise.all([
    manager.waitForEvent('filechooser'),
    manager
      .getByRole('group', { name: 'Bilder på objektet' })
      .getByRole('button', { name: 'Bifoga fil' })
      .click(),
  ]);
  await chooser.setFiles({
    name: 'volvo.jpg',
    mimeType: 'image/jpeg',
    buffer: await manager.screenshot({ type: 'jpeg', quality: 80 }),
  });
  await sees(manager, 'volvo.jpg');
  await manager.getByRole('button', { name: 'Lägg till auktion' }).click();
  await manager.getByRole('heading', { level: 1, name: 'Volvo V60 2021' }).waitFor();
  await sees(manager, 'Auktion NS-1001 är tillagd.');
  id = Number(/\d+$/.exec(manager.url())?.[0]);
  const picture = manager.getByRole('region', { name: 'Bilder' }).getByRole('img').first();
  await eventually('the picture', () => picture.evaluate(isDrawn));
  await sees(manager, 'KLM482');
  await sees(manager.getByRole('region', { name: 'Budhistorik' }), 'Inga bud');
});

test('ROLE-17, ROLE-14 a workshop of another company finds it neither in the list nor by its address', async () => {
  const kust = await windows.logIn(PEOPLE.kust);
  await sees(kust, 'Inga auktioner');
  await kust.goto(`/auctions/${id}`);
  await kust.getByRole('heading', { level: 1, name: 'Auktionen finns inte' }).waitFor();
});

test('BID-1, BID-3 what is below the minimum is refused in words, and quick amounts fill the field', async () => {
  lind = await windows.logIn(PEOPLE.lind);
  const card = lind.getByRole('article').filter({ hasText: 'Volvo V60' });
  await sees(card, '10 000 kr');
  await sees(card, 'Inga bud');
  await card.getByRole('link', { name: 'Volvo V60' }).click();
  const panel = panelOf(lind);
  await sees(panel, 'Lägg 10 000 kr eller mer.');
  await panel.getByRole('button', { name: 'Granska bud' }).click();
  await sees(panel, 'Du måste ange ett bud');
  await panel.getByRole('textbox', { name: 'Ditt bud i kronor' }).fill('9 000');
  await panel.getByRole('button', { name: 'Granska bud' }).click();
  await sees(panel, 'Budet måste vara minst 10 000 kr.');
  const quick = panel.getByRole('group', { name: 'Fyll i ett belopp' }).getByRole('button');
  assert.deepEqual((await quick.allInnerTexts()).map(plain), [
    '10 000 kr',
    '10 500 kr',
    '11 000 kr',
  ]);
  await quick.nth(1).click();
  assert.equal(
    plain(await panel.getByRole('textbox', { name: 'Ditt bud i kronor' }).inputValue()),
    '10 500',
  );
});

test('BID-2, BID-9 the first bid needs the terms, is reviewed, and is accepted once confirmed', async () => {
  const panel = panelOf(lind);
  await panel.getByRole('button', { name: 'Granska bud' }).click();
  await sees(panel, 'Du måste godkänna de allmänna köpvillkoren');
  await panel.getByText('Jag godkänner de allmänna köpvillkoren', { exact: true }).click();
  await panel.getByRole('button', { name: 'Granska bud' }).click();
  await sees(panel, 'Du bjuder 10 500 kr. Budet är bindande.');
  await panel.getByRole('button', { name: 'Ändra' }).click();
  await panel.getByRole('button', { name: 'Granska bud' }).click();

  // Another workshop looks at its list meanwhile.
  soder = await windows.logIn(PEOPLE.soder);
  const card = soder.getByRole('article').filter({ hasText: 'Volvo V60' });
  await sees(card, 'Inga bud');
  await panel.getByRole('button', { name: 'Bekräfta 10 500 kr' }).click();
  await sees(panel, 'Bud accepterat');
  // Said while it was so.
  assert.equal(await lind.locator('#announce-assertive').textContent(), '');
  await sees(card, '10 500 kr', LIVE_MS);
  await sees(panel, 'Du leder med 10 500 kr.');
  await sees(card, 'Högsta bud');
});

test('LIVE-2, AUC-4 the case manager sees the timeline grow', async () => {
  await eventually('the bid', async () => (await timelineOf(manager).count()) === 1);
  await sees(timelineOf(manager), 'Lind Bil & Plåt');
  await sees(timelineOf(manager), '10 500 kr');
  await sees(manager.getByRole('region', { name: 'Budläge' }), '11 000 kr');
});

test('LIVE-2, BID-11 who is outbid sees it within a second and without reloading', async () => {
  await soder.getByRole('link', { name: 'Volvo V60' }).click();
  await sees(panelOf(soder), 'Inget bud');
  assert.ok(!(await soder.getByText('Jag godkänner de allmänna köpvillkoren').isVisible()));
  await bid(soder, '11 000');
  await Promise.all([
    sees(panelOf(lind), 'Överbjuden', LIVE_MS),
    sees(panelOf(lind), '11 000 kr', LIVE_MS),
  ]);
  await sees(panelOf(lind), 'Ditt bud på 10 500 kr är inte högst längre.');
  await sees(panelOf(lind), 'Lägg 11 500 kr eller mer.');
  await seesNoMore(panelOf(lind), 'Bud accepterat');
  await eventually('both bids', async () => (await timelineOf(manager).count()) === 2);
});

test('BID-9 a minimum that rises during the review is offered instead', async () => {
  await review(lind, '11 500');
  await panelOf(lind).getByRole('button', { name: 'Bekräfta 11 500 kr' }).waitFor();
  await bid(soder, '12 000');
  await sees(panelOf(lind), 'Högsta bud är nu 12 000 kr. Lägsta nästa bud är 12 500 kr.');
  await panelOf(lind).getByRole('button', { name: 'Ändra till 12 500 kr' }).click();
  await panelOf(lind).getByRole('button', { name: 'Bekräfta 12 500 kr' }).click();
  await sees(panelOf(lind), 'Du leder med 12 500 kr.');
  await sees(panelOf(soder), 'Överbjuden', LIVE_MS);
});

test('BID-6, BID-11 a late bid moves the end, and everybody is told', async () => {
  await endIn(product, id, 60);
  await sees(panelOf(soder), /^\d+\ss$/);
  await bid(soder, '13 000');
  const { rows } = await product.database.query(
    'select end_dt from auction_standings where auction_id = $1',
    [id],
  );
  const time = stockholmTime(rows[0].end_dt.getTime());
  await sees(panelOf(soder), `Auktionen förlängdes till ${time}.`);
  await sees(panelOf(lind), `Förlängd till ${time}`);
  await sees(manager.getByRole('region', { name: 'Budläge' }), `Förlängd till ${time}`);
  await sees(panelOf(lind), /^[23]\smin\s\d+\ss$/);
});

test('AUC-5, AUC-11 the end comes to all windows by itself, and marks the winner', async () => {
  await endIn(product, id, 1);
  for (const page of [lind, soder, manager]) {
    await page.getByText('Avslutad', { exact: true }).waitFor();
  }
  for (const page of [lind, soder]) {
    assert.equal(await page.getByRole('button', { name: 'Granska bud' }).count(), 0);
  }
  await sees(panelOf(soder), 'Ditt bud på 13 000 kr var högst.');
  await sees(panelOf(lind), 'Ditt högsta bud var 12 500 kr.');
  const winner = timelineOf(manager).filter({ hasText: 'Vinnare' });
  await sees(winner, 'Söder Plåt');
  assert.equal(await winner.count(), 1);
  await sees(manager.getByRole('region', { name: 'Budläge' }), 'Vinnande bud');

  await openAuction(lind, id);
  await lind.getByText('Avslutad', { exact: true }).waitFor();
});

function field(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

function radio(page: Page, group: string, name: string): Locator {
  return page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name });
}

function label(page: Page, group: string, name: string): Locator {
  return page
    .getByRole('radiogroup', { name: group, exact: true })
    .getByText(name, { exact: true });
}

async function choose(page: Page, name: string, choice: string): Promise<void> {
  // Its name is what is chosen, and its label.
  await page.getByRole('button', { name: new RegExp(`${name}$`) }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function isDrawn(element: unknown): boolean {
  return (element as { naturalWidth: number }).naturalWidth > 300;
}
