// The date field and its calendar, in the gallery of widgets: by keys alone, then by mouse and by touch.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { type Gallery, startGallery } from './gallery.ts';
import { type Browsing, openBrowser } from './people.ts';

let gallery: Gallery;
let browsing: Browsing;
let page: Page;

before(async () => {
  gallery = await startGallery();
  browsing = await openBrowser(gallery.url);
  page = await browsing.open();
});
after(async () => {
  await gallery?.stop();
  await browsing?.stop();
});
beforeEach(() => openDates(page));

async function openDates(window: Page): Promise<void> {
  await window.goto('/gallery.html?del=Datum och tid');
  await window.getByRole('textbox', { name: 'Startdatum' }).waitFor();
}

/** «Slutdatum» is free and holds 2026-11-10; «Hämtas senast» too, and goes from 2026-11-05 to 2027-01-20. */
function field(name: string, window = page): Locator {
  return window.getByRole('textbox', { name, exact: true });
}

function toggleOf(name: string, window = page): Locator {
  return field(name, window).locator('..').getByRole('button');
}

function calendar(window = page): Locator {
  return window.getByRole('dialog', { name: 'Välj datum' });
}

function focusIsOn(what: Locator): Promise<void> {
  return what.and(what.page().locator(':focus')).waitFor();
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Opens the calendar of a field by keys; focus has come to its month. */
async function openByKeys(name: string): Promise<void> {
  await field(name).focus();
  await press('Tab', 'Enter');
  await focusIsOn(page.getByRole('combobox', { name: 'Månad' }));
}

/** Goes on by Tab to the days. */
async function goToDays(): Promise<void> {
  while ((await focusedDay()) === null) await press('Tab');
}

function focusedDay(): Promise<string | null> {
  return page.locator(':focus').getAttribute('data-date');
}

/** Each key, and the day that has focus after it. */
async function walk(steps: [key: string, day: string][]): Promise<void> {
  for (const [key, day] of steps) {
    await press(key);
    await eventually(`${key} to lead to ${day}`, async () => (await focusedDay()) === day);
  }
}

test('FMT-2 what is no digit, dot, slash or hyphen is dropped while writing, and the button says the day', async () => {
  const start = field('Startdatum');
  assert.equal(await start.getAttribute('placeholder'), 'yyyy-mm-dd');
  assert.equal(await toggleOf('Startdatum').getAttribute('aria-label'), 'Välj datum');
  await start.focus();
  await page.keyboard.type('20a26-1b1-20 ');
  assert.equal(await start.inputValue(), '2026-11-20');
  const said = () => toggleOf('Startdatum').getAttribute('aria-label');
  assert.equal(await said(), 'Välj datum, valt datum är 20 november 2026');
  // Only a whole date or nothing at all sets a value.
  await press('Backspace');
  assert.equal(await start.inputValue(), '2026-11-2');
  assert.equal(await said(), 'Välj datum, valt datum är 20 november 2026');
  await press('Tab');
  assert.equal(await start.inputValue(), '2026-11-20');
  await press('Shift+Tab', 'Control+a', 'Delete');
  assert.equal(await said(), 'Välj datum');
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
    assert.equal(await last.inputValue(), becomes);
  }
});

test('FMT-2 weeks begin on Monday, and the years are those of the bounds, else ten on either side', async () => {
  const years = page.getByRole('combobox', { name: 'År' }).getByRole('option');
  await openByKeys('Slutdatum');
  assert.deepEqual(await page.locator('thead th').allInnerTexts(), [
    'mån',
    'tis',
    'ons',
    'tors',
    'fre',
    'lör',
    'sön',
  ]);
  const free = (await years.allInnerTexts()).map(Number);
  assert.deepEqual([free.length, free[0], free.at(-1)], [21, 2016, 2036]);
  await press('Escape');
  await openByKeys('Hämtas senast');
  assert.deepEqual(await years.allInnerTexts(), ['2026', '2027']);
});

test('FMT-3 focus comes to the month 300 ms after opening, and back to the button when it closes', async () => {
  // Once before, so that nothing has to be fetched. Then by the page's own clock: the test's is some way off.
  await openByKeys('Slutdatum');
  await press('Escape');
  await calendar().waitFor({ state: 'detached' });
  const waited = page.evaluate(timeFocus);
  await openByKeys('Slutdatum');
  const { came_after_ms } = await waited;
  assert.ok(came_after_ms >= 300, `${came_after_ms} ms`);
  const back = page.evaluate(timeReturn);
  await press('Escape');
  const { returned_after_ms } = await back;
  assert.ok(returned_after_ms <= 500, `${returned_after_ms} ms`);
  await focusIsOn(toggleOf('Slutdatum'));
  assert.equal(await calendar().count(), 0);
});

test('FMT-3 the keys go by day, week, month and year, and Enter picks the day', async () => {
  await openByKeys('Slutdatum');
  await goToDays();
  assert.equal(await focusedDay(), '2026-11-10');
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
  await calendar().waitFor({ state: 'detached' });
  assert.equal(await field('Slutdatum').inputValue(), '2026-10-26');
  await focusIsOn(toggleOf('Slutdatum'));
});

