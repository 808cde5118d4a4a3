import type { Locator, Page } from 'playwright-core';

/** Writes a bid in the open panel and takes it to its review; the terms are accepted where they are asked for. */
export async function review(page: Page, written: string): Promise<void> {
  const panel = panelOf(page);
  await panel.getByRole('textbox', { name: 'Ditt bud i kronor' }).fill(written);
  const terms = 'Jag godkänner de allmänna köpvillkoren';
  const isAsked = await panel.getByText(terms).isVisible();
  if (isAsked && !(await panel.getByRole('checkbox', { name: terms }).isChecked())) {
    await panel.getByText(terms).click();
  }
  await panel.getByRole('button', { name: 'Granska bud' }).click();
}

/** Bids on the open auction, and waits for «Bud accepterat». */
export async function bid(page: Page, amount: string): Promise<void> {
  await review(page, amount);
  await panelOf(page)
    .getByRole('button', { name: `Bekräfta ${amount} kr` })
    .click();
  await sees(panelOf(page), 'Bud accepterat');
}

/** The panel that a workshop bids in. */
export function panelOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Budgivning' });
}

/** The bids of an auction, as its case manager has them. */
export function timelineOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Budhistorik' }).getByRole('listitem');
}

/** Opens an auction by its address, and waits until it is there. */
export async function openAuction(page: Page, id: number): Promise<void> {
  await page.goto(`/auctions/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Volvo V60 2021' }).waitFor();
}

/** Has the winner of the open auction told, twice pressed as by an unsteady hand. */
export async function tellWinner(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Meddela vinnare' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Meddela vinnare' });
  await dialog.getByRole('button', { name: 'Meddela vinnare' }).dblclick();
}

/** Waits until a text stands there. */
export async function sees(where: Page | Locator, text: string | RegExp, timeoutMs?: number) {
  await where
    .getByText(text)
    .first()
    .waitFor({ ...(timeoutMs !== undefined && { timeout: timeoutMs }) });
}

/** Waits until a text is gone. */
export async function seesNoMore(where: Page | Locator, text: string | RegExp) {
  await where.getByText(text).first().waitFor({ state: 'hidden' });
}
