// A power cut during bidding: no accepted bid is lost, none is placed twice.
import { expect } from '@playwright/test';
import { bid, openAuction, panelOf, review, timelineOf } from './fixtures/bidding.ts';
import type { Database } from './fixtures/product.ts';
import { test } from './fixtures/test.ts';

test.describe.configure({ mode: 'serial' });

let id: number;

test.use({ productOptions: { isFresh: true } });

test.beforeAll(async ({ seller }) => {
  ({ id } = await seller.putUp());
});

test('SHELL-7, BID-8 accepted bids survive killing the server and the database', async ({
  product,
  workshop,
  rivalWorkshop,
  caseManager,
}) => {
  for (const page of [caseManager, workshop, rivalWorkshop]) await openAuction(page, id);
  await bid(workshop, '10 000');
  await bid(rivalWorkshop, '10 500');
  await bid(workshop, '11 000');
  await expect(panelOf(rivalWorkshop).getByText('11 000 kr').first()).toBeVisible();
  await product.kill();
  for (const page of [caseManager, rivalWorkshop])
    await expect(page.getByText(/^Återansluter … Uppgifterna är från /).first()).toBeVisible();
  // The page keeps its content meanwhile.
  await expect(panelOf(rivalWorkshop).getByText('11 000 kr').first()).toBeVisible();
});

test('BID-8 a bid confirmed while the server is down is placed once when it is back', async ({
  product,
  database,
  rivalWorkshop,
}) => {
  await review(rivalWorkshop, '12 000');
  await panelOf(rivalWorkshop).getByRole('button', { name: 'Bekräfta 12 000 kr' }).click();
  await expect(
    panelOf(rivalWorkshop).getByText('Vi kontrollerar om ditt bud registrerades …').first(),
  ).toBeVisible();
  await product.start();
  await expect(panelOf(rivalWorkshop).getByText('Bud accepterat').first()).toBeVisible();
  await expect(panelOf(rivalWorkshop).getByText('Du leder med 12 000 kr.').first()).toBeVisible();
  expect(await bidsOnDisk(database)).toEqual([10_000, 10_500, 11_000, 12_000]);
});

test('LIVE-2, SHELL-7 open pages reconnect and show the current state', async ({
  database,
  workshop,
  rivalWorkshop,
  caseManager,
}) => {
  await expect(panelOf(workshop).getByText('Överbjuden').first()).toBeVisible();
  await expect(panelOf(workshop).getByText('12 000 kr').first()).toBeVisible();
  await expect(timelineOf(caseManager).getByText('12 000 kr').first()).toBeVisible();
  await expect(timelineOf(caseManager)).toHaveCount(4);
  for (const page of [workshop, rivalWorkshop, caseManager]) {
    await expect(page.getByText('Återansluter')).toBeHidden();
  }
  // The next bid reaches all.
  await bid(workshop, '12 500');
  await expect(panelOf(rivalWorkshop).getByText('Överbjuden').first()).toBeVisible();
  await expect(timelineOf(caseManager).getByText('12 500 kr').first()).toBeVisible();
  expect(await bidsOnDisk(database)).toEqual([10_000, 10_500, 11_000, 12_000, 12_500]);
});

test('BID-8 a bid whose answer was lost is found again and not placed twice', async ({
  database,
  rivalWorkshop,
}) => {
  await rivalWorkshop.route(
    '**/bids',
    async (route) => {
      // The bid is placed, but its answer is lost.
      expect((await route.fetch()).status()).toBe(201);
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await bid(rivalWorkshop, '13 000');
  expect((await bidsOnDisk(database)).slice(-2)).toEqual([12_500, 13_000]);
});

async function bidsOnDisk(database: Database): Promise<number[]> {
  const { rows } = await database.query(
    'select amount from bids where auction_id = $1 order by id',
    [id],
  );
  return rows.map((row) => row.amount);
}
