// What is announced, and how often, in the flows of a login and a bid: WCAG 4.1.3.
import { expect } from '@playwright/test';
import { WRONG_LOGIN } from '@restvarde/contract/auth/login';
import { openAuction, panelOf } from '../fixtures/bidding.ts';
import { PASSWORD, PEOPLE } from '../fixtures/people.ts';
import { listenTo } from '../fixtures/speech.ts';
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
  await code.fill('000000');
  await speech.forget();
  await code.press('Enter');
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
  // By the button focus moves to the field, which reads its error.
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
