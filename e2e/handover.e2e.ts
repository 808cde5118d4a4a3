// From the booking to the handover, for a buyer and a yard on phones.
import { expect, type Page } from '@playwright/test';
import { stockholmDate } from '@restvarde/contract/dates';
import { assertAccessible, type Screen } from './fixtures/accessibility.ts';
import { bid, chooseSlot, notifyWinner, openAuction, panelOf } from './fixtures/bidding.ts';
import { PEOPLE } from './fixtures/people.ts';
import { endIn } from './fixtures/seller.ts';
import { test } from './fixtures/test.ts';
import { visit } from './fixtures/windows.ts';

const PHONE = { width: 360, height: 740, hasTouch: true };
const PHONES: readonly Screen[] = [
  { width: 360, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
];

/** The row of an object, by registration number. */
const rowOf = (page: Page, plate: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: plate });

/** Checks accessibility on a phone and returns to it. */
async function assertOnPhone(page: Page): Promise<void> {
  await assertAccessible(page, PHONES);
  await page.setViewportSize(PHONE);
}

test('PICK-4, PICK-5, PICK-7, PICK-16, SHELL-3 a buyer books on a phone, and the yard hands over on another by the code and one press', async ({
  seller,
  openSignedIn,
  caseManager,
  database,
}) => {
  const { id } = await seller.putUp({
    hidden_reservation_price: '0',
    registration_number: 'GRD36T',
  });
  await database.query(
    `update auctions set staging_area_id = area.id, staging_area_name = area.name
    from staging_areas area where area.name = 'Gävle Skadeverkstad' and auctions.id = $1`,
    [id],
  );
  const buyer = await openSignedIn(PEOPLE.rivalWorkshop, PHONE);
  const yard = await openSignedIn(PEOPLE.yard, PHONE);
  await visit(yard, '/');
  // SHELL-3: the logo has room at every width, also with the yard's page in the menu.
  const logo = yard.getByRole('banner').getByRole('link').first();
  const natural = (await logo.boundingBox())?.width ?? 0;
  for (const width of [768, 960, 1024, 1280]) {
    await yard.setViewportSize({ width, height: 740 });
    await expect
      .poll(async () => (await logo.boundingBox())?.width, `${width} px`)
      .toBeGreaterThanOrEqual(natural);
  }
  await yard.setViewportSize(PHONE);
  await openAuction(buyer, id);
  await bid(buyer, '12 000');
  await endIn(database, id, 1);
  await openAuction(caseManager, id);
  await expect(caseManager.getByRole('button', { name: 'Meddela vinnare' })).toBeVisible();
  await notifyWinner(caseManager);

  const code = panelOf(buyer).getByText(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/);
  await expect(code).toBeVisible();
  const shown = await code.innerText();
  await expect(panelOf(buyer).getByText('Öppet: mån–fre 07:00–17:00').first()).toBeVisible();
  const booking = await chooseSlot(buyer, 2, '10:00');
  await booking.getByLabel('Vem kommer, och med vad?').fill('Kim Åkesson med bärgare');
  await assertOnPhone(buyer);
  await booking.getByRole('button', { name: /^Boka .*10:00$/ }).click();
  await expect(panelOf(buyer).getByRole('button', { name: 'Ändra tid' })).toBeVisible();
  // Without a reload.
  const collection = caseManager.getByRole('region', { name: 'Hämtning', exact: true });
  await expect(collection.getByText(/10:00$/).first()).toBeVisible();
  await expect(collection.getByText('Kim Åkesson med bärgare')).toBeVisible();
  const desk = await openSignedIn(PEOPLE.caseManager);
  await visit(desk, '/handovers');
  const deskRow = desk.getByRole('row').filter({ hasText: 'GRD36T' });
  await expect(deskRow.getByText('10:00')).toBeVisible();
  const days = desk.getByRole('table', { name: 'Väntar' }).getByRole('heading', { level: 2 });
  await expect(days.first()).toBeVisible();
  await chooseSlot(buyer, 2, '11:00');
  await booking.getByRole('button', { name: /^Boka .*11:00$/ }).click();
  await expect(collection.getByText(/11:00$/).first()).toBeVisible();
  await expect(deskRow.getByText('11:00')).toBeVisible();
  await assertAccessible(desk);

  await yard.getByRole('button', { name: 'Meny', exact: true }).click();
  await yard.getByRole('dialog').getByRole('link', { name: 'Utlämningar' }).click();
  const row = rowOf(yard, 'GRD36T');
  await expect(row.getByText('Söder Plåt')).toBeVisible();
  await expect(row.getByText('Kim Åkesson med bärgare')).toBeVisible();
  await expect(row.getByText(/11:00$/)).toBeVisible();
  await expect(row.getByText('12 000')).toHaveCount(0);
  await expect(yard.getByText(shown)).toHaveCount(0);
  await assertOnPhone(yard);
  await row.getByRole('button', { name: 'Lämna ut Volvo V60' }).click();
  const dialog = yard.getByRole('dialog', { name: 'Lämna ut' });
  await expect(dialog.getByLabel('Köparens kod')).toBeFocused();
  await expect(dialog.getByText('Lämna ut utan kod')).toHaveCount(0);
  await dialog.getByLabel('Köparens kod').fill('AAA-AAA');
  await dialog.getByLabel('Vem hämtar?').fill('Kim Åkesson');
  await dialog.getByRole('button', { name: 'Lämna ut' }).click();
  await expect(dialog.getByText('Koden stämmer inte.')).toBeVisible();
  await assertOnPhone(yard);

  // A second phone has the dialog open too.
  const other = await openSignedIn(PEOPLE.yard, PHONE);
  await visit(other, '/handovers');
  await rowOf(other, 'GRD36T').getByRole('button', { name: 'Lämna ut Volvo V60' }).click();
  const late = other.getByRole('dialog', { name: 'Lämna ut' });
  await late.getByLabel('Köparens kod').fill(shown);
  await late.getByLabel('Vem hämtar?').fill('Någon annan');

  await dialog.getByRole('button', { name: 'Avbryt' }).click();

  // PICK-16: a part of the number filters the list; the code and one press hand over.
  const gate = yard.getByLabel('Skanna eller skriv kod');
  await gate.fill('36t');
  await expect(row).toHaveCount(1);
  await gate.fill('AAA-AAA');
  await expect(
    yard.getByText('Inget objekt som väntar har den koden eller det numret'),
  ).toBeVisible();
  await gate.fill(shown.replace('-', ' ').toLowerCase());
  await expect(yard.getByText('Lämna ut.', { exact: true })).toBeVisible();
  await expect(yard.getByLabel('Vem hämtar?')).toHaveValue('Kim Åkesson');
  await assertOnPhone(yard);
  await yard.getByRole('button', { name: 'Lämna ut', exact: true }).click();
  await expect(yard.getByText('GRD36T är utlämnad.').first()).toBeVisible();
  await expect(gate).toBeFocused();
  await expect(row).toHaveCount(0);
  await expect(deskRow).toHaveCount(0);
  await expect(panelOf(buyer).getByText('Hämtat av Kim Åkesson')).toBeVisible();
  await expect(collection.getByText('Gävle Skadeverkstad')).toBeVisible();
  await late.getByRole('button', { name: 'Lämna ut' }).click();
  const today = stockholmDate(new Date());
  await expect(late.getByText(`Objektet är redan utlämnat ${today}.`)).toBeVisible();

  await yard.getByRole('link', { name: 'Utlämnade' }).click();
  await expect(rowOf(yard, 'GRD36T').getByText('Kim Åkesson')).toBeVisible();
  // A code is searched among waiting objects.
  await gate.pressSequentially('36t');
  await expect(yard.getByRole('link', { name: 'Väntar' })).toHaveAttribute('aria-current', 'page');
  await expect(gate).toHaveValue('36t');
  await expect(gate).toBeFocused();
});

test('ROLE-5, ROLE-18 a workshop that is not a yard has no such page', async ({
  rivalWorkshop,
}) => {
  await visit(rivalWorkshop, '/handovers');
  await expect(rivalWorkshop.getByRole('heading', { level: 1, name: 'Auktioner' })).toBeVisible();
  const menu = rivalWorkshop.getByRole('navigation', { name: 'Huvudmeny' });
  await expect(menu.getByRole('link', { name: 'Utlämningar' })).toHaveCount(0);
});
