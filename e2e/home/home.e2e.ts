// Hem: a case manager's start page, tasks, filters, and the export.

import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { bid, notifyWinner, openAuction } from '../fixtures/bidding.ts';
import { PEOPLE } from '../fixtures/people.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { reload, visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

let sold: number;
let unsold: number;

test.beforeAll(async ({ seller, workshop }) => {
  ({ id: sold } = await seller.putUp({ start_bid: '10000' }));
  ({ id: unsold } = await seller.putUp({ start_bid: '20000', reservation_price: '90000' }));
  await seller.putUp({ manufacturer: 'Kia', model: 'Ceed', start_bid: '3000' });
  await openAuction(workshop, sold);
  await bid(workshop, '12 000');
  await openAuction(workshop, unsold);
  await bid(workshop, '20 000');
});

test('HOME-1, HOME-3, ROLE-3 a case manager starts at the three sums, each a link to its auctions', async ({
  caseManager,
}) => {
  await visit(caseManager, '/');
  await expect(caseManager.getByRole('heading', { level: 1, name: 'Hem' })).toBeVisible();
  expect(new URL(caseManager.url()).pathname).toBe('/');
  await expectTile(caseManager, 'Pågående auktioner', '3');
  await expectTile(caseManager, 'Summa utropspris', '33 000 kr');
  await expectTile(caseManager, 'Summa vinnande bud', '0 kr');
  await expect(caseManager.getByText('Inget väntar på dig just nu.').first()).toBeVisible();
  await caseManager.getByRole('link', { name: 'Pågående auktioner' }).click();
  await expect(caseManager.getByRole('link', { name: /^Aktiva/ })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(caseManager.getByRole('article').nth(2)).toBeVisible();
  await caseManager.goBack();
});

test('HOME-4 auctions without a winner and winners to notify are tasks', async ({
  database,
  caseManager,
}) => {
  await endIn(database, sold, 0);
  await endIn(database, unsold, 0);
  await expect
    .poll(async () => {
      await reload(caseManager);
      const tasks = caseManager.getByRole('group', { name: 'Att göra' }).getByRole('listitem');
      await expect(tasks.first().or(caseManager.getByText('Inget väntar')).first()).toBeVisible();
      // The sums may be from before the poll that closes both.
      return (
        (await tasks.count()) === 2 &&
        (await tile(caseManager, 'Summa vinnande bud')) === '12 000 kr'
      );
    }, 'both tasks')
    .toBe(true);
  const todo = caseManager.getByRole('group', { name: 'Att göra' });
  await expect(todo.getByRole('heading', { name: 'Välj vinnare 1' })).toBeVisible();
  await expectTile(caseManager, 'Pågående auktioner', '1');
  await todo
    .locator('section')
    .filter({ hasText: 'Meddela vinnare' })
    .getByRole('link', { name: 'Volvo V60' })
    .click();
  await caseManager.waitForURL(`**/auctions/${sold}`);
});

test('AUC-10 a winner whose workshop is deleted cannot be notified, and the page says why', async ({
  database,
  caseManager,
}) => {
  const remove = (at: string) =>
    database.query(
      `update service_stations set removed_at = ${at}
      where id = (select service_station_id from users where email = $1)`,
      [PEOPLE.workshop],
    );
  await remove('now()');
  await notifyWinner(caseManager);
  const dialog = caseManager.getByRole('alertdialog');
  await expect(
    dialog.getByText('Vinnarens verkstad är borttagen, så ingen kan meddelas.').first(),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Avbryt' }).click();
  await expect(caseManager.getByRole('button', { name: 'Meddela vinnare' })).toBeVisible();
  await remove('null');
});

test('AUC-10 a chosen winner is notified, and the task disappears', async ({
  mailbox,
  caseManager,
}) => {
  await notifyWinner(caseManager);
  await expect(
    caseManager.getByText('Vinnare av auktionen blir meddelad inom kort.').first(),
  ).toBeVisible();
  await mailbox.waitFor(PEOPLE.workshop, /vunn/i);
  await reload(caseManager);
  await expect(caseManager.getByText('Vinnaren är meddelad.').first()).toBeVisible();
  await expect(caseManager.getByRole('button', { name: 'Meddela vinnare' })).toHaveCount(0);
  await caseManager.getByRole('link', { name: 'Hem', exact: true }).click();
  await expect(caseManager.getByRole('heading', { name: 'Välj vinnare 1' })).toBeVisible();
  await expect(caseManager.getByRole('heading', { name: 'Meddela vinnare 1' })).toBeHidden();
});

test('HOME-2 the filters of the sums are in the URL', async ({ caseManager }) => {
  await caseManager.getByRole('button', { name: 'Filter' }).click();
  const filter = caseManager.getByRole('search', { name: 'Filter' });
  await filter.getByRole('combobox', { name: 'Status' }).click();
  await caseManager.getByRole('option', { name: 'Avslutad' }).click();
  await expect
    .poll(() => tile(caseManager, 'Summa utropspris'), 'the sum of ended auctions')
    .toBe('30 000 kr');
  await reload(caseManager);
  await expectTile(caseManager, 'Summa utropspris', '30 000 kr');
  await expectTile(caseManager, 'Pågående auktioner', '0');
  await expect(caseManager.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
  await caseManager.getByRole('link', { name: 'Summa utropspris' }).click();
  await expect(caseManager.getByRole('link', { name: /^Avslutade/ })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('LIST-10 the filtered list is saved as CSV', async ({ workshop, caseManager }) => {
  await expect(caseManager.getByRole('article').nth(1)).toBeVisible();
  const [saved] = await Promise.all([
    caseManager.waitForEvent('download'),
    caseManager.getByRole('button', { name: 'Exportera CSV' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^auktioner \d{4}-\d{2}-\d{2}\.csv$/);
  const written = await readFile(await saved.path(), 'utf8');
  expect(written.startsWith('\uFEFFObjektsnummer;')).toBe(true);
  expect(written.trim().split('\r\n').length).toBe(1 + 2);
  await visit(workshop, '/auctions');
  await expect(workshop.getByRole('heading', { level: 1, name: 'Auktioner' })).toBeVisible();
  await expect(workshop.getByRole('button', { name: 'Exportera CSV' })).toHaveCount(0);
});

async function expectTile(caseManager: Page, label: string, sum: string): Promise<void> {
  await expect.poll(() => tile(caseManager, label), label).toBe(sum);
}

/** The text of a tile. */
async function tile(caseManager: Page, label: string): Promise<string> {
  const written = await caseManager.getByRole('link', { name: label }).textContent();
  return written!.replace(/\s+/g, ' ').replace(label, '').trim();
}
