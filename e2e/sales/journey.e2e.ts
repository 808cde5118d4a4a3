// A purchase for buyer and yard: booked by slot, collected with the pass.
import { expect, type Page } from '@playwright/test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { bid, notifyWinner, openAuction, panelOf, timelineOf } from '../fixtures/bidding.ts';
import { PEOPLE } from '../fixtures/people.ts';
import type { Database } from '../fixtures/product.ts';
import { endIn, type Seller } from '../fixtures/seller.ts';
import { MAX_SHIFT, shiftOf } from '../fixtures/shift.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

const PHONE = { width: 360, height: 740, hasTouch: true };

/** An auction won by this page's workshop, with the object at the yard. */
async function win(parts: {
  seller: Seller;
  database: Database;
  buyer: Page;
  caseManager: Page;
  plate: string;
}): Promise<number> {
  const { seller, database, buyer, caseManager, plate } = parts;
  const { id } = await seller.putUp({ hidden_reservation_price: '0', registration_number: plate });
  await database.query(
    `update auctions set staging_area_id = area.id, staging_area_name = area.name
    from staging_areas area where area.name = 'Gävle Skadeverkstad' and auctions.id = $1`,
    [id],
  );
  await openAuction(buyer, id);
  await bid(buyer, '12 000');
  await endIn(database, id, 1);
  await openAuction(caseManager, id);
  await expect(caseManager.getByRole('button', { name: 'Meddela vinnare' })).toBeVisible();
  await notifyWinner(caseManager);
  await expect(caseManager.getByRole('region', { name: 'Hämtning', exact: true })).toBeVisible();
  return id;
}

test('PICK-13, PICK-14, PICK-15 a winner books a slot and shows the pass with six taps, on a phone', async ({
  seller,
  openSignedIn,
  caseManager,
  database,
}) => {
  const buyer = await openSignedIn(PEOPLE.rivalWorkshop, PHONE);
  const id = await win({ seller, database, buyer, caseManager, plate: 'JRN36T' });
  await openAuction(caseManager, id);
  await expect(caseManager.getByRole('button', { name: 'Notera betalning' })).toBeVisible();
  await expect(timelineOf(caseManager).first()).toBeVisible();
  expect(await shiftOf(caseManager), 'of the seller’s page').toBeLessThan(MAX_SHIFT);
  await visit(buyer, '/won-auctions');
  const card = buyer.getByRole('article').filter({ hasText: 'Boka hämtning' }).first();
  await expect(card.getByText('Fri lagring t.o.m.')).toBeVisible();
  expect(await shiftOf(buyer), 'of Vunna auktioner').toBeLessThan(MAX_SHIFT);
  await assertAccessible(buyer);
  await buyer.setViewportSize(PHONE);

  await card.getByRole('link', { name: 'Boka hämtning' }).tap(); // 1
  const step = panelOf(buyer).getByRole('region', { name: 'Boka hämtning' });
  await expect(step).toBeVisible();
  // Measured before the next tap: the browser counts what a tap moves as a shift if its answer takes half a second.
  expect(await shiftOf(buyer), 'of the won auction').toBeLessThan(MAX_SHIFT);
  await step.getByRole('button', { name: 'Boka hämtning' }).tap(); // 2
  const days = step.getByRole('group', { name: 'Dag' });
  await expect(days.getByText('Ingen lagringsavgift').first()).toBeVisible();
  await days
    .getByText(/^(mån|tis|ons|tor|fre)/)
    .nth(1)
    .tap(); // 3
  const hours = step.getByRole('group', { name: /^Klockan/ });
  await hours.getByText('10:00').tap(); // 4
  await assertAccessible(buyer);
  await buyer.setViewportSize(PHONE);
  await step.getByRole('button', { name: /^Boka .*10:00$/ }).tap(); // 5
  await expect(panelOf(buyer).getByRole('button', { name: 'Ändra tid' })).toBeVisible();
  await panelOf(buyer).getByRole('button', { name: 'Visa hämtkod' }).tap(); // 6

  const pass = buyer.getByRole('dialog', { name: 'Hämtkod' });
  await expect(pass.getByText(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/)).toBeVisible();
  await expect(pass.getByText('JRN36T')).toBeVisible();
  await expect(pass.getByText(/Bokad tid .*10:00/)).toBeVisible();
  await expect(pass.getByRole('img', { name: /som QR-kod$/ })).toBeVisible();
  await expect(pass.getByRole('link', { name: 'Visa på karta' })).toBeVisible();
  await assertAccessible(buyer);

  // PICK-15: the pass stays and reopens without a network.
  await buyer.context().setOffline(true);
  await pass.getByRole('button', { name: 'Stäng' }).click();
  await panelOf(buyer).getByRole('button', { name: 'Visa hämtkod' }).click();
  await expect(pass.getByRole('img', { name: /som QR-kod$/ })).toBeVisible();
  await buyer.context().setOffline(false);
});

