/// <reference lib="dom" />
// Behind a proxy that blocks WebSocket.
import { expect, type Page } from '@playwright/test';
import { getAuction } from '@restvarde/contract/auctions/auction';
import { bid, openAuction, panelOf, timelineOf } from '../fixtures/bidding.ts';
import { stopClock } from '../fixtures/clock.ts';
import { PEOPLE } from '../fixtures/people.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test('LIVE-9 without a socket a page fetches bids by HTTP and says that they are delayed', async ({
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
    await page.addInitScript(countPending);
    let count = 0;
    page.on('request', (request) => {
      if (request.url() === product.url + getAuction.path.replace(':id', String(id))) count += 1;
    });
    const countIn = async (seconds: number) => {
      const before = count;
      await page.clock.runFor(seconds * 1000);
      // The answer comes by the clock of the machine.
      await expect.poll(() => page.evaluate('pending')).toBe(0);
      return count - before;
    };
    await openAuction(page, id);
    await stopClock(page);
    // The page polls from a moment after the loss of the socket on. An interval begins with an answer.
    await expect.poll(() => countIn(1), { intervals: [0] }).toBe(1);
    for (let round = 0; round < 3; round += 1) {
      expect(await countIn(interval_s - 1), 'not before').toBe(0);
      expect(await countIn(1), 'nor after').toBe(1);
    }

    await setVisible(page, false);
    expect(await countIn(2 * interval_s), 'hidden').toBe(0);
    const asked = page.waitForRequest(/\/api\/auctions\/\d+$/);
    await setVisible(page, true);
    await asked;
    await page.close();
  });
}

/** Counts the page's calls whose answers have not been read; runs in the page. */
function countPending(): void {
  const send = fetch;
  const counted = window as unknown as { pending: number };
  counted.pending = 0;
  window.fetch = async (...input) => {
    counted.pending += 1;
    try {
      const response = await send(...input);
      const body = await response.blob();
      return new Response(response.status === 204 ? null : body, response);
    } finally {
      counted.pending -= 1;
    }
  };
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
