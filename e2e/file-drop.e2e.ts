// Choosing files and putting them in order, in the gallery of widgets, under the product's policy.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { type Gallery, startGallery } from './gallery.ts';
import { type Browsing, openBrowser } from './people.ts';

// One pixel, transparent.
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let gallery: Gallery;
let browsing: Browsing;
let page: Page;

before(async () => {
  gallery = await startGallery();
  browsing = await openBrowser(gallery.url);
  page = await browsing.open();
  // As long as somebody listens, none opens: Enter is not to come before that holds.
  page.on('filechooser', () => {});
  await page.goto('/gallery.html?del=Filer');
});
after(async () => {
  await gallery?.stop();
  // Throws if the policy refused anything.
  await browsing?.stop();
});
beforeEach(async () => {
  await page.goto('/gallery.html?del=Filer');
  await choose('a.png', 'b.png', 'c.png');
  await order('a.png', 'b.png', 'c.png');
  await button('Dra a.png').waitFor();
});

/** The list that can be changed. */
function part(): Locator {
  return page.getByRole('group', { name: 'Bilder på objektet' });
}

function button(name: string): Locator {
  return part().getByRole('button', { name, exact: true });
}

/** Chooses files as one does by keys: the button opens the browser's own dialog. */
async function choose(...names: string[]): Promise<void> {
  await button('Bifoga fil').focus();
  const [dialog] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.keyboard.press('Enter'),
  ]);
  await dialog.setFiles(
    names.map((name) => ({
      name,
      mimeType: name.endsWith('.png') ? 'image/png' : 'application/pdf',
      buffer: PIXEL,
    })),
  );
}

/** Waits until the files stand in this order. */
async function order(...names: string[]): Promise<void> {
  const row = part().getByRole('row').or(part().getByRole('listitem'));
  await eventually(`the order ${names.join()}`, async () => {
    const texts = await row.allInnerTexts();
    return texts.length === names.length && texts.every((text, at) => text.includes(names[at]!));
  });
}

function focusIsOn(what: Locator): Promise<void> {
  return what.and(page.locator(':focus')).waitFor();
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('FORM-4 a file is shown with its name and size, a picture with what is on it', async () => {
  await choose('Besiktning.pdf');
  await order('a.png', 'b.png', 'c.png', 'Besiktning.pdf');
  const rows = part().getByRole('row');
  assert.equal(await rows.first().locator('img').count(), 1);
  assert.match((await rows.first().locator('img').getAttribute('src')) ?? '', /^data:image\/png;/);
  assert.match((await rows.last().textContent()) ?? '', /70\sB/);
  assert.equal(await rows.last().locator('img').count(), 0);
});

test('FORM-4 a file is dragged to its place by keys alone, and the change is spoken', async () => {
  await button('Dra a.png').focus();
  await press('Enter');
  await focusIsOn(page.getByRole('button', { name: /^Infoga/ }));
  await press('ArrowDown', 'ArrowDown');
  await focusIsOn(page.getByRole('button', { name: 'Infoga efter c.png' }));
  await press('Enter');
  await order('b.png', 'c.png', 'a.png');
  await page.getByRole('status').getByText('a.png har plats 3 av 3.').waitFor();
  await focusIsOn(part().getByRole('row', { name: 'a.png' }));
  // Escape leaves all where it was.
  await press('ArrowUp', 'ArrowUp', 'Tab');
  await focusIsOn(button('Dra b.png'));
  await press('Enter');
  await focusIsOn(page.getByRole('button', { name: /^Infoga/ }));
  await press('ArrowDown', 'Escape');
  const row = part().getByRole('row', { name: 'b.png' });
  await row.and(page.locator(':focus')).or(row.locator(':focus')).waitFor();
  await order('b.png', 'c.png', 'a.png');
});

test('FORM-4 a file is dragged to its place by the mouse', async () => {
  const from = await middleOf(part().getByRole('row', { name: 'c.png' }).locator('img'));
  const to = await middleOf(part().getByRole('row', { name: 'a.png' }).locator('img'));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 20, { steps: 5 });
  await page.mouse.move(to.x, to.y - 30, { steps: 10 });
  await page.mouse.up();
  await order('c.png', 'a.png', 'b.png');
  // Not among what is to be added.
  assert.equal(await part().getByRole('row').count(), 3);
});

async function middleOf(what: Locator) {
  const box = await what.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('FORM-4 the buttons do what dragging does, keep focus, and Tab comes to each of them', async () => {
  await button('Dra a.png').focus();
  await press('Tab');
  await focusIsOn(button('Flytta a.png nedåt'));
  await press('Enter');
  await order('b.png', 'a.png', 'c.png');
  await focusIsOn(button('Flytta a.png nedåt'));
  await press('Enter');
  await order('b.png', 'c.png', 'a.png');
  await focusIsOn(button('Flytta a.png uppåt'));
  await button('Gör c.png till omslag').focus();
  await press('Enter');
  await order('c.png', 'b.png', 'a.png');
  await button('Ta bort b.png').focus();
  await press('Enter');
  await order('c.png', 'a.png');
});

test('FORM-4 what is pasted anywhere on the page is added', async () => {
  await page.evaluate(paste, PIXEL.toString('base64'));
  await order('a.png', 'b.png', 'c.png', 'skärmbild.png');
});

/** What a page has of a browser. */
interface Inside {
  document: { body: { dispatchEvent(event: unknown): void } };
  DataTransfer: new () => { items: { add(file: File): void } };
  ClipboardEvent: new (type: string, options: object) => unknown;
}

/** Runs within the page: a picture from the clipboard. */
function paste(content: string): void {
  const { document, DataTransfer, ClipboardEvent } = globalThis as unknown as Inside;
  const clipboardData = new DataTransfer();
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  clipboardData.items.add(new File([bytes], 'skärmbild.png', { type: 'image/png' }));
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}
