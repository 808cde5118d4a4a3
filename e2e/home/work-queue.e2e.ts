// A case manager settles ten auctions of the night on Hem by keyboard.
import { expect } from '@playwright/test';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { expectWaiting, openBidder } from '../fixtures/bidding.ts';
import { keysOf } from '../fixtures/keyboard.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

const WON = 5;
const BELOW = 5;
const MAX_PRESSES = 4;

test.beforeAll(async ({ seller, product, database, caseManager }) => {
  const bid = await openBidder(product);
  const picture = await caseManager.screenshot({ type: 'jpeg', quality: 70 });
  for (let one = 0; one < WON + BELOW; one++) {
    const isWon = one % 2 === 0;
    const { id } = await seller.putUp(
      { model: `nr ${one}`, start_bid: '41500', reservation_price: isWon ? '41500' : '62000' },
      one < 3 ? [picture] : [],
    );
    await bid(id, 41_500);
    await endIn(database, id, 0);
  }
  await expectWaiting(product, WON + BELOW);
  await visit(caseManager, '/');
});

test('HOME-5 the tasks come first, in groups with counts, and have no axe violations', async ({
  caseManager,
}) => {
  const todo = caseManager.getByRole('group', { name: 'Att göra' });
  await expect(todo.getByRole('heading', { name: 'Välj vinnare 5' })).toBeVisible();
  await expect(todo.getByRole('heading', { name: 'Meddela vinnare 5' })).toBeVisible();
  const row = todo.getByRole('listitem').filter({ hasText: 'nr 1' });
  await expect(row).toContainText('Högsta bud 41\u00a0500\u00a0kr');
  await expect(row).toContainText('Reservationspris 62\u00a0000\u00a0kr');
  await expect(row).toContainText('20\u00a0500\u00a0kr under reservationspriset');
  await expect(todo.locator('img').first()).toBeAttached();
  await expect(caseManager.getByRole('search', { name: 'Filter' })).toHaveCount(0);
  const below = await caseManager.getByRole('heading', { name: 'Nyckeltal' }).boundingBox();
  expect(below!.y).toBeGreaterThan((await todo.boundingBox())!.y);
  await expect(caseManager.getByRole('link', { name: 'Lägg till auktion' })).toBeVisible();
  // Buttons with the same text are named by the vehicle too.
  await expect(row.locator('[data-act]')).toHaveAccessibleDescription(/^Volvo nr 1\b/);
  await assertAccessible(caseManager);
});

test('HOME-5 ten tasks with all actions fit in a window of 1280 × 800', async ({ caseManager }) => {
  await caseManager.setViewportSize({ width: 1280, height: 800 });
  const rows = caseManager.getByRole('group', { name: 'Att göra' }).getByRole('listitem');
  await expect(rows).toHaveCount(WON + BELOW);
  await expect
    .poll(async () => {
      const box = (await rows.last().boundingBox())!;
      return box.y + box.height;
    })
    .toBeLessThanOrEqual(800);

  const row = rows.filter({ hasText: 'nr 1' });
  await row.getByRole('button', { name: 'Fler val för Volvo nr 1' }).click();
  const menu = caseManager.getByRole('menu');
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Erbjud Lind Bil & Plåt ett pris',
    'Lägg upp på nytt',
    'Avsluta utan försäljning',
  ]);
  await menu.getByRole('menuitem', { name: /^Erbjud/ }).click();
  const offer = caseManager.getByRole('alertdialog', { name: 'Erbjud ett pris' });
  await expect(offer).toContainText('har bjudit 41\u00a0500\u00a0kr');
  await offer.getByRole('button', { name: 'Avbryt' }).click();
  await row.getByRole('button', { name: 'Fler val för Volvo nr 1' }).click();
  await menu.getByRole('menuitem', { name: 'Avsluta utan försäljning' }).click();
  const decline = caseManager.getByRole('alertdialog', { name: 'Avsluta utan försäljning' });
  await expect(decline).toContainText('Inget bud antas');
  await decline.getByRole('button', { name: 'Avbryt' }).click();

  await caseManager.getByRole('button', { name: `Meddela alla ${WON}` }).click();
  const all = caseManager.getByRole('alertdialog', { name: `Meddela ${WON}\u00a0vinnare` });
  await expect(all.getByRole('listitem')).toHaveCount(WON);
  await all.getByRole('button', { name: 'Avbryt' }).click();
});

