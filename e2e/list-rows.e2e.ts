// Staff view auctions as rows and act on a selection.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { assertAccessible, type Screen } from './fixtures/accessibility.ts';
import { openSession, PEOPLE } from './fixtures/people.ts';
import { stockholmMinute } from './fixtures/seller.ts';
import { test } from './fixtures/test.ts';
import { reload, visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

const COUNT = 26;
const DAY_MS = 86_400_000;
/** A window with room for rows. */
const WIDE: readonly Screen[] = [
  { width: 1280, colorScheme: 'light' },
  { width: 1024, colorScheme: 'dark' },
  { width: 1920, colorScheme: 'dark' },
];
let page: Page;

test.beforeAll(async ({ seller, openSignedIn, product }) => {
  for (let one = 0; one < COUNT; one++) {
    const { id } = await seller.putUp({
      model: `nr ${one}`,
      end_dt: stockholmMinute(Date.now() + DAY_MS + one * 60_000),
    });
    if (one !== 1) continue;
    const { access } = await openSession(product, PEOPLE.workshop);
    const placed = await fetch(`${product.url}/api/auctions/${id}/bids`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ bid: 12_000, has_accepted_terms: true }),
    });
    expect(placed.status).toBe(201);
  }
  page = await openSignedIn(PEOPLE.caseManager, { width: 1280, height: 800 });
});

const rows = () => page.locator('tbody tr');
const boxOf = (row: number) => rows().nth(row).getByRole('checkbox');
const bar = () => page.getByRole('region', { name: 'Valda auktioner' });

test('LIST-14 staff choose rows, at least twelve on a screen, and the choice is remembered', async ({
  workshop,
}) => {
  await visit(page, '/auctions');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(async () => {
    const tops = [];
    for (const name of [/^Rader$/, /^Filter/, /^Sortera/]) {
      tops.push((await page.getByRole('button', { name }).boundingBox())!.y);
    }
    expect(Math.max(...tops) - Math.min(...tops), 'the tools are one row').toBeLessThan(8);
  }).toPass();
  await page.getByRole('button', { name: 'Rader' }).click();
  await expect(rows()).toHaveCount(24);
  await page.evaluate(() => scrollTo(0, 0));
  const inView = () =>
    rows().evaluateAll(
      (all) =>
        all
          .map((row) => row.getBoundingClientRect())
          .filter((box) => box.top > 0 && box.bottom <= 800).length,
    );
  await expect.poll(inView).toBeGreaterThanOrEqual(12);
  await reload(page);
  await expect(rows()).toHaveCount(24);
  await page.getByRole('button', { name: 'Visa fler' }).click();
  await expect(rows()).toHaveCount(COUNT);
  await assertAccessible(page, WIDE);
  await visit(workshop, '/auctions');
  await expect(workshop.getByRole('article').first()).toBeVisible();
  await expect(workshop.getByRole('button', { name: 'Rader' })).toHaveCount(0);
});

test('LIST-14 staff show and hide columns, and the device remembers them', async () => {
  const show = async (choice: string) => {
    await page.getByRole('button', { name: 'Kolumner' }).click();
    await page.getByRole('menuitem', { name: choice }).click();
  };
  const column = (name: string) => page.getByRole('columnheader', { name });
  for (const name of ['Säljes för', 'Finns på', 'Handläggare']) {
    await expect(column(name)).toHaveCount(0);
    await show(`Visa ${name}`);
    await expect(column(name)).toBeVisible();
  }
  await expect(rows().first()).toContainText('Reparation');
  await expect(rows().first()).toContainText('Johan Ek');
  await assertAccessible(page, WIDE);
  await page.setViewportSize({ width: 1280, height: 800 });
  await reload(page);
  await expect(column('Handläggare')).toBeVisible();
  const edgeOf = async (name: string) => {
    const box = (await page.locator(name).boundingBox())!;
    return box.x + box.width;
  };
  await expect(async () => {
    expect(await edgeOf('table')).toBeLessThanOrEqual(await edgeOf('h1 >> xpath=../..'));
  }).toPass();
  for (const name of ['Säljes för', 'Finns på', 'Handläggare']) await show(`Dölj ${name}`);
  await expect(column('Handläggare')).toHaveCount(0);
});

