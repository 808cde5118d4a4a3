// Announcements during a login and a bid: WCAG 4.1.3.
import { expect } from '@playwright/test';
import { WRONG_LOGIN } from '@restvarde/contract/auth/login';
import { bid, openAuction, panelOf, review } from '../fixtures/bidding.ts';
import { advanceUntil, stopClock } from '../fixtures/clock.ts';
import { PASSWORD, PEOPLE } from '../fixtures/people.ts';
import { endIn } from '../fixtures/seller.ts';
import { listenTo, type Utterance } from '../fixtures/speech.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

test('SHELL-11, FORM-6, AUTH-2, AUTH-3 an error at the field that has focus is announced at each Enter', async ({
  openWindow,
}) => {
  const page = await openWindow();
  const speech = await listenTo(page);
  await visit(page, '/forgot-password');
  await expect(page.getByLabel('E-post')).toBeFocused();
  await speech.forget();
  await page.keyboard.press('Enter');
  await speech.once(/Fyll i detta fältet/, 'assertive');
  await speech.forget();
  await page.keyboard.press('Enter');
  await speech.once(/Fyll i detta fältet/, 'assertive');
  await page.keyboard.type('abc');
  await speech.forget();
  await page.keyboard.press('Enter');
  await speech.once(/Ange en giltig e-post/, 'assertive');

  await visit(page, '/');
  await page.getByLabel('E-post').fill(PEOPLE.rivalWorkshop);
  const password = page.getByLabel('Lösenord', { exact: true });
  await password.fill('fel');
  await speech.forget();
  await password.press('Enter');
  await speech.once(new RegExp(WRONG_LOGIN), 'focus');

  await password.fill(PASSWORD);
  await password.press('Enter');
  const code = page.getByLabel('Kod skickad till din e-post');
  await speech.forget();
  await code.fill('000000');
  await speech.once(/Koden är inkorrekt eller gått ut/, 'assertive');
  await expect(code).toBeFocused();
});

test('BID-1, FORM-6 a bid that is too low is announced, also the second time', async ({
  seller,
  openSignedIn,
}) => {
  const { id } = await seller.putUp();
  const page = await openSignedIn(PEOPLE.rivalWorkshop);
  const speech = await listenTo(page);
  await openAuction(page, id);
  const field = panelOf(page).getByRole('textbox', { name: 'Ditt bud i kronor' });
  await field.fill('100');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await speech.forget();
    await field.press('Enter');
    await speech.once(/10\s000 kr/, 'assertive');
  }
  // The button moves focus to the field, which is read with its error.
  await field.fill('200');
  await speech.forget();
  await panelOf(page).getByRole('button', { name: 'Granska bud' }).click();
  await expect(field).toBeFocused();
  await speech.once(/måste vara minst/, 'focus');
});

test('LIST-15 a dialog without a form library announces its error at Enter', async ({
  caseManager,
  seller,
}) => {
  await seller.putUp();
  const speech = await listenTo(caseManager);
  await visit(caseManager, '/auctions');
  await caseManager.getByText('Rader', { exact: true }).click();
  await caseManager.getByRole('checkbox').nth(1).check({ force: true });
  await caseManager.getByRole('button', { name: 'Flytta slut' }).click();
  const time = caseManager.getByRole('dialog').getByLabel('Sluttid');
  await time.fill('99');
  await speech.forget();
  await time.press('Enter');
  await speech.once(/TT:MM|sluttid/i, 'assertive');
});

test('SHELL-11, BID-9, LIVE-7, AUC-14 each event of a bidding duel is announced once', async ({
  seller,
  openSignedIn,
  workshop,
  database,
}) => {
  const { id } = await seller.putUp({ reservation_price: '20000', hidden_reservation_price: '0' });
  const page = await openSignedIn(PEOPLE.rivalWorkshop);
  const speech = await listenTo(page);
  await openAuction(page, id);
  await openAuction(workshop, id);

  const sums = panelOf(page).getByRole('group', { name: 'Fyll i ett belopp' });
  await sums.getByRole('button').nth(1).click();
  await speech.once(/^Ditt bud: 10\s500\skr$/, 'polite');
  await bid(page, '11 000');

  await review(page, '12 000');
  await speech.forget();
  await bid(workshop, '15 000');
  await speech.once(/15\s000\skr/, 'assertive');
  await panelOf(page).getByRole('button', { name: 'Ändra', exact: true }).click();

  await speech.forget();
  await bid(workshop, '25 000');
  await speech.once(/Nytt bud: 25\s000\skr\. .*Reservationspriset är uppnått\.$/, 'polite');

  const field = panelOf(page).getByRole('textbox', { name: 'Ditt bud i kronor' });
  await field.focus();
  await speech.forget();
  await endIn(database, id, 0);
  await speech.once(
    /^Auktionen är avslutad\. Inte högst\. Ditt högsta bud var 11\s000\skr\./,
    'polite',
  );
  await expect(panelOf(page).getByRole('heading', { name: 'Budgivning' })).toBeFocused();
});