test('PICK-13 a slot that has become full is refused at the field and no longer offered', async ({
  seller,
  openSignedIn,
  caseManager,
  database,
}) => {
  const [buyer, other] = await Promise.all([
    openSignedIn(PEOPLE.rivalWorkshop, PHONE),
    openSignedIn(PEOPLE.workshop),
  ]);
  await database.query(
    `update staging_areas set booking_hours = jsonb_set(booking_hours, '{places}', '1')
    where name = 'Gävle Skadeverkstad'`,
  );
  const ids = [
    await win({ seller, database, buyer, caseManager, plate: 'FUL11A' }),
    await win({ seller, database, buyer: other, caseManager, plate: 'FUL22A' }),
  ];
  const open = async (page: Page, id: number) => {
    await openAuction(page, id);
    const step = panelOf(page).getByRole('region', { name: 'Boka hämtning' });
    await step.getByRole('button', { name: 'Boka hämtning' }).click();
    await step
      .getByRole('group', { name: 'Dag' })
      .getByText(/^(mån|tis|ons|tor|fre)/)
      .nth(2)
      .click();
    await step
      .getByRole('group', { name: /^Klockan/ })
      .getByText('13:00')
      .click();
    return step;
  };
  const first = await open(buyer, ids[0]!);
  const second = await open(other, ids[1]!);
  await first.getByRole('button', { name: /^Boka .*13:00$/ }).click();
  await expect(panelOf(buyer).getByRole('button', { name: 'Ändra tid' })).toBeVisible();
  await second.getByRole('button', { name: /^Boka .*13:00$/ }).click();
  await expect(second.getByText('Tiden är fullbokad. Välj en annan tid.')).toBeVisible();
  await expect(second.getByRole('group', { name: /^Klockan/ }).getByText('13:00')).toHaveCount(0);
  await database.query(
    `update staging_areas set booking_hours = jsonb_set(booking_hours, '{places}', '2')
    where name = 'Gävle Skadeverkstad'`,
  );
});

test('PICK-12 an admin enters opening hours, and a fault is shown at its time', async ({
  companyAdmin,
}) => {
  await visit(companyAdmin, '/settings/staging-areas');
  await companyAdmin
    .getByRole('button', { name: /^Öppettider för / })
    .last()
    .click();
  const dialog = companyAdmin.getByRole('dialog', { name: /^Öppettider för / });
  await dialog.getByText('Bokningsbara tider').click();
  await dialog.getByLabel('Måndag från').fill('18:00');
  await assertAccessible(companyAdmin);
  await dialog.getByRole('button', { name: 'Spara' }).click();
  await expect(dialog.getByText(/^Sluttiden måste vara efter starttiden/)).toBeVisible();
  await dialog.getByLabel('Måndag från').fill('06:00');
  const closed = addDays(stockholmDate(new Date()), 200);
  await dialog.getByLabel('Stängt från').fill(closed);
  await dialog.getByRole('button', { name: 'Lägg till stängda dagar' }).click();
  await expect(dialog.getByText(closed)).toBeVisible();
  await dialog.getByRole('button', { name: 'Spara' }).click();
  await expect(dialog).toBeHidden();
  await expect(companyAdmin.getByText(/mån 06:00–1\d:00, tis–fre/).first()).toBeVisible();
});
