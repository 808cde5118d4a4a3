// A page rewritten by a browser's translator still follows the auction.
import { expect, type Page } from '@playwright/test';
import { bid, openAuction, panelOf, timelineOf } from '../fixtures/bidding.ts';
import { PEOPLE } from '../fixtures/people.ts';
import { endIn } from '../fixtures/seller.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

test('SHELL-15, BID-11 a translated page follows bids and the end, in panel, bar, card, row and bids', async ({
  caseManager,
  database,
  openSignedIn,
  rivalWorkshop,
  seller,
}) => {
  const { id } = await seller.putUp();
  const workshop = await openSignedIn(PEOPLE.workshop);
  const phone = await openSignedIn(PEOPLE.workshop, { width: 360, height: 740 });
  const cards = await openSignedIn(PEOPLE.workshop);
  await openAuction(rivalWorkshop, id);
  await openAuction(caseManager, id);
  await openAuction(phone, id);
  await openAuction(workshop, id);
  await visit(cards, '/my-auctions');
  await bid(workshop, '10 000');
  const panel = panelOf(workshop);
  await expect(panel.getByText('Du leder med 10 000 kr.').first()).toBeVisible();
  await visit(cards, '/my-auctions');
  const card = cards.getByRole('article').first();
  await expect(card.getByText('Leder').first()).toBeVisible();
  await expect(timelineOf(caseManager)).toHaveCount(1);
  const pages = [workshop, phone, cards, caseManager];
  for (const page of pages) await translate(page);

  await bid(rivalWorkshop, '12 000');
  await expect(panel.getByText('Överbjuden').first()).toBeVisible();
  await expect(panel.getByText('Du leder')).toHaveCount(0);
  await expect(panel).not.toContainText('Du leder med 10 000 kr');
  await expect(panel).toContainText('2 bud');
  await expect(panel.getByText('Lägg 12 500 kr eller mer.').first()).toBeVisible();
  const bar = phone.getByRole('region', { name: 'Budläge', includeHidden: true });
  await expect(bar).toContainText('Överbjuden');
  await expect(bar).toContainText('12 000 kr');
  await expect(bar).not.toContainText('10 000 kr');
  await expect(card).toContainText('Överbjuden');
  await expect(card).toContainText('2 bud');
  await expect(card).not.toContainText('1 bud');
  await expect(timelineOf(caseManager)).toHaveCount(2);

  for (const page of pages) await translate(page);
  await endIn(database, id, 1);
  await expect(panel).toContainText('Slutade', { timeout: 60_000 });
  await expect(panel).not.toContainText('Slutar');
  await expect(bar).toContainText('Slutade');
  await expect(bar).not.toContainText('Slutar om');
  await expect(card).toContainText('Avslutad');
  for (const page of pages) {
    await expect(page.getByText('Något gick fel')).toHaveCount(0);
    if (page !== caseManager) await page.close();
  }
});

/** Wraps each text node, like Chrome's translator. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style, font')) continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
}
