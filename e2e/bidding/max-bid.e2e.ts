/// <reference lib="dom" />
// A maximum: chosen under the amount, reviewed, shown, changed and taken back (AUTO-13).
import { expect, type Page } from '@playwright/test';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { acceptTerms, bid, openAuction, panelOf, review, timelineOf } from '../fixtures/bidding.ts';
import { test } from '../fixtures/test.ts';
import { steady, visit } from '../fixtures/windows.ts';

const maximum = async (page: Page, amount: string) => {
  const panel = panelOf(page);
  await panel.getByText('Maxbud', { exact: true }).click();
  await panel.getByRole('textbox', { name: 'Ditt maxbud i kronor' }).fill(amount);
  await panel.getByRole('button', { name: 'Granska maxbud' }).click();
  await acceptTerms(page, 'Granska maxbud');
};

test('AUTO-13, AUTO-9, AUTO-8 a maximum is reviewed, leads, bids automatically, is changed and withdrawn', async ({
  seller,
  database,
  workshop,
  rivalWorkshop,
  caseManager,
}) => {
  const { id } = await seller.putUp();
  await database.query('update auctions set allows_max_bids = true where id = $1', [id]);
  await openAuction(workshop, id);
  await openAuction(rivalWorkshop, id);
  const panel = panelOf(workshop);

  await maximum(workshop, '200 000');
  await expect(panel.getByText('Ditt maxbud är 200 000 kr.').first()).toBeVisible();
  await expect(panel.getByText(/190\s000\skr mer än lägsta nästa bud/).first()).toBeVisible();
  await assertAccessible(workshop);
  await panel.getByRole('button', { name: 'Ändra', exact: true }).click();
  await maximum(workshop, '20 000');
  await panel.getByRole('button', { name: 'Bekräfta maxbud 20 000 kr' }).click();
  await expect(panel.getByText('Maxbudet är sparat').first()).toBeVisible();
  await expect(panel.getByText(/Du leder med 10\s000\skr\./).first()).toBeVisible();
  await expect(panel.getByText('Ditt maxbud: 20 000 kr').first()).toBeVisible();
  await assertAccessible(workshop);

  await review(rivalWorkshop, '12 000');
  await panelOf(rivalWorkshop).getByRole('button', { name: 'Bekräfta 12 000 kr' }).click();
  await expect(panel.getByText(/Du leder med 12\s500\skr/).first()).toBeVisible();
  await expect(
    panelOf(rivalWorkshop)
      .getByText(/kom ett bud på 12\s500\skr/)
      .first(),
  ).toBeVisible();
  await expect(rivalWorkshop.getByText('20 000 kr')).toHaveCount(0);
  await openAuction(caseManager, id);
  await expect(timelineOf(caseManager).getByText('Autobud')).toHaveCount(1);
  await expect(caseManager.getByText('20 000 kr')).toHaveCount(0);

  await visit(workshop, '/');
  const card = workshop.getByRole('article').filter({ hasText: 'Volvo V60' }).first();
  await expect(card.getByText('Leder · maxbud 20 000 kr').first()).toBeVisible();
  await openAuction(workshop, id);
  await panel.getByRole('button', { name: 'Ändra maxbud' }).click();
  await panel.getByRole('textbox', { name: 'Ditt maxbud i kronor' }).fill('12 500');
  await panel.getByRole('button', { name: 'Granska maxbud' }).click();
  await expect(
    panel.getByText('Maxbudet måste vara högre än ditt bud 12 500 kr.').first(),
  ).toBeVisible();
  await panel.getByRole('textbox', { name: 'Ditt maxbud i kronor' }).fill('25 000');
  await panel.getByRole('button', { name: 'Granska maxbud' }).click();
  await panel.getByRole('button', { name: 'Bekräfta maxbud 25 000 kr' }).click();
  await expect(panel.getByText('Ditt maxbud: 25 000 kr').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Ta bort maxbud' }).click();
  await expect(panel.getByText('Ditt maxbud: 25 000 kr')).toHaveCount(0);
  await expect(panel.getByText(/Du leder med 12\s500\skr/).first()).toBeVisible();
});

test('BID-11 the leader is not asked for a bid, and the result replaces the standing', async ({
  seller,
  workshop,
}) => {
  const { id } = await seller.putUp();
  await openAuction(workshop, id);
  const panel = panelOf(workshop);
  const standing = panel.getByText('Inget bud').first();
  const placeOf = async (one: typeof standing) =>
    (await one.boundingBox())!.y - (await panel.boundingBox())!.y;
  const before = await steady(workshop, () => placeOf(standing));
  await bid(workshop, '10 000');
  await expect.poll(() => placeOf(panel.getByText('Bud accepterat').first())).toBe(before);
  await expect(panel.getByText('Du leder med 10 000 kr.').first()).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Ditt bud i kronor' })).toHaveCount(0);
  await panel.getByRole('button', { name: 'Höj ditt bud' }).click();
  await expect(panel.getByRole('textbox', { name: 'Ditt bud i kronor' })).toBeFocused();
});
