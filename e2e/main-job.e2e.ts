// The main journey: a case manager creates an auction, workshops bid, one wins.
import { expect, type Locator, type Page } from '@playwright/test';
import { FORM_SENTENCE } from '@restvarde/contract/auctions/auction-form';
import { WRONG_CODE, WRONG_LOGIN } from '@restvarde/contract/auth/login';
import { stockholmDate } from '@restvarde/contract/dates';
import { bid, openAuction, panelOf, review, timelineOf } from './fixtures/bidding.ts';
import { expectSignedIn, PASSWORD, PEOPLE } from './fixtures/people.ts';
import { endIn, stockholmTime } from './fixtures/seller.ts';
import { test } from './fixtures/test.ts';
import { visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

/** The time for a bid to reach other screens: shorter than the 30 s after which a page polls again. */
const LIVE_MS = 20_000;

let caseManager: Page;
let id: number;

test.use({ productOptions: { isFresh: true } });

test('AUTH-2 a wrong password is an error, and the right one leads to the code', async ({
  openWindow,
}) => {
  caseManager = await openWindow();
  await visit(caseManager, '/');
  await caseManager.getByLabel('E-post').fill(PEOPLE.caseManager);
  await caseManager.getByLabel('Lösenord', { exact: true }).fill('Fel-losenord-2026');
  await caseManager.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(caseManager.locator(':focus').getByText(WRONG_LOGIN).first()).toBeVisible();
  await expect(caseManager.getByLabel('E-post')).toHaveValue(PEOPLE.caseManager);
  await caseManager.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await caseManager.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(caseManager.getByLabel('Kod skickad till din e-post')).toBeVisible();
  expect(new URL(caseManager.url()).pathname).toBe('/2fa');
});

test('AUTH-3 a wrong code is an error, and the emailed one logs in', async ({ mailbox }) => {
  const code = await mailbox.nextCode(PEOPLE.caseManager, 0);
  const codeField = caseManager.getByLabel('Kod skickad till din e-post');
  await codeField.fill(code === '123456' ? '654321' : '123456');
  await expect(caseManager.getByText(WRONG_CODE).first()).toBeVisible();
  expect((await mailbox.codesTo(PEOPLE.caseManager)).length).toBe(1);
  await codeField.fill(code);
  await expectSignedIn(caseManager);
  await expect(caseManager.getByRole('button', { name: 'Johan Ek' })).toBeVisible();
});

test('FORM-2, FORM-3 an empty form lists all missing fields in a summary that gets focus', async () => {
  await caseManager
    .getByRole('navigation', { name: 'Huvudmeny' })
    .getByRole('link', { name: 'Auktioner' })
    .click();
  await caseManager.getByRole('link', { name: 'Lägg till auktion' }).click();
  await expect(caseManager.getByText('NS-1001').first()).toBeVisible();
  await expect(radio(caseManager, 'Dolda bud', 'Ja')).toBeChecked();
  await expect(radio(caseManager, 'Säljområde', 'Egna verkstäder')).toBeChecked();
  await caseManager.getByRole('button', { name: 'Lägg till auktion' }).click();
  await expect(caseManager.getByText('4 uppgifter behöver rättas').first()).toBeVisible();
  const summary = caseManager.locator(':focus');
  for (const sentence of [
    FORM_SENTENCE.category,
    FORM_SENTENCE.manufacturer,
    FORM_SENTENCE.vehicleNumber,
    FORM_SENTENCE.stagingArea,
  ]) {
    await expect(summary.getByRole('button').getByText(sentence).first()).toBeVisible();
    // It is at its field too.
    await expect(caseManager.getByText(sentence, { exact: true }).nth(1)).toBeVisible();
  }
  await summary.getByRole('button', { name: FORM_SENTENCE.manufacturer }).click();
  await expect(field(caseManager, 'Fabrikat')).toBeFocused();
});

test('FORM-1, FORM-4 the completed form creates an auction with its picture', async () => {
  const now = Date.now();
  await choose(caseManager, 'Kategori', 'Personbil');
  await caseManager.keyboard.press('Escape');
  await field(caseManager, 'Fabrikat').fill('Volvo');
  await field(caseManager, 'Modell').fill('V60');
  await field(caseManager, 'Årsmodell').fill('2021');
  await field(caseManager, 'Reg.nr').fill('klm 482');
  await label(caseManager, 'Säljes för', 'Reparation').click();
  await label(caseManager, 'Dolda bud', 'Nej').click();
  await field(caseManager, 'Utropspris (kr)').fill('10 000');
  await field(caseManager, 'Startdatum').fill(stockholmDate(new Date(now)));
  await field(caseManager, 'Starttid').fill(stockholmTime(now));
  await choose(caseManager, 'Uppställningsplats', 'Gävle hamn');
  const [chooser] = await Promise.all([
    caseManager.waitForEvent('filechooser'),
    caseManager
      .getByRole('group', { name: 'Bilder på objektet' })
      .getByRole('button', { name: 'Bifoga fil' })
      .click(),
  ]);
  await chooser.setFiles({
    name: 'volvo.jpg',
    mimeType: 'image/jpeg',
    buffer: await caseManager.screenshot({ type: 'jpeg', quality: 80 }),
  });
  await expect(caseManager.getByText('volvo.jpg').first()).toBeVisible();
  await caseManager.getByRole('button', { name: 'Lägg till auktion' }).click();
  await expect(caseManager.getByText('Auktion NS-1001 är tillagd.').first()).toBeVisible();
  await expect(
    caseManager.getByRole('heading', { level: 1, name: 'Volvo V60 2021' }),
  ).toBeVisible();
  id = Number(/\d+$/.exec(caseManager.url())?.[0]);
  const picture = caseManager.getByRole('region', { name: 'Bilder' }).getByRole('img').first();
  await expect.poll(() => picture.evaluate(isDrawn), 'the picture').toBe(true);
  await expect(caseManager.getByText('KLM482').first()).toBeVisible();
  await expect(
    caseManager.getByRole('group', { name: 'Budhistorik' }).getByText('Inga bud').first(),
  ).toBeVisible();
});

test('ROLE-17, ROLE-14 a workshop of another company cannot find it in the list or by its URL', async ({
  openSignedIn,
}) => {
  const foreignWorkshop = await openSignedIn(PEOPLE.foreignWorkshop);
  await visit(foreignWorkshop, '/');
  await expect(foreignWorkshop.getByText('Inga auktioner').first()).toBeVisible();
  await visit(foreignWorkshop, `/auctions/${id}`);
  await expect(
    foreignWorkshop.getByRole('heading', { level: 1, name: 'Auktionen finns inte' }),
  ).toBeVisible();
});

test('BID-1, BID-3 an amount below the minimum is refused with a message, and quick amounts fill the field', async ({
  workshop,
}) => {
  await visit(workshop, '/');
  const card = workshop.getByRole('article').filter({ hasText: 'Volvo V60' });
  await expect(card.getByText('10 000 kr').first()).toBeVisible();
  await expect(card.getByText('Inga bud').first()).toBeVisible();
  await card.getByRole('link', { name: 'Volvo V60' }).click();
  const panel = panelOf(workshop);
  await expect(panel.getByText('Lägg 10 000 kr eller mer.').first()).toBeVisible();
  await panel.getByRole('textbox', { name: 'Ditt bud i kronor' }).fill('');
  await panel.getByRole('button', { name: 'Granska bud' }).click();
  await expect(panel.getByText('Du måste ange ett bud').first()).toBeVisible();
  await panel.getByRole('textbox', { name: 'Ditt bud i kronor' }).fill('9 000');
  await panel.getByRole('button', { name: 'Granska bud' }).click();
  await expect(panel.getByText('Budet måste vara minst 10 000 kr.').first()).toBeVisible();
  const quick = panel.getByRole('group', { name: 'Fyll i ett belopp' }).getByRole('button');
  await expect(quick).toHaveText([/^10\s000\skr$/, /^10\s500\skr$/, /^11\s000\skr$/]);
  await quick.nth(1).click();
  await expect(panel.getByRole('textbox', { name: 'Ditt bud i kronor' })).toHaveValue(/^10\s500$/);
});

test('BID-2, BID-9 the first bid requires the terms, is reviewed, and is accepted when confirmed', async ({
  workshop,
  rivalWorkshop,
}) => {
  const panel = panelOf(workshop);
  await panel.getByRole('button', { name: 'Granska bud' }).click();
  await expect(panel.getByText('Du måste godkänna de allmänna köpvillkoren').first()).toBeVisible();
  await panel.getByText('Jag godkänner de allmänna köpvillkoren', { exact: true }).click();
  await panel.getByRole('button', { name: 'Granska bud' }).click();
  await expect(panel.getByText('Du bjuder 10 500 kr. Budet är bindande.').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Ändra' }).click();
  await panel.getByRole('button', { name: 'Granska bud' }).click();

  // Another workshop views its list.
  await visit(rivalWorkshop, '/');
  const card = rivalWorkshop.getByRole('article').filter({ hasText: 'Volvo V60' });
  await expect(card.getByText('Inga bud').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Bekräfta 10 500 kr' }).click();
  await expect(panel.getByText('Bud accepterat').first()).toBeVisible();
  // Announced at that time.
  expect(await workshop.locator('#announce-assertive').textContent()).toBe('');
  await expect(card.getByText('10 500 kr').first()).toBeVisible({ timeout: LIVE_MS });
  await expect(panel.getByText('Du leder med 10 500 kr.').first()).toBeVisible();
  await expect(card.getByText('Högsta bud').first()).toBeVisible();
});

test('LIVE-2, AUC-4 the case manager sees the timeline grow', async () => {
  await expect(timelineOf(caseManager)).toHaveCount(1);
  await expect(timelineOf(caseManager).getByText('Lind Bil & Plåt').first()).toBeVisible();
  await expect(timelineOf(caseManager).getByText('10 500 kr').first()).toBeVisible();
  await expect(
    caseManager.getByRole('region', { name: 'Budläge' }).getByText('11 000 kr').first(),
  ).toBeVisible();
});

test('LIVE-2, BID-11 an outbid workshop sees it within a second without reloading', async ({
  workshop,
  rivalWorkshop,
}) => {
  await rivalWorkshop.getByRole('link', { name: 'Volvo V60' }).click();
  await expect(panelOf(rivalWorkshop).getByText('Inget bud').first()).toBeVisible();
  await expect(rivalWorkshop.getByText('Jag godkänner de allmänna köpvillkoren')).toBeHidden();
  await bid(rivalWorkshop, '11 000');
  await Promise.all([
    expect(panelOf(workshop).getByText('Överbjuden').first()).toBeVisible({ timeout: LIVE_MS }),
    expect(panelOf(workshop).getByText('11 000 kr').first()).toBeVisible({ timeout: LIVE_MS }),
  ]);
  await expect(
    panelOf(workshop).getByText('Ditt bud på 10 500 kr är inte längre högst.').first(),
  ).toBeVisible();
  await expect(panelOf(workshop).getByText('Lägg 11 500 kr eller mer.').first()).toBeVisible();
  await expect(panelOf(workshop).getByText('Bud accepterat').first()).toBeHidden();
  await expect(timelineOf(caseManager)).toHaveCount(2);
});

test('BID-9 a minimum that rises during the review is offered instead', async ({
  workshop,
  rivalWorkshop,
}) => {
  await review(workshop, '11 500');
  await expect(panelOf(workshop).getByRole('button', { name: 'Bekräfta 11 500 kr' })).toBeVisible();
  await bid(rivalWorkshop, '12 000');
  await expect(
    panelOf(workshop)
      .getByText('Högsta bud är nu 12 000 kr. Lägsta nästa bud är 12 500 kr.')
      .first(),
  ).toBeVisible();
  await panelOf(workshop).getByRole('button', { name: 'Ändra till 12 500 kr' }).click();
  await panelOf(workshop).getByRole('button', { name: 'Bekräfta 12 500 kr' }).click();
  await expect(panelOf(workshop).getByText('Du leder med 12 500 kr.').first()).toBeVisible();
  await expect(panelOf(rivalWorkshop).getByText('Överbjuden').first()).toBeVisible({
    timeout: LIVE_MS,
  });
});

test('BID-6, BID-11 a late bid moves the end, and everybody is notified', async ({
  database,
  workshop,
  rivalWorkshop,
}) => {
  await endIn(database, id, 60);
  await expect(
    panelOf(rivalWorkshop)
      .getByText(/^\d+\ss$/)
      .first(),
  ).toBeVisible();
  await bid(rivalWorkshop, '13 000');
  const { rows } = await database.query(
    'select end_dt from auction_standings where auction_id = $1',
    [id],
  );
  const time = stockholmTime(rows[0].end_dt.getTime());
  await expect(
    panelOf(rivalWorkshop).getByText(`Auktionen förlängdes till ${time}`).first(),
  ).toBeVisible();
  await expect(panelOf(workshop).getByText(`Förlängd till ${time}`).first()).toBeVisible();
  await expect(
    caseManager.getByRole('region', { name: 'Budläge' }).getByText(`Förlängd till ${time}`).first(),
  ).toBeVisible();
  await expect(
    panelOf(workshop)
      .getByText(/^[23]\smin\s\d+\ss$/)
      .first(),
  ).toBeVisible();
});

test('AUC-5, AUC-11 all windows show the end and the winner without a reload', async ({
  database,
  workshop,
  rivalWorkshop,
}) => {
  await endIn(database, id, 1);
  for (const page of [workshop, rivalWorkshop, caseManager]) {
    await expect(page.getByText('Avslutad', { exact: true })).toBeVisible();
  }
  for (const page of [workshop, rivalWorkshop]) {
    await expect(page.getByRole('button', { name: 'Granska bud' })).toHaveCount(0);
  }
  await expect(
    panelOf(rivalWorkshop).getByText('Ditt bud på 13 000 kr var högst.').first(),
  ).toBeVisible();
  await expect(panelOf(workshop).getByText('Ditt högsta bud var 12 500 kr.').first()).toBeVisible();
  const winner = timelineOf(caseManager).filter({ hasText: 'Vinnare' });
  await expect(winner.getByText('Söder Plåt').first()).toBeVisible();
  await expect(winner).toHaveCount(1);
  await expect(
    caseManager.getByRole('region', { name: 'Budläge' }).getByText('Vinnande bud').first(),
  ).toBeVisible();

  await openAuction(workshop, id);
  await expect(workshop.getByText('Avslutad', { exact: true })).toBeVisible();
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
  await page.getByRole('combobox', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
}

function isDrawn(element: unknown): boolean {
  return (element as { naturalWidth: number }).naturalWidth > 300;
}