test('FMT-3 a day that is disabled or outside the bounds takes focus, and is not picked', async () => {
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
  assert.equal(await page.locator(':focus').getAttribute('aria-disabled'), 'true');
  await press('Enter', ' ');
  assert.equal(await focusedDay(), day);
  assert.equal(await field('Hämtas senast').inputValue(), '2026-11-10');
  assert.ok(await calendar().isVisible());
}

test('FMT-3 the calendar goes no further than the months of the bounds', async () => {
  await openByKeys('Hämtas senast');
  const previous = page.getByRole('button', { name: 'Föregående månad' });
  const next = page.getByRole('button', { name: 'Nästa månad' });
  assert.deepEqual([await previous.isDisabled(), await next.isDisabled()], [true, false]);
  await goToDays();
  await walk([
    ['PageUp', '2026-11-01'],
    ['Shift+PageDown', '2027-01-31'],
    ['PageDown', '2027-01-31'],
    ['ArrowDown', '2027-01-31'],
  ]);
  assert.deepEqual([await previous.isDisabled(), await next.isDisabled()], [false, true]);
});

test('FMT-3 month and year are chosen by keys, and the buttons step by a month', async () => {
  await openByKeys('Slutdatum');
  await page.keyboard.type('mars');
  await press('Tab');
  await page.keyboard.type('2027');
  await press('Tab', 'Tab');
  await focusIsOn(page.getByRole('button', { name: 'Nästa månad' }));
  await press('Enter', 'Shift+Tab', 'Enter', 'Enter');
  await goToDays();
  assert.equal(await focusedDay(), '2027-02-10');
  await press('Shift+Tab');
  await focusIsOn(page.getByRole('button', { name: 'Stäng' }));
  await press('Enter');
  await calendar().waitFor({ state: 'detached' });
  await focusIsOn(toggleOf('Slutdatum'));
  assert.equal(await field('Slutdatum').inputValue(), '2026-11-10');
});

test('FMT-3 a press outside or on the button closes it; on a day of the next month it goes there', async () => {
  const toggle = toggleOf('Slutdatum');
  const day = (date: string) => page.locator(`[data-date="${date}"]`);
  await toggle.click();
  await calendar().waitFor();
  const december = day('2026-12-01');
  assert.equal(await december.getAttribute('aria-disabled'), null);
  assert.equal(await december.locator('..').getAttribute('aria-disabled'), null);
  await december.click();
  await focusIsOn(december);
  assert.equal(await page.getByRole('combobox', { name: 'Månad' }).inputValue(), '12');
  assert.equal(await field('Slutdatum').inputValue(), '2026-11-10');
  await page.mouse.click(5, 5);
  await calendar().waitFor({ state: 'detached' });
  await toggle.click();
  await calendar().waitFor();
  // The page waits behind it, so the press is one outside: it closes, and does not open anew.
  await toggle.click({ force: true });
  await calendar().waitFor({ state: 'detached' });
  await toggle.click();
  await day('2026-11-20').click();
  await calendar().waitFor({ state: 'detached' });
  assert.equal(await field('Slutdatum').inputValue(), '2026-11-20');
});

test('FMT-3 it is at least 320 px wide, and a swipe down of 70 px closes it', async () => {
  const phone = await browsing.open({ width: 320, height: 700, hasTouch: true });
  await openDates(phone);
  await toggleOf('Slutdatum', phone).tap();
  await calendar(phone).waitFor();
  // It grows as it opens.
  await eventually('its width', async () => (await boxOf(calendar(phone))).width >= 318);
  const box = await boxOf(calendar(phone).locator('..'));
  assert.deepEqual([box.width, box.x], [320, 0]);
  await swipeDown(phone, 60);
  // At once: going away takes a moment to be seen.
  assert.equal(await phone.locator('[aria-haspopup=dialog][aria-expanded=true]').count(), 1);
  await swipeDown(phone, 70);
  await calendar(phone).waitFor({ state: 'detached' });
});

async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  assert.ok(box);
  return box;
}

/** A finger, from the head of the calendar down. */
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

/** What a page has of a browser. */
interface Inside {
  document: {
    addEventListener(
      type: string,
      listener: (event: { timeStamp: number; target: { ariaLabel: string | null } }) => void,
      options?: { capture?: boolean; once?: boolean },
    ): void;
    querySelector(selector: string): object | null;
    body: object;
  };
  MutationObserver: new (
    listener: () => void,
  ) => { observe(node: object, options: object): void; disconnect(): void };
  performance: { now(): number };
}

/** Runs within the page: how long from the press of Enter until the month has focus. */
function timeFocus(): Promise<{ came_after_ms: number }> {
  return new Promise((resolve) => {
    let pressed = 0;
    document.addEventListener('keyup', ({ key, timeStamp }) => {
      if (key === 'Enter') pressed = timeStamp;
    });
    document.addEventListener('focusin', ({ target, timeStamp }) => {
      if ((target as Element).ariaLabel !== 'Månad') return;
      resolve({ came_after_ms: timeStamp - pressed });
    });
  });
}

/** Runs within the page: how long from when the calendar is gone until its button has focus. */
function timeReturn(): Promise<{ returned_after_ms: number }> {
  const { document, MutationObserver, performance } = globalThis as unknown as Inside;
  return new Promise((resolve) => {
    let gone = Number.POSITIVE_INFINITY;
    let back = 0;
    const tell = () => {
      if (back > 0 && gone < Number.POSITIVE_INFINITY) resolve({ returned_after_ms: back - gone });
    };
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=dialog]') !== null) return;
      gone = performance.now();
      observer.disconnect();
      tell();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', ({ target, timeStamp }) => {
      if (!target.ariaLabel?.startsWith('Välj datum')) return;
      back = timeStamp;
      tell();
    });
  });
}
