// A case manager's morning: ten auctions that ended in the night are settled on Hem, without a mouse.
import { expect } from '@playwright/test';
import { placeBid } from '@restvarde/contract/bids/bids';
import { listTodo, type Todo } from '@restvarde/contract/statistics';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { keysOf } from '../fixtures/keyboard.ts';
import { openSession, PEOPLE } from '../fixtures/people.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

const WON = 5;
const BELOW = 5;
const MORNING_MS = 120_000;
const MOST_PRESSES = 4;

test.beforeAll(async ({ seller, product, database, caseManager }) => {
  const { access } = await openSession(product, PEOPLE.workshop);
  const staff = await openSession(product, PEOPLE.caseManager);
  const picture = await caseManager.screenshot({ type: 'jpeg', quality: 70 });
  for (let one = 0; one < WON + BELOW; one++) {
    const isWon = one % 2 === 0;
    const { id } = await seller.putUp(
      { model: `nr ${one}`, start_bid: '41500', reservation_price: isWon ? '41500' : '62000' },
      one < 3 ? [picture] : [],
    );
    const placed = await fetch(product.url + placeBid.path.replace(':id', String(id)), {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ bid: 41_500, has_accepted_terms: true }),
    });
    expect(placed.status).toBe(201);
    await endIn(database, id, 0);
  }
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${staff.access}` };
      const response = await fetch(product.url + listTodo.path, { headers });
      return ((await response.json()) as Todo[]).length;
    })
    .toBe(WON + BELOW);
  await visit(caseManager, '/');
});

test('HOME-5 what there is to do stands first, in groups with counts, and has no finding of axe', async ({
  caseManager,
}) => {
  const todo = caseManager.getByRole('region', { name: 'Att göra' });
  await expect(todo.getByRole('heading', { name: 'Välj vinnare 5' })).toBeVisible();
  await expect(todo.getByRole('heading', { name: 'Meddela vinnare 5' })).toBeVisible();
  const row = todo.getByRole('listitem').filter({ hasText: 'nr 1' });
  await expect(row).toContainText('Högsta bud 41\u00a0500\u00a0kr');
  await expect(row).toContainText('Reservationspris 62\u00a0000\u00a0kr');
  await expect(row).toContainText('20\u00a0500\u00a0kr under reservationspriset');
  await expect(todo.locator('img').first()).toBeAttached();
  await expect(caseManager.getByRole('search', { name: 'Filter' })).toHaveCount(0);
  const below = await caseManager.getByRole('heading', { name: 'Siffror' }).boundingBox();
  expect(below!.y).toBeGreaterThan((await todo.boundingBox())!.y);
  await expect(caseManager.getByRole('link', { name: 'Lägg till auktion' })).toBeVisible();
  await assertAccessible(caseManager);
});

test('HOME-5, AUC-8, AUC-10 ten ended auctions are settled by keys alone, in four presses each and within two minutes', async ({
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
  const begun_ms = Date.now();

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
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
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
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
  }
  await keys.sees('Inget väntar på dig just nu.');
  await keys.isAt('region', 'Att göra');
  expect(Date.now() - begun_ms).toBeLessThan(MORNING_MS);

  const { rows } = await database.query(
    'select count(*)::integer as told from auction_standings where winner_notified_at is not null',
  );
  expect(rows[0].told).toBe(WON + BELOW);
});
