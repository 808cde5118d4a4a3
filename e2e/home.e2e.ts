// Hem: what a case manager sees first, what needs a decision, and the list as a file.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { bid, openAuction, sees, seesNoMore, tellWinner } from './bidding.ts';
import { eventually } from './eventually.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { endIn, hireSeller } from './seller.ts';

let product: Product;
let windows: Windows;
let manager: Page;
let sold: number;
let unsold: number;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  const seller = await hireSeller(product);
  ({ id: sold } = await seller.putUp({ start_bid: '10000' }));
  ({ id: unsold } = await seller.putUp({ start_bid: '20000', reservation_price: '90000' }));
  await seller.putUp({ manufacturer: 'Kia', model: 'Ceed', start_bid: '3000' });
  const lind = await windows.logIn(PEOPLE.lind);
  await openAuction(lind, sold);
  await bid(lind, '12 000');
  await openAuction(lind, unsold);
  await bid(lind, '20 000');
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('HOME-1, HOME-3, ROLE-3 a case manager lands on the three sums, each a link to its auctions', async () => {
  manager = await windows.logIn(PEOPLE.manager);
  await manager.getByRole('heading', { level: 1, name: 'Hem' }).waitFor();
  assert.equal(new URL(manager.url()).pathname, '/');
  assert.equal(await tile('Pågående auktioner'), '3');
  assert.equal(await tile('Summa utropspris'), '33 000 kr');
  assert.equal(await tile('Summa vinnande bud'), '0 kr');
  await sees(manager, 'Inget väntar på dig just nu.');
  await manager.getByRole('link', { name: 'Pågående auktioner' }).click();
  await sees(manager, 'Status: Aktiv');
  await manager.getByRole('article').nth(2).waitFor();
  await manager.goBack();
});

test('HOME-4 what ended without a winner, and a winner who was not told, are there to be done', async () => {
  await endIn(product, sold, 0);
  await endIn(product, unsold, 0);
  await eventually('both tasks', async () => {
    await manager.reload();
    const tasks = manager.getByRole('region', { name: 'Att göra' }).getByRole('listitem');
    await tasks.first().or(manager.getByText('Inget väntar')).first().waitFor();
    // The sums may have been read a moment before the sweep that closes both.
    return (await tasks.count()) === 2 && (await tile('Summa vinnande bud')) === '12 000 kr';
  });
  const todo = manager.getByRole('region', { name: 'Att göra' });
  await sees(todo, 'Välj vinnare: Volvo V60');
  assert.equal(await tile('Pågående auktioner'), '1');
  await todo.getByRole('link', { name: 'Meddela vinnare: Volvo V60' }).click();
  await manager.waitForURL(`**/auctions/${sold}`);
});

test('AUC-10 a winner whose workshop is deleted cannot be told, and the page says why', async () => {
  const remove = (at: string) =>
    product.database.query(
      `update service_stations set removed_at = ${at}
      where id = (select service_station_id from users where email = $1)`,
      [PEOPLE.lind],
    );
  await remove('now()');
  await tellWinner(manager);
  const dialog = manager.getByRole('alertdialog');
  await sees(dialog, 'Vinnarens verkstad är borttagen, så ingen kan meddelas.');
  await dialog.getByRole('button', { name: 'Avbryt' }).click();
  await manager.getByRole('button', { name: 'Meddela vinnare' }).waitFor();
  await remove('null');
});

test('AUC-10 the winner is told once it is said who that is, and no longer needs to be', async () => {
  await tellWinner(manager);
  await sees(manager, 'Vinnare av auktionen blir meddelad inom kort.');
  await eventually('a letter to the winner', async () => {
    const reply = await fetch(`${product.mailboxUrl}/email`);
    const letters = (await reply.json()) as { subject: string; to: { address: string }[] }[];
    return letters.some(
      ({ subject, to }) => to[0]?.address === PEOPLE.lind && /vunn/i.test(subject),
    );
  });
  await manager.reload();
  await sees(manager, 'Vinnaren är meddelad.');
  assert.equal(await manager.getByRole('button', { name: 'Meddela vinnare' }).count(), 0);
  await manager.getByRole('link', { name: 'Hem', exact: true }).click();
  await seesNoMore(manager, 'Meddela vinnare: Volvo V60');
  await sees(manager, 'Välj vinnare: Volvo V60');
});

test('HOME-2 the filters of the sums live in the address', async () => {
  const filter = manager.getByRole('search', { name: 'Filter' });
  await filter.getByRole('button', { name: 'Status' }).click();
  await manager.getByRole('option', { name: 'Avslutad' }).click();
  await eventually(
    'the sum of the ended',
    async () => (await tile('Summa utropspris')) === '30 000 kr',
  );
  await manager.reload();
  assert.equal(await tile('Summa utropspris'), '30 000 kr');
  assert.equal(await tile('Pågående auktioner'), '0');
  await manager.getByRole('button', { name: 'Filter (1)' }).waitFor();
  await manager.getByRole('link', { name: 'Summa utropspris' }).click();
  await sees(manager, 'Status: Avslutad');
});

test('LIST-10 the filtered list is saved as CSV', async () => {
  await manager.getByRole('article').nth(1).waitFor();
  const [saved] = await Promise.all([
    manager.waitForEvent('download'),
    manager.getByRole('button', { name: 'Exportera CSV' }).click(),
  ]);
  assert.match(saved.suggestedFilename(), /^auktioner \d{4}-\d{2}-\d{2}\.csv$/);
  const written = await readFile(await saved.path(), 'utf8');
  assert.ok(written.startsWith('\uFEFFObjektsnummer;'));
  assert.equal(written.trim().split('\r\n').length, 1 + 2);
  const lind = await windows.logIn(PEOPLE.lind);
  await lind.getByRole('heading', { level: 1, name: 'Auktioner' }).waitFor();
  assert.equal(await lind.getByRole('button', { name: 'Exportera CSV' }).count(), 0);
});

/** What stands in a tile, once it is there. */
async function tile(label: string): Promise<string> {
  const written = await manager.getByRole('link', { name: label }).textContent();
  return written!.replace(/\s+/g, ' ').replace(label, '').trim();
}
