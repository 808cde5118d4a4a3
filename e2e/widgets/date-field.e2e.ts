// The date field and its calendar in the gallery, by keyboard, mouse and touch.
import { expect, type Locator, type Page } from '@playwright/test';
import { appear, stopClock } from '../fixtures/clock.ts';
import { test } from '../fixtures/test.ts';

test.describe.configure({ mode: 'serial' });

let page: Page;

test.beforeAll(async ({ openGallery }) => {
  page = await openGallery();
});
test.beforeEach(() => openDates(page));

async function openDates(window: Page): Promise<void> {
  await window.goto('/gallery.html?del=Datum och tid');
  await expect(window.getByRole('textbox', { name: 'Startdatum' })).toBeVisible();
}

/** «Slutdatum» has no bounds and is 2026-11-10; «Hämtas senast» too, between 2026-11-05 and 2027-01-20. */
function field(name: string, window = page): Locator {
  return window.getByRole('textbox', { name, exact: true });
}

function toggleOf(name: string, window = page): Locator {
  return field(name, window).locator('..').getByRole('button');
}

function calendar(window = page): Locator {
  return window.getByRole('dialog', { name: 'Välj datum' });
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Opens a field's calendar by keyboard; focus is on its day. */
async function openByKeys(name: string): Promise<void> {
  await field(name).focus();
  await press('Tab', 'Enter');
  await expect(page.locator('[data-date]:focus')).toBeVisible();
}

/** Closes the calendar and waits until it is gone. */
async function close(): Promise<void> {
  await press('Escape');
  await expect(calendar()).toHaveCount(0);
}

/** Moves to the days by Tab. */
async function goToDays(): Promise<void> {
  while ((await focusedDay()) === null) await press('Tab');
}

function focusedDay(): Promise<string | null> {
  return page.locator(':focus').getAttribute('data-date');
}

/** Keys, and the focused day after each. */
async function walk(steps: [key: string, day: string][]): Promise<void> {
  for (const [key, day] of steps) {
    await press(key);
    await expect.poll(() => focusedDay(), `${key} to lead to ${day}`).toBe(day);
  }
}

test('FMT-2 characters other than digits, dot, slash and hyphen are dropped while typing, and the button names the day', async () => {
  const start = field('Startdatum');
  await expect(start).toHaveAttribute('placeholder', 'yyyy-mm-dd');
  await expect(toggleOf('Startdatum')).toHaveAttribute('aria-label', 'Välj datum');
  await start.focus();
  await page.keyboard.type('20a26-1b1-20 ');
  await expect(start).toHaveValue('2026-11-20');
  const said = (label: string) =>
    expect(toggleOf('Startdatum')).toHaveAttribute('aria-label', label);
  await said('Välj datum, valt datum är 20 november 2026');
  // Only a complete date or an empty field sets a value.
  await press('Backspace');
  await expect(start).toHaveValue('2026-11-2');
  await said('Välj datum, valt datum är 20 november 2026');
  await press('Tab');
  await expect(start).toHaveValue('2026-11-20');
  const remark = '2026-11-2 är inget datum. Skriv det som åååå-mm-dd.';
  await expect(start).toHaveAccessibleDescription(remark);
  await press('Shift+Tab', 'Control+a');
  await page.keyboard.type('2026-02-30');
  await press('Tab');
  await expect(start).toHaveAccessibleDescription('2026-02-30 finns inte i kalendern.');
  await press('Shift+Tab', 'Control+a', 'Delete', 'Tab', 'Shift+Tab');
  await expect(start).not.toHaveAccessibleDescription(/kalendern/);
  await said('Välj datum');
});

test('FMT-2 a date outside the bounds becomes the nearest within them', async () => {
  const last = field('Hämtas senast');
  for (const [written, becomes] of [
    ['2030-01-01', '2027-01-20'],
    ['2020-01-01', '2026-11-05'],
    ['2026-12-24', '2026-12-24'],
  ] as const) {
    await last.focus();
    await press('Control+a');
    await page.keyboard.type(written);
    await press('Tab');
    await expect(last).toHaveValue(becomes);
  }
});

test('FMT-2 weeks begin on Monday, and the years are those within the bounds, or ten before and after', async () => {
  const years = page.getByRole('combobox', { name: 'År' }).getByRole('option');
  await openByKeys('Slutdatum');
  await expect(page.locator('thead th')).toHaveText([
    'mån',
    'tis',
    'ons',
    'tors',
    'fre',
    'lör',
    'sön',
  ]);
  const free = (await years.allInnerTexts()).map(Number);
  expect([free.length, free[0], free.at(-1)]).toEqual([21, 2016, 2036]);
  await close();
  await openByKeys('Hämtas senast');
  await expect(years).toHaveText(['2026', '2027']);
});

test('FMT-3 focus moves to the month 300 ms after opening, and back to the button on closing', async () => {
  await page.clock.install();
  await openDates(page);
  // Once, so that the script is loaded.
  await openByKeys('Slutdatum');
  await close();
  await field('Slutdatum').focus();
  await stopClock(page);
  await press('Tab', 'Enter');
  const day = page.locator('[data-date]:focus');
  await page.clock.runFor(280);
  await expect(day).toHaveCount(0);
  await appear(page, day);
  await press('Escape');
  await page.clock.runFor(500);
  await expect(toggleOf('Slutdatum')).toBeFocused();
  await page.clock.resume();
  await expect(calendar()).toHaveCount(0);
});

test('FMT-3 keys move by day, week, month and year, and Enter chooses the day', async () => {
  await openByKeys('Slutdatum');
  await goToDays();
  expect(await focusedDay()).toBe('2026-11-10');
  await walk([
    ['ArrowRight', '2026-11-11'],
    ['ArrowDown', '2026-11-18'],
    ['ArrowLeft', '2026-11-17'],
    ['ArrowUp', '2026-11-10'],
    ['End', '2026-11-15'],
    ['Home', '2026-11-09'],
    ['PageDown', '2026-12-09'],
    ['Shift+PageDown', '2027-12-09'],
    ['PageUp', '2027-11-09'],
    ['Shift+PageUp', '2026-11-09'],
    ['ArrowUp', '2026-11-02'],
    ['ArrowUp', '2026-10-26'],
  ]);
  await press('Enter');
  await expect(calendar()).toHaveCount(0);
  await expect(field('Slutdatum')).toHaveValue('2026-10-26');
  await expect(toggleOf('Slutdatum')).toBeFocused();
});

test('FMT-3 a day that is disabled or outside the bounds gets focus and is not chosen', async () => {
  await openByKeys('Hämtas senast');
  await goToDays();
  await walk([
    ['End', '2026-11-15'],
    ['ArrowLeft', '2026-11-14'],
  ]);
  await assertRefused('2026-11-14');
  await walk([
    ['ArrowUp', '2026-11-07'],
    ['ArrowLeft', '2026-11-06'],
    ['ArrowLeft', '2026-11-05'],
    ['ArrowLeft', '2026-11-04'],
  ]);
  await assertRefused('2026-11-04');
});

async function assertRefused(day: string): Promise<void> {
  await expect(page.locator(':focus')).toHaveAttribute('aria-disabled', 'true');
  await press('Enter', ' ');
  expect(await focusedDay()).toBe(day);
  await expect(field('Hämtas senast')).toHaveValue('2026-11-10');
  await expect(calendar()).toBeVisible();
}

test('FMT-3 the calendar does not leave the months of the bounds', async () => {
  await openByKeys('Hämtas senast');
  const previous = page.getByRole('button', { name: 'Föregående månad' });
  const next = page.getByRole('button', { name: 'Nästa månad' });
  await expect(previous).toBeDisabled();
  await expect(next).toBeEnabled();
  await goToDays();
  await walk([
    ['PageUp', '2026-11-01'],
    ['Shift+PageDown', '2027-01-31'],
    ['PageDown', '2027-01-31'],
    ['ArrowDown', '2027-01-31'],
  ]);
  await expect(previous).toBeEnabled();
  await expect(next).toBeDisabled();
});

test('FMT-3 month and year are chosen by keyboard, and the buttons step by a month', async () => {
  await openByKeys('Slutdatum');
  await page.getByRole('combobox', { name: 'Månad' }).focus();
  await page.keyboard.type('mars');
  await press('Tab');
  await page.keyboard.type('2027');
  await press('Tab', 'Tab');
  await expect(page.getByRole('button', { name: 'Nästa månad' })).toBeFocused();
  await press('Enter', 'Shift+Tab', 'Enter', 'Enter');
  await goToDays();
  expect(await focusedDay()).toBe('2027-02-10');
  await press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Stäng' })).toBeFocused();
  await press('Enter');
  await expect(calendar()).toHaveCount(0);
  await expect(toggleOf('Slutdatum')).toBeFocused();
  await expect(field('Slutdatum')).toHaveValue('2026-11-10');
});

test('FMT-3 a press outside or on the button closes it; a press on a day of the next month moves there', async () => {
  const toggle = toggleOf('Slutdatum');
  const day = (date: string) => page.locator(`[data-date="${date}"]`);
  await toggle.click();
  await expect(calendar()).toBeVisible();
  const december = day('2026-12-01');
  await expect(december).not.toHaveAttribute('aria-disabled');
  await expect(december.locator('..')).not.toHaveAttribute('aria-disabled');
  await december.click();
  await expect(december).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Månad' })).toHaveValue('12');
  await expect(field('Slutdatum')).toHaveValue('2026-11-10');
  await page.mouse.click(5, 5);
  await expect(calendar()).toHaveCount(0);
  await toggle.click();
  await expect(calendar()).toBeVisible();
  // The calendar is modal, so the press is outside: it closes and does not reopen.
  await toggle.click({ force: true });
  await expect(calendar()).toHaveCount(0);
  await toggle.click();
  await day('2026-11-20').click();
  await expect(calendar()).toHaveCount(0);
  await expect(field('Slutdatum')).toHaveValue('2026-11-20');
});

test('FMT-3 it is at least 320 px wide, and a swipe down of 70 px closes it', async ({
  openGallery,
}) => {
  const phone = await openGallery({ width: 320, height: 700, hasTouch: true });
  await openDates(phone);
  await toggleOf('Slutdatum', phone).tap();
  await expect(calendar(phone)).toBeVisible();
  await expect
    .poll(async () => (await boxOf(calendar(phone))).width >= 318, 'its width')
    .toBe(true);
  await expect
    .poll(async () => {
      const box = await boxOf(calendar(phone).locator('..'));
      return [box.width, box.x];
    })
    .toEqual([320, 0]);
  await swipeDown(phone, 60);
  // Immediately, since closing is animated.
  await expect(phone.locator('[aria-haspopup=dialog][aria-expanded=true]')).toHaveCount(1);
  await swipeDown(phone, 70);
  await expect(calendar(phone)).toHaveCount(0);
});

async function boxOf(what: Locator) {
  await expect(what).toBeVisible();
  return (await what.boundingBox())!;
}

/** Swipes down from the calendar's header. */
async function swipeDown(window: Page, by: number): Promise<void> {
  const box = await boxOf(window.locator('thead'));
  const [x, y] = [box.x + 20, box.y + 10];
  const session = await window.context().newCDPSession(window);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x, y: at }],
    });
  await touch('touchStart', y);
  await touch('touchMove', y + by / 2);
  await touch('touchMove', y + by);
  await touch('touchEnd');
  await session.detach();
}