test('LIVE-8, SHELL-11 a workshop that is outbid on another page gets one toast', async ({
  seller,
  openSignedIn,
  workshop,
}) => {
  const { id } = await seller.putUp();
  const page = await openSignedIn(PEOPLE.rivalWorkshop);
  const speech = await listenTo(page);
  await openAuction(page, id);
  await bid(page, '10 000');
  await page.getByRole('link', { name: 'Kontakta oss' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kontakta oss' })).toBeVisible();
  await openAuction(workshop, id);
  await speech.forget();
  await bid(workshop, '12 000');
  await speech.once(/^Du är överbjuden på Volvo V60\. Nytt bud: 12\s000\skr\.$/, 'assertive');
  await expect(page.locator(':focus')).toHaveText('Kontakta oss');
});

test('SHELL-11, AUC-2 the gallery announces which picture its buttons and thumbnails show', async ({
  seller,
  openSignedIn,
}) => {
  const page = await openSignedIn(PEOPLE.rivalWorkshop);
  const speech = await listenTo(page);
  await visit(page, '/contact');
  const picture = await page.screenshot({ type: 'jpeg', quality: 50 });
  const { id } = await seller.putUp({}, [picture, picture, picture]);
  await openAuction(page, id);
  await speech.forget();
  await page.getByRole('button', { name: 'Nästa bild' }).click();
  await speech.once(/^Bild 2 av 3$/, 'polite');
  await page.getByRole('region', { name: 'Bilder' }).getByRole('listitem').last().click();
  await speech.once(/^Bild 3 av 3$/, 'polite');
});

test('SHELL-11, LIST-2, LIST-11 only the latest count is announced, and not on the next page', async ({
  seller,
  openSignedIn,
}) => {
  for (let one = 0; one < 26; one += 1)
    await seller.putUp({ manufacturer: 'Kia', model: `nr ${one}` });
  const page = await openSignedIn(PEOPLE.rivalWorkshop);
  const speech = await listenTo(page);
  const isNone = ({ text }: Utterance) => text === 'Inga auktioner';
  await page.clock.install();
  await visit(page, '/auctions');
  await page.keyboard.press('/');
  const search = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /^Sök/ }))
    .first();
  // The pause of five seconds between announcements follows the page's clock, which advances in steps.
  await stopClock(page);
  const find = async (text: string, isFound: () => Promise<boolean>) => {
    await search.fill(text);
    await search.press('Enter');
    await advanceUntil(page, isFound);
  };
  await find('finnsinte', async () => (await speech.said()).some(isNone));
  await speech.forget();
  await find('zzz', () => page.getByText('Inga auktioner stämmer med ”zzz”.').first().isVisible());
  await find('kia', async () => (await page.getByRole('article').count()) === 24);
  await page.clock.resume();
  await speech.once(/^Visar 24/, 'polite');
  expect((await speech.said()).filter(isNone)).toEqual([]);

  // Pending announcements are dropped when another page opens.
  await page.getByRole('button', { name: 'Visa fler' }).click();
  await expect(page.getByRole('article')).toHaveCount(26);
  await page.getByRole('link', { name: 'Kontakta oss' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kontakta oss' })).toBeVisible();
  await speech.forget();
  await page.getByRole('button', { name: /^Sök/ }).click();
  const combobox = page.getByRole('dialog').getByRole('combobox');
  await combobox.fill('kia');
  await speech.once(/^\d förslag$/, 'polite');
  await combobox.fill('finnsinte');
  await speech.once(/^Inga träffar på ”finnsinte”$/, 'polite');
  expect((await speech.said()).filter(({ text }) => /nya auktioner/.test(text))).toEqual([]);
});