test('FEED-7 the rows have a link to the import, on the same line as the other tools', async () => {
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const tops = [];
    for (const name of ['Läs in från fil', 'Lägg till auktion']) {
      tops.push((await page.getByRole('main').getByRole('link', { name }).boundingBox())!.y);
    }
    tops.push((await page.getByRole('button', { name: 'Rader' }).boundingBox())!.y);
    expect(Math.max(...tops) - Math.min(...tops), `at ${width} px`).toBeLessThan(8);
  }
  await page.getByRole('link', { name: 'Läs in från fil' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Läs in från fil' })).toBeVisible();
  await page.goBack();
  await expect(rows()).toHaveCount(COUNT);
});

test('LIST-14, LIST-3 a column’s title sorts, and shows the direction', async () => {
  const column = page.getByRole('columnheader', { name: 'Högsta bud' });
  await expect(column).toHaveAttribute('aria-sort', 'none');
  await column.getByRole('button').click();
  await expect(column).toHaveAttribute('aria-sort', 'descending');
  await expect(rows().first()).toContainText('12\u00a0000\u00a0kr');
  await expect(page).toHaveURL(/ordering=-bid_highest/);
  await column.getByRole('button').click();
  await expect(column).toHaveAttribute('aria-sort', 'ascending');
  await column.getByRole('button').click();
  await expect(column).toHaveAttribute('aria-sort', 'none');

  const state = page.getByRole('columnheader', { name: 'Status' });
  await expect(state).toHaveAttribute('aria-sort', 'ascending');
  for (const [name, first] of [
    ['Nummer', 'ascending'],
    ['Bud', 'descending'],
    ['Mot reservationspris', 'descending'],
  ] as const) {
    const title = page.getByRole('columnheader', { name, exact: true });
    await title.getByRole('button').click();
    await expect(title).toHaveAttribute('aria-sort', first);
    await expect(state).toHaveAttribute('aria-sort', 'none');
  }
  await state.getByRole('button').click();
  await expect(state).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).not.toHaveURL(/ordering/);
});

test('LIST-15 rows are selected with Shift, by keyboard, and all at once', async () => {
  await boxOf(0).click();
  await boxOf(3).click({ modifiers: ['Shift'] });
  await expect(bar().getByText('4 valda')).toBeVisible();
  await boxOf(6).focus();
  await page.keyboard.press('Shift+Space');
  await expect(bar().getByText('7 valda')).toBeVisible();
  await assertAccessible(page, WIDE);
  await page.getByRole('checkbox', { name: 'Välj alla som visas' }).click();
  await expect(bar().getByText('24 valda')).toBeVisible();
  await bar().getByRole('button', { name: 'Avmarkera' }).click();
  await expect(bar()).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Välj alla som visas' })).toBeFocused();
});

test('LIST-15 the selection is exported as CSV and printed, one sheet each', async () => {
  await boxOf(0).click();
  await boxOf(1).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    bar().getByRole('button', { name: 'Exportera valda' }).click(),
  ]);
  const written = await readFile(await saved.path(), 'utf8');
  expect(written.trim().split('\r\n').length).toBe(1 + 2);

  // Like browsers that lay out the page after `print` has returned.
  await page.evaluate(`window.printed = new Promise((resolve) => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      setTimeout(resolve);
    };
  }); null`);
  const sheets = page.locator('body > [aria-hidden=true] h1');
  await bar().getByRole('button', { name: 'Skriv ut' }).click();
  await page.evaluate('window.printed');
  await expect(sheets).toHaveCount(2);
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('body > [aria-hidden=true]').first();
  await expect
    .poll(async () => (await sheet.boundingBox())?.height, 'a sheet fills its paper')
    .toBeGreaterThan(780);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate("window.dispatchEvent(new Event('afterprint')); null");
  await expect(sheets).toHaveCount(0);
  await expect(bar().getByRole('button', { name: 'Skriv ut' })).toBeEnabled();
});

test('LIST-15, AUC-15 the end of the selection is moved; refused auctions say why and stay selected', async () => {
  const day = stockholmMinute(Date.now() + DAY_MS / 2);
  await bar().getByRole('button', { name: 'Flytta slut' }).click();
  const dialog = page.getByRole('dialog', { name: 'Flytta slutet för 2 auktioner' });
  await dialog.getByRole('textbox', { name: 'Sluttid' }).fill('25:00');
  await dialog.getByRole('button', { name: 'Flytta slut' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Sluttid' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await dialog.getByRole('textbox', { name: 'Slutdatum' }).fill(day.slice(0, 10));
  await dialog.getByRole('textbox', { name: 'Sluttid' }).fill(day.slice(11));
  await assertAccessible(page, WIDE);
  await dialog.getByRole('button', { name: 'Flytta slut' }).click();
  const left = page.getByRole('dialog', { name: 'Slutet flyttades inte för alla' });
  await expect(left).toContainText('Slutet är flyttat för 1\u00a0auktion.');
  await expect(left.getByRole('listitem')).toHaveText(/: Kan inte ändras efter första budet\.$/);
  await left.getByRole('button', { name: 'Stäng' }).last().click();
  await expect(bar().getByText('1 valda')).toBeVisible();
});

test('LIST-14 upcoming auctions are marked at the narrowest width of rows', async ({ seller }) => {
  const start = Date.now() + 2 * DAY_MS;
  await seller.putUp({
    start_dt: stockholmMinute(start),
    end_dt: stockholmMinute(start + DAY_MS),
    reservation_price: '90000',
  });
  await visit(page, '/auctions?is_active=0&has_started=0');
  await expect(rows()).toHaveCount(1);
  await expect(rows()).toContainText('Startar ');
  await assertAccessible(page, WIDE);
});
