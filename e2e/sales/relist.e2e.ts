// Relisting of unsold auctions, unchanged or with changes.

import { expect } from '@playwright/test';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { bid, openAuction, panelOf } from '../fixtures/bidding.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { reload, visit } from '../fixtures/windows.ts';

const RELISTED = /^Objektet är upplagt på nytt\. Auktion /;

test('OFFER-7, RELIST-1, RELIST-3, RELIST-4 «Lägg upp på nytt utan ändringar» asks once, releases the bids, withdraws an offer, and links both pages', async ({
  caseManager,
  database,
  seller,
  workshop,
}) => {
  const { id, number } = await seller.putUp({ reservation_price: '30000' });
  await openAuction(workshop, id);
  await bid(workshop, '12 000');
  await endIn(database, id, 0);
  await openAuction(caseManager, id);
  const direct = caseManager.getByRole('button', { name: 'Lägg upp på nytt utan ändringar' });
  await caseManager.getByRole('button', { name: /^Erbjud .+ ett pris$/ }).click();
  await caseManager.getByRole('textbox', { name: 'Belopp i kronor' }).fill('25000');
  await caseManager.getByRole('button', { name: 'Skicka erbjudandet' }).click();
  const offered = /har ett erbjudande på 25.000.kr\. Det gäller till .+\s\d\d:\d\d\.$/;
  await expect(caseManager.locator('p').filter({ hasText: offered })).toBeVisible();
  // OFFER-7: what withdraws the offer names it first.
  const withdrawn = /^Erbjudandet till .+ på 25.000.kr dras tillbaka\.$/;
  const named = caseManager.getByRole('alertdialog').getByText(withdrawn);
  const cancel = caseManager.getByRole('alertdialog').getByRole('button', { name: 'Avbryt' });
  await caseManager.getByRole('button', { name: 'Avsluta utan försäljning' }).click();
  await expect(named).toBeVisible();
  await cancel.click();
  await caseManager.getByRole('button', { name: /^Fler val för bud/ }).click();
  await caseManager.getByRole('menuitem', { name: 'Välj vinnare' }).click();
  await expect(named).toBeVisible();
  await cancel.click();
  await caseManager.getByRole('button', { name: /^Fler val för auktion/ }).click();
  await caseManager.getByRole('menuitem', { name: 'Radera' }).click();
  await expect(named).toBeVisible();
  await cancel.click();
  await direct.click();
  await expect(named).toBeVisible();
  const dialog = caseManager.getByRole('alertdialog', { name: 'Lägg upp på nytt utan ändringar' });
  await expect(
    dialog.getByText(`Budgivarna på ${number} är därefter inte längre bundna av sina bud.`),
  ).toBeVisible();
  await assertAccessible(caseManager);
  await dialog.getByRole('button', { name: 'Lägg upp' }).dblclick();

  await expect(caseManager).not.toHaveURL(new RegExp(`/auctions/${id}$`));
  await expect(caseManager.getByText('Upplagd på nytt från')).toBeVisible();
  const before = caseManager.getByRole('link', { name: number });
  await expect(before).toBeVisible();
  await before.click();
  await expect(caseManager).toHaveURL(new RegExp(`/auctions/${id}$`));
  await expect(caseManager.getByText(RELISTED)).toBeVisible();
  for (const name of ['Lägg upp på nytt utan ändringar', 'Avsluta utan försäljning']) {
    await expect(caseManager.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(caseManager.getByRole('button', { name: /^Fler val för bud/ })).toHaveCount(0);

  await expect(panelOf(workshop).getByText('Ej såld').first()).toBeVisible();
  await panelOf(workshop)
    .getByRole('link', { name: /^Auktion / })
    .click();
  await expect(panelOf(workshop).getByRole('textbox', { name: 'Ditt bud i kronor' })).toBeVisible();
  await expect(workshop.getByText('Upplagd på nytt från')).toHaveCount(0);
});

test('OFFER-7 the dialog says when the auction’s decision ends an offer early, and refuses an offer of less than an hour with the reason, and an open offer is all that the page shows later', async ({
  caseManager,
  database,
  seller,
  workshop,
}) => {
  const { id } = await seller.putUp({ reservation_price: '30000' });
  await openAuction(workshop, id);
  await bid(workshop, '12 000');
  await endIn(database, id, 0);
  await openAuction(caseManager, id);
  const opener = caseManager.getByRole('button', { name: /^Erbjud .+ ett pris$/ });
  await expect(opener).toBeVisible();
  const bindFor = (minutes: number) =>
    database.query(
      `update auction_standings set decision_due_at = now() + make_interval(mins => $2)
      where auction_id = $1`,
      [id, minutes],
    );
  const dialog = caseManager.getByRole('alertdialog', { name: 'Erbjud ett pris' });
  const send = dialog.getByRole('button', { name: 'Skicka erbjudandet' });
  await bindFor(120);
  await reload(caseManager);
  await opener.click();
  await expect(
    dialog.getByText(/^Exkl\. moms\. Mellan 12\s001\skr och 30\s000\skr\.$/),
  ).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Tid att svara' }).click();
  await caseManager.getByRole('option', { name: '5 vardagar' }).click();
  await expect(dialog.getByText(/^Gäller till .+, då auktionen ska vara avgjord\.$/)).toBeVisible();
  await expect(send).toBeEnabled();

  await bindFor(59);
  await reload(caseManager);
  await opener.click();
  await expect(
    dialog.getByText(
      'Auktionen ska avgöras inom en timme, och ett erbjudande måste gälla i minst en timme. Ge det när buden inte längre är bindande.',
    ),
  ).toBeVisible();
  await expect(send).toBeDisabled();

  // After the decision period an open offer is all that the page says about the bids.
  await bindFor(-1);
  await reload(caseManager);
  const released = caseManager.getByText('Buden är inte längre bindande', { exact: false });
  await expect(released).toBeVisible();
  await opener.click();
  await dialog.getByRole('textbox', { name: 'Belopp i kronor' }).fill('20000');
  await send.click();
  await expect(
    caseManager.getByText(/har ett erbjudande på 20\s000\skr\. Det gäller till/),
  ).toBeVisible();
  await expect(released).toHaveCount(0);
});

test('RELIST-1, RELIST-2, RELIST-3, HOME-5 «Lägg upp på nytt» opens a prefilled form, and saving it releases the bids after a confirmation', async ({
  caseManager,
  database,
  seller,
  workshop,
}) => {
  const photo = () => caseManager.screenshot({ type: 'jpeg', quality: 60 });
  const { id, number } = await seller.putUp({ reservation_price: '30000' }, [await photo()]);
  await openAuction(workshop, id);
  await bid(workshop, '12 000');
  await endIn(database, id, 0);
  await openAuction(caseManager, id);
  await expect(caseManager.getByRole('link', { name: 'Lägg upp på nytt' })).toBeVisible();
  await visit(caseManager, '/');
  const row = caseManager.locator(`[data-todo="${id}"]`);
  await row.getByRole('button', { name: /^Fler val för / }).click();
  await caseManager.getByRole('menuitem', { name: 'Lägg upp på nytt' }).click();

  const field = (name: string) => caseManager.getByRole('textbox', { name, exact: true });
  await expect(field('Fabrikat')).toHaveValue('Volvo');
  await expect(field('Modell')).toHaveValue('V60');
  await expect(field('Reservationspris (kr)')).toHaveValue(/30.?000/);
  await expect(caseManager.getByText('Bild 1', { exact: true })).toBeVisible();
  await assertAccessible(caseManager);
  await field('Fabrikat').fill('');
  await field('Utropspris (kr)').fill('4000');
  await field('Reservationspris (kr)').fill('');
  await caseManager.getByRole('radio', { name: 'Demontering', exact: true }).check({ force: true });
  await caseManager
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'ny.jpg',
      mimeType: 'image/jpeg',
      buffer: await photo(),
    });
  const save = caseManager.getByRole('button', { name: 'Lägg upp på nytt' });
  await save.click();
  await expect(caseManager.getByText('Du måste ange ett fabrikat').first()).toBeVisible();
  await field('Fabrikat').fill('Volvo');
  await save.click();
  const dialog = caseManager.getByRole('alertdialog', { name: 'Lägg upp på nytt' });
  await expect(
    dialog.getByText(`Budgivarna på ${number} är därefter inte längre bundna av sina bud.`),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Avbryt' }).click();
  await expect(dialog).toBeHidden();
  await expect(field('Utropspris (kr)')).toHaveValue(/^4.?000$/);
  await save.click();
  await dialog.getByRole('button', { name: 'Lägg upp' }).click();

  await expect(caseManager).toHaveURL(/\/auctions\/\d+$/);
  await expect(caseManager).not.toHaveURL(new RegExp(`/auctions/${id}$`));
  await expect(caseManager.getByText('Upplagd på nytt från')).toBeVisible();
  await expect(caseManager.getByText('Demontering', { exact: true }).first()).toBeVisible();
  await expect(caseManager.getByText(/^4.000.kr/).first()).toBeVisible();
  const successor = caseManager.url().split('/').at(-1);
  const { rows } = await database.query(
    'select count(*)::integer as pictures from auction_images where auction_id = $1',
    [successor],
  );
  expect(rows[0].pictures).toBe(2);
  await expect(panelOf(workshop).getByText('Ej såld').first()).toBeVisible();

  await visit(caseManager, `/auctions/${id}/relist`);
  await expect(caseManager, 'a relisted auction cannot be relisted again').toHaveURL(
    new RegExp(`/auctions/${id}$`),
  );
  await expect(caseManager.getByText(RELISTED)).toBeVisible();
});
