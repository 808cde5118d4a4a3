// A workshop's and a case manager's work with auctions by keyboard.
import { expect } from '@playwright/test';
import type { Auction } from '@restvarde/contract/auctions/auction';
import { type Keys, keysOf } from '../fixtures/keyboard.ts';
import { PASSWORD, PEOPLE } from '../fixtures/people.ts';
import { stockholmMinute } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

let workshop: Keys;
let caseManager: Keys;
let tesla: Auction;

test.beforeAll(async ({ seller, openWindow }) => {
  for (let one = 0; one < 25; one++) {
    await seller.putUp({ manufacturer: one % 5 === 0 ? 'Saab' : 'Kia', model: `nr ${one}` });
  }
  const window = await openWindow();
  await visit(window, '/');
  const picture = await window.screenshot({ type: 'jpeg', quality: 70 });
  workshop = keysOf(window);
  // Ends first, so it is listed first.
  const end_dt = stockholmMinute(Date.now() + 7_200_000);
  const car = { manufacturer: 'Tesla', model: 'Model Y', end_dt };
  tesla = await seller.putUp(car, [picture, picture, picture]);
});

test('AUTH-12 a password reset is requested and left by keyboard', async () => {
  await workshop.enter('link', 'Jag har glömt mitt lösenord.');
  await workshop.to('textbox', 'E-post');
  await workshop.write(PEOPLE.rivalWorkshop);
  await workshop.press('Enter');
  await workshop.isAt('heading', 'Kolla din inkorg');
  await workshop.enter('link', 'Tillbaka till inloggning');
  await workshop.sees('Fortsätt');
});

test('AUTH-2, AUTH-3 a user logs in with the code by keyboard', async ({ mailbox }) => {
  const known = await mailbox.codesTo(PEOPLE.rivalWorkshop);
  await workshop.to('textbox', 'E-post');
  await workshop.write(PEOPLE.rivalWorkshop);
  await workshop.to('textbox', 'Lösenord');
  await workshop.write(PASSWORD);
  await workshop.press('Enter');
  await workshop.isAt('textbox', 'Kod skickad till din e-post');
  await workshop.write(await mailbox.nextCode(PEOPLE.rivalWorkshop, known.length));
  await workshop.sees(/^Visar 24 av \d+/);
});

test('LIST-2 a filter is opened, filled in, shown as a chip and removed by keyboard', async () => {
  await workshop.enter('button', 'Filter');
  await workshop.to('combobox', 'Fabrikat');
  await workshop.press('Enter');
  await workshop.write('saab');
  await workshop.press('Enter', 'Escape');
  await workshop.sees('5 auktioner');
  await workshop.enter('button', /Fabrikat: Saab/);
  await workshop.sees(/^Visar 24 av \d+/);
  await workshop.isAt('button', /^Filter/);
  await workshop.to('textbox', 'Modell');
  await workshop.write('model y');
  await workshop.sees('1 auktion');
  await workshop.enter('button', 'Rensa');
  await workshop.isAt('button', /^Filter/);
  await workshop.sees(/^Visar 24 av \d+/);
  await workshop.press('Enter');
  await workshop.counts(0, 'form');
});

test('LIST-3 the order is chosen by keyboard', async () => {
  await workshop.enter('button', /Sortera/);
  await workshop.isAt('menuitemradio', 'Rekommenderad ordning');
  await workshop.press('End', 'Enter');
  await workshop.isAt('button', /Högst nummer/);
  await expect
    .poll(async () => workshop.path().includes('ordering=-number'), 'the order in the address')
    .toBe(true);
  await workshop.press('Enter');
  await workshop.isAt('menuitemradio', 'Högst nummer');
  await workshop.press('Escape');
  await workshop.isAt('button', /Sortera/);
  await workshop.press('Enter', 'Home', 'Enter');
  await expect.poll(async () => !workshop.path().includes('ordering'), 'no order').toBe(true);
});

test('LIST-4 «Visa fler» by keyboard announces what was added and keeps focus', async () => {
  await workshop.enter('button', 'Visa fler');
  await workshop.sees('2 nya auktioner visas');
  await workshop.announces(/nr|Tesla/);
  await workshop.counts(26, 'article');
});

