// Behind a proxy that lets no socket through.
import { expect } from '@playwright/test';
import { bid, openAuction, panelOf, timelineOf } from '../fixtures/bidding.ts';
import { PEOPLE } from '../fixtures/people.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test('LIVE-9 where no socket can be had a page learns of bids by HTTP, and says that they come late', async ({
  database,
  openSignedIn,
  rivalWorkshop,
  seller,
}) => {
  const { id } = await seller.putUp();
  await endIn(database, id, 500);
  const [auction, list, staff] = await Promise.all([
    openSignedIn(PEOPLE.workshop),
    openSignedIn(PEOPLE.workshop),
    openSignedIn(PEOPLE.caseManager),
  ]);
  for (const page of [auction, list, staff]) {
    await page.routeWebSocket(/\/ws\//, (socket) => socket.close());
  }
  await openAuction(auction, id);
  await openAuction(staff, id);
  await visit(list, '/auctions');
  await expect(
    auction
      .getByRole('status')
      .getByText(/^Återansluter … .* Nya bud visas med fördröjning\.$/)
      .first(),
  ).toBeVisible();
  await openAuction(rivalWorkshop, id);
  await bid(rivalWorkshop, '12 000');
  await expect(panelOf(auction).getByText('12 000 kr').first()).toBeVisible({ timeout: 12_000 });
  await expect(timelineOf(staff)).toHaveCount(1);
  await expect(list.getByRole('article').first()).toContainText('12 000 kr', { timeout: 30_000 });
});
