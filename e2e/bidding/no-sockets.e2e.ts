// Behind a proxy that blocks WebSocket.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { getAuction } from '@restvarde/contract/auctions/auction';
import { bid, openAuction, panelOf, timelineOf } from '../fixtures/bidding.ts';
import { PEOPLE } from '../fixtures/people.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

const ANSWER_MS = 100;

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
  await expect(panelOf(auction).getByText('12 000 kr').first()).toBeVisible();
  await expect(timelineOf(staff)).toHaveCount(1);
  await expect(list.getByRole('article').first()).toContainText('12 000 kr');
});

for (const [left, left_s, interval_s] of [
  ['the last ten minutes', 500, 5],
  ['the hours before', 7200, 15],
] as const) {
  test(`LIVE-9 without a socket an auction is asked for every ${interval_s} s in ${left}, and at once when the page becomes visible`, async ({
    database,
    openSignedIn,
    product,
    seller,
  }) => {
    const { id } = await seller.putUp();
    await endIn(database, id, left_s);
    const page = await openSignedIn(PEOPLE.workshop);
    await page.routeWebSocket(/\/ws\//, (socket) => socket.close());
    await page.clock.install();
    let count = 0;
    page.on('request', (request) => {
      if (request.url() === product.url + getAuction.path.replace(':id', String(id))) count += 1;
    });
    const countIn = async (seconds: number) => {
      const before = count;
      for (let second = 0; second < seconds; second += 1) {
        await page.clock.runFor(1000);
        // The answer comes by the clock of the machine.
        await pause(ANSWER_MS);
      }
      return count - before;
    };
    await openAuction(page, id);
    // The banner comes a moment after the socket is lost.
    await countIn(interval_s + 5);
    // The first or last request may be counted on the other side of the minute's edge.
    expect(Math.abs((await countIn(60)) - 60 / interval_s)).toBeLessThanOrEqual(1);

    await setVisible(page, false);
    expect(await countIn(20), 'hidden').toBe(0);
    const asked = page.waitForRequest(/\/api\/auctions\/\d+$/);
    await setVisible(page, true);
    await asked;
    await page.close();
  });
}

/** Hides the page as another tab does, or shows it. */
async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    isVisible ? 'visible' : 'hidden',
  );
}