test('AUC-2 an auction is opened and its pictures are viewed full-screen by keyboard', async () => {
  await workshop.enter('link', 'Tesla Model Y');
  await workshop.isAt('heading', 'Tesla Model Y 2021');
  await workshop.to('button', /^Bild 1 av 3.*helskärm/);
  await workshop.press('ArrowRight');
  await workshop.sees('2 / 3');
  await workshop.enter('button', /^Bild 2 av 3.*helskärm/);
  await workshop.isAt('button', 'Stäng');
  await workshop.press('End');
  await workshop.sees('3 / 3');
  await workshop.enter('button', 'Förstora');
  await workshop.press('z', 'Escape');
  await workshop.isAt('button', /^Bild 3 av 3/);
});

test('BID-1, BID-2, BID-9 a bid is entered, reviewed, changed and confirmed by keyboard, after accepting the terms', async () => {
  await workshop.to('textbox', 'Ditt bud i kronor');
  await workshop.write('10000');
  await workshop.press('Enter');
  await workshop.announces('Du bjuder 10 000 kr.');
  await workshop.press('Escape');
  await workshop.isAt('textbox', 'Ditt bud i kronor');
  await workshop.enter('button', /^10\s500/);
  await workshop.enter('button', 'Granska bud');
  await workshop.announces('Du bjuder 10 500 kr.');
  await workshop.enter('button', /Bekräfta 10\s500\skr/);
  await workshop.announces('Bud accepterat');
});

test('AUC-12 an auction is watched and unwatched by keyboard', async () => {
  await workshop.enter('button', 'Bevaka');
  await workshop.isAt('dialog', 'Bevakning aktiverad');
  await workshop.enter('button', 'OK');
  await workshop.isAt('button', 'Bevakas');
  await workshop.press('Enter');
  await workshop.isAt('dialog', 'Bevakning inaktiverad');
  await workshop.press('Escape');
  await workshop.isAt('button', 'Bevaka');
});

test('AUC-6, AUC-8, AUC-18, AUC-10, AUC-7 an auction is ended, its winner chosen and notified, and it is deleted, by keyboard', async ({
  openSignedIn,
}) => {
  const window = await openSignedIn(PEOPLE.caseManager);
  await visit(window, '/');
  caseManager = keysOf(window);
  await caseManager.enter('link', 'Auktioner');
  await caseManager.isAt('heading', 'Auktioner');
  await caseManager.enter('link', 'Tesla Model Y');
  await caseManager.enter('button', `Fler val för auktion ${tesla.number}`);
  await caseManager.isAt('menuitem', 'Avsluta');
  await caseManager.press('Enter');
  await caseManager.isAt('alertdialog', `Avsluta auktion ${tesla.number}?`);
  await caseManager.enter('button', 'Avsluta auktionen');
  await caseManager.sees('Auktionen har avslutas.');
  await caseManager.sees('Ingen vinnare är vald.');

  await caseManager.enter('button', /^Välj .*, 10\s500\skr$/);
  await caseManager.isAt('alertdialog', 'Välj vinnare');
  await caseManager.enter('button', 'Välj vinnare');
  await caseManager.sees('Vinnaren har valts.');
  await caseManager.isAt('button', 'Meddela vinnare');
  await caseManager.press('Enter');
  await caseManager.isAt('alertdialog', 'Meddela vinnare');
  await caseManager.enter('button', 'Meddela vinnare');
  await caseManager.announces('Vinnare av auktionen blir meddelad inom kort.');

  await caseManager.enter('button', `Fler val för auktion ${tesla.number}`);
  await caseManager.isAt('menuitem', 'Häv köpet');
  await caseManager.press('ArrowDown');
  await caseManager.isAt('menuitem', 'Radera');
  await caseManager.press('Enter');
  await caseManager.isAt('alertdialog', `Radera auktion ${tesla.number}?`);
  await caseManager.to('textbox', `Skriv ${tesla.number} för att bekräfta`);
  await caseManager.write(tesla.number);
  await caseManager.enter('button', 'Radera');
  await caseManager.sees('Auktionen har raderats.');
  await caseManager.isAt('heading', 'Auktioner');
  await caseManager.counts(0, 'link', 'Tesla Model Y');
});
