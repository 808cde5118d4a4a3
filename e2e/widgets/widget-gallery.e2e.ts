// Every widget in every state, at three widths, light and dark: no finding of axe, no scrolling sideways.
// And it holds with what people set their browsers to.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { test } from '../fixtures/test.ts';
import { assertFocusSeen, assertHolds, assertSpacingHolds } from '../fixtures/user-settings.ts';

let page: Page;

test.beforeAll(async ({ openGallery }) => {
  page = await openGallery();
});

async function openPart(name: string): Promise<void> {
  await page.goto(`/gallery.html?del=${name}`);
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  // Lists and menus come behind the first view.
  await page.waitForLoadState('networkidle');
}

for (const part of [
  'Knappar',
  'Textfält',
  'Val',
  'Datum och tid',
  'Filer',
  'Över sidan',
  'Värden',
  'Tabeller',
  'Lägen',
]) {
  test(`the widgets of «${part}» have no finding of axe`, async () => {
    await openPart(part);
    await assertAccessible(page);
    await assertHolds(page);
    await assertFocusSeen(page);
  });
}

test('FORM-6 a form with faults has no finding of axe', async () => {
  await openPart('Formulär');
  await page.getByRole('button', { name: 'Spara formuläret' }).click();
  await expect(page.getByText('7 uppgifter behöver rättas')).toBeVisible();
  await assertAccessible(page);
});

test('dialogs have no finding of axe when open', async () => {
  await openPart('Över sidan');
  for (const [opener, title] of [
    ['Ruta', 'Avsluta auktionen'],
    ['Ruta som rullar', 'En ruta som rullar'],
    ['Ruta från sidan', 'Filter'],
    ['Ruta som frågar', 'Radera auktionen?'],
    ['Ruta som väntar', 'Raderar auktionen'],
    ['Ruta som misslyckats', 'Radera auktionen'],
  ] as const) {
    await page.getByRole('button', { name: opener, exact: true }).click();
    const heading = page.getByRole('heading', { name: title, exact: true });
    await expect(heading).toBeVisible();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await expect(heading).toHaveCount(0);
  }
});

for (const [part, opener, role] of [
  ['Över sidan', 'Fler val för auktion 10342', 'menu'],
  ['Över sidan', 'Meny med rubrik', 'menu'],
  ['Över sidan', 'Ordning', 'menu'],
  ['Val', 'Kategori', 'listbox'],
  ['Val', 'Kategorier', 'listbox'],
  ['Datum och tid', /valt datum är 10 november 2026$/, 'grid'],
] as const) {
  test(`the ${role} of «${opener}» has no finding of axe when open`, async () => {
    await openPart(part);
    const button = page.getByRole(role === 'listbox' ? 'combobox' : 'button', {
      name: opener,
      exact: role === 'listbox',
    });
    await button.last().click();
    await expect(page.getByRole(role)).toBeVisible();
    await assertAccessible(page);
    await assertSpacingHolds(page);
  });
}

test('toasts have no finding of axe', async () => {
  await openPart('Över sidan');
  const toast = page.getByRole('region', { name: 'Meddelanden' }).getByRole('group');
  // One at a time.
  for (const tone of ['info', 'warn', 'danger']) {
    await page.getByRole('button', { name: `Säg ${tone}` }).click();
    await expect(toast).toBeVisible();
    await assertAccessible(page);
    await toast.getByRole('button', { name: 'Stäng' }).click();
    await expect(toast).toHaveCount(0);
  }
});

test('the product is built without the gallery', async () => {
  const dist = join(import.meta.dirname, '../../web/dist');
  const manifest = await readFile(join(dist, '.vite/manifest.json'), 'utf8');
  expect(manifest).toMatch(/"index\.html"/);
  expect(manifest).not.toMatch(/gallery\/|gallery\.html/);
});