test('HOME-5, AUC-8, AUC-10 ten ended auctions are settled by keyboard, in four presses each', async ({
  caseManager,
  database,
}) => {
  const keys = keysOf(caseManager);
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await caseManager.keyboard.press(key);
  };
  // A button that confirms ignores presses for half a second (SHELL-14).
  const confirmable = (label: string | RegExp) =>
    expect(caseManager.getByRole('alertdialog').getByRole('button', { name: label })).toBeEnabled();
  const name = 'Välj Lind Bil & Plåt, 41\u00a0500\u00a0kr';
  await keys.to('button', name);

  for (let left = BELOW; left > 0; left--) {
    presses = 0;
    await keys.isAt('button', name);
    await press('Enter');
    const dialog = caseManager.getByRole('alertdialog', { name: 'Välj vinnare' });
    await expect(dialog).toContainText('Lind Bil & Plåt, 41\u00a0500\u00a0kr');
    await expect(dialog).toContainText('20\u00a0500\u00a0kr under reservationspriset');
    await keys.isAt('button', 'Avbryt');
    await press('Shift+Tab');
    await keys.isAt('button', 'Välj och meddela');
    await confirmable('Välj och meddela');
    await press('Enter');
    await expect(dialog).toBeHidden();
    expect(presses).toBeLessThanOrEqual(MAX_PRESSES);
  }
  for (let left = WON; left > 0; left--) {
    presses = 0;
    await keys.isAt('button', 'Meddela Lind Bil & Plåt');
    await press('Enter');
    await keys.isAt('button', 'Avbryt');
    await press('Shift+Tab');
    await confirmable(/^Meddela/);
    await press('Enter');
    await expect(caseManager.getByRole('alertdialog')).toBeHidden();
    expect(presses).toBeLessThanOrEqual(MAX_PRESSES);
  }
  await keys.sees('Inget väntar på dig just nu.');
  await keys.isAt('group', 'Att göra');

  const { rows } = await database.query(
    'select count(*)::integer as notified from auction_standings where winner_notified_at is not null',
  );
  expect(rows[0].notified).toBe(WON + BELOW);
});

test('HOME-5, AUC-10 «Meddela alla» notifies all winners and keeps those that are refused', async ({
  caseManager,
  seller,
  product,
  database,
}) => {
  const bid = await openBidder(product);
  const ids: number[] = [];
  for (const model of ['alla 1', 'alla 2', 'alla 3']) {
    const { id } = await seller.putUp({ model, start_bid: '41500', reservation_price: '41500' });
    await bid(id, 41_500);
    await endIn(database, id, 0);
    ids.push(id);
  }
  await expect
    .poll(async () => {
      const { rows } = await database.query(
        'select count(*)::integer as won from auction_standings where auction_id = any($1) and winning_bid_id is not null',
        [ids],
      );
      return rows[0].won;
    })
    .toBe(3);
  await visit(caseManager, '/');
  await caseManager.getByRole('button', { name: 'Meddela alla 3' }).click();
  // Meanwhile the last auction is deleted by somebody else.
  await database.query('update auctions set deleted_at = now() where id = $1', [ids[2]]);
  const dialog = caseManager.getByRole('alertdialog');
  const confirm = dialog.getByRole('button', { name: /^Meddela alla/ });
  await expect(confirm).toBeEnabled();
  await confirm.click();
  await expect(dialog.getByText('1\u00a0vinnare kunde inte meddelas.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Avbryt' }).click();
  await expect(caseManager.getByText('Inget väntar på dig just nu.')).toBeVisible();
  const { rows } = await database.query(
    'select count(*)::integer as notified from auction_standings where auction_id = any($1) and winner_notified_at is not null',
    [ids],
  );
  expect(rows[0].notified).toBe(2);
});
