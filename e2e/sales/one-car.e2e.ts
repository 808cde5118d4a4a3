// One sale after its auction's end, on the screens of all parties.

import { expect, type Page } from '@playwright/test';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { bid, notifyWinner, openAuction, panelOf } from '../fixtures/bidding.ts';
import { PEOPLE } from '../fixtures/people.ts';
import type { Database } from '../fixtures/product.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test('RELIST-6, RELIST-7, OFFER-5, DISM-3, DISM-7, PICK-2, PICK-4, PICK-5, PICK-6 a car below its reserve is sold for dismantling, paid, collected late and deregistered', async ({
  caseManager,
  companyAdmin,
  database,
  mailbox,
  rivalWorkshop,
  seller,
  workshop,
}) => {
  await test.step('the company’s settings', async () => {
    await visit(companyAdmin, '/settings');
    const choose = (name: string | RegExp) =>
      companyAdmin.getByRole('radio', { name }).check({ force: true });
    await choose('Det läggs upp på nytt för demontering');
    await companyAdmin.getByLabel('Nytt utropspris (procent av det förra)').fill('40');
    await choose('Bara auktoriserade bilskrotare. Övriga kan se objekten.');
    await choose('När betalningen är noterad');
    await choose(/^Ja, med intyg/);
    await companyAdmin.getByRole('button', { name: 'Spara Försäljning' }).click();
    await expect(companyAdmin.getByText('Inställningarna har uppdaterats.').first()).toBeVisible();
    await authorise(database, 'Lind Bil & Plåt');
  });

  const { id, number } = await seller.putUp({ reservation_price: '30000' });
  await test.step('it ends unsold below its reserve', async () => {
    await openAuction(workshop, id);
    await bid(workshop, '12 000');
    await endIn(database, id, 0);
    await openAuction(caseManager, id);
    await caseManager.getByRole('button', { name: 'Avsluta utan försäljning' }).click();
    const dialog = caseManager.getByRole('alertdialog', { name: 'Avsluta utan försäljning' });
    await expect(
      dialog.getByText('Objektet läggs sedan upp på nytt för demontering.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Avsluta utan försäljning' }).click();
    await expect(panelOf(workshop).getByText('Ej såld').first()).toBeVisible();
  });

  const successor = await test.step('it is relisted automatically for dismantling', async () => {
    // Both pages update without a reload.
    const way = caseManager.getByRole('link', { name: /^Auktion / });
    await expect(way).toBeVisible({ timeout: 60_000 });
    await way.click();
    await expect(caseManager.getByRole('link', { name: number })).toBeVisible();
    await expect(caseManager.getByText('Demontering', { exact: true }).first()).toBeVisible();
    const { text } = await mailbox.waitFor(PEOPLE.workshop, /är upplagd på nytt/);
    expect(text).toMatch(/Demontering/);
    expect(text, 'no earlier bids').not.toMatch(/12.000/);
    await panelOf(workshop)
      .getByRole('link', { name: /^Auktion / })
      .click();
    await expect(panelOf(workshop).getByLabel('Ditt bud')).toBeVisible();
    return Number(caseManager.url().split('/').at(-1));
  });

  await test.step('only an authorised dismantler may bid on it', async () => {
    await openAuction(rivalWorkshop, successor);
    await expect(
      rivalWorkshop.getByText('Bara auktoriserade bilskrotare får bjuda.').first(),
    ).toBeVisible();
    await bid(workshop, '4 000');
    await endIn(database, successor, 0);
  });

  const collection = caseManager.getByRole('region', { name: 'Hämtning', exact: true });
  await test.step('it wins and is notified; the code waits for the payment', async () => {
    await openAuction(caseManager, successor);
    await expect(caseManager.getByRole('button', { name: 'Meddela vinnare' })).toBeVisible();
    await notifyWinner(caseManager);
    await expect(panelOf(workshop).getByText('Du vann auktionen med 4 000 kr.')).toBeVisible();
    await expect(
      panelOf(workshop).getByText('Objektet lämnas ut efter betalning. Koden mejlas då.'),
    ).toBeVisible();
    await collection.getByRole('button', { name: 'Notera betalning' }).click();
    const payment = dialogOf(caseManager, 'Betalning');
    await expect(
      payment.getByText('Köparen får hämtkoden när betalningen är noterad.'),
    ).toBeVisible();
    await payment.getByRole('button', { name: 'Spara' }).click();
  });

  const code = panelOf(workshop).getByText(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/);
  await test.step('it books a collection', async () => {
    await expect(code).toBeVisible();
    await mailbox.waitFor(PEOPLE.workshop, new RegExp(await code.innerText()));
    // The place has no slots, so any time is allowed with a warning.
    const booking = panelOf(workshop).getByRole('region', { name: 'Boka hämtning' });
    await booking.getByRole('button', { name: 'Boka hämtning' }).click();
    await expect(booking.getByText('Platsen har inga bokningsbara tider.')).toBeVisible();
    await booking.getByLabel('Klockan').fill('10.30');
    await booking.getByLabel('Dag').fill(addDays(stockholmDate(new Date()), 3));
    await booking.getByRole('button', { name: /^Boka .*10:30$/ }).click();
    await expect(
      panelOf(workshop)
        .getByText(/10:30$/)
        .first(),
    ).toBeVisible();
    await expect(collection.getByText(/10:30$/).first()).toBeVisible();
  });

  await test.step('it collects three days late and pays for them', async () => {
    await database.query(
      `update collections set free_until = stockholm_today() - 3
       where auction_id = $1 and undone_at is null and withdrawn_at is null`,
      [successor],
    );
    await openAuction(workshop, successor);
    await expect(
      panelOf(workshop)
        .getByText(/3.000.kr, ökar med 1.000.kr vid midnatt/)
        .first(),
    ).toBeVisible();
    const shown = await code.innerText();
    await openAuction(caseManager, successor);
    await collection.getByRole('button', { name: 'Stryk lagringsdygn' }).click();
    const waiver = dialogOf(caseManager, 'Stryk lagringsdygn');
    await expect(waiver.getByText(/^Lagring 3 dygn: 3.000.kr exkl\. moms\.$/)).toBeVisible();
    await waiver.getByRole('button', { name: 'Avbryt' }).click();
    await collection.getByRole('button', { name: 'Lämna ut' }).click();
    const dialog = dialogOf(caseManager, 'Lämna ut');
    await dialog.getByLabel('Köparens kod').fill(shown);
    await dialog.getByLabel('Vem hämtar?').fill('Kim Åkesson');
    await dialog.getByRole('button', { name: 'Lämna ut' }).click();
    await expect(dialog).toBeHidden();
    await expect(panelOf(workshop).getByText('Hämtat av Kim Åkesson')).toBeVisible();
    await mailbox.waitFor(PEOPLE.workshop, /3.000.kr/);
  });

  await test.step('its certificate is returned once, then approved', async () => {
    await sendCertificate(workshop, 'första.pdf');
    await expect(caseManager.getByRole('link', { name: /^första\.pdf/ })).toBeVisible();
    await caseManager.getByRole('button', { name: 'Be om komplettering' }).click();
    const dialog = dialogOf(caseManager, 'Be om komplettering');
    await dialog.getByLabel('Vad saknas?').fill('Sista sidan saknas.');
    await dialog.getByRole('button', { name: 'Be om komplettering' }).click();
    await expect(workshop.getByText(/Kompletteras: Sista sidan saknas\./)).toBeVisible();
    await sendCertificate(workshop, 'andra.pdf');
    await caseManager.getByRole('button', { name: 'Godkänn intyget' }).click();
    for (const page of [caseManager, workshop]) {
      await expect(page.getByText('Godkänt', { exact: true }).first()).toBeVisible();
    }
  });

  await test.step('its history shows all of it, and no tasks remain', async () => {
    await openAuction(caseManager, successor);
    await caseManager.getByRole('button', { name: 'Visa historik' }).click();
    for (const said of [
      `Objektet lades upp på nytt, från auktion ${number}`,
      /lämnade ut objektet, lagring 3 dygn: 3.000.kr/,
      /godkände avregistreringen/,
    ]) {
      await expect(caseManager.getByText(said).first()).toBeVisible();
    }
    await visit(caseManager, '/');
    await expect(caseManager.getByText('Inget väntar på dig just nu.')).toBeVisible();
  });
});

const dialogOf = (page: Page, name: string) =>
  page.locator('[role=dialog], [role=alertdialog]').filter({
    has: page.getByRole('heading', { name }),
  });

/** A station with a checked dismantling authorisation. */
async function authorise(database: Database, station: string): Promise<void> {
  await database.query(
    `insert into dismantlers (service_station_id, number, county, is_claimed, checked_at, checked_by, checked_company_id)
     select s.id, '551-1234-2020', 'T', false, now_ms(), u.id, s.company_id
     from service_stations s join users u on u.company_id = s.company_id
     where s.name = $1 order by u.id limit 1`,
    [station],
  );
}

async function sendCertificate(page: Page, name: string): Promise<void> {
  const form = page.getByRole('region', { name: 'Avregistrering' });
  await form.getByRole('button', { name: 'Skicka in intyg' }).click();
  await page.getByRole('combobox', { name: 'Typ av intyg' }).click();
  await page.getByRole('option', { name: 'Skrotningsintyg' }).click();
  await page.getByLabel('Intygets datum').first().fill(stockholmDate(new Date()));
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  });
  await form.getByRole('button', { name: 'Skicka in intyg' }).click();
  await expect(form.getByText('Inskickat', { exact: true })).toBeVisible();
}
