// Every widget in every state at three widths, light and dark, and with browser settings: no axe violations, no
// horizontal scrolling.

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

/** Opens a part of the gallery. A test that follows on the same part uses the open page. */
async function openPart(name: string): Promise<void> {
  if (new URL(page.url(), 'http://gallery').searchParams.get('del') === name) return;
  await page.goto(`/gallery.html?del=${name}`);
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  // Lists and menus load after the first view.
  await page.waitForLoadState('networkidle');
}

/** The parts of the gallery, and the buttons that open menus, lists and calendars. */
const PARTS: Record<string, [opener: string | RegExp, role: 'menu' | 'listbox' | 'grid'][]> = {
  Knappar: [],
  Textfält: [],
  Val: [
    ['Kategori', 'listbox'],
    ['Kategorier', 'listbox'],
  ],
  'Datum och tid': [[/valt datum är 10 november 2026$/, 'grid']],
  Filer: [],
  Värden: [],
  Tabeller: [],
  Lägen: [],
  'Över sidan': [
    ['Fler val för auktion 10342', 'menu'],
    ['Meny med rubrik', 'menu'],
    ['Ordning', 'menu'],
  ],
};

for (const [part, openers] of Object.entries(PARTS)) {
  test(`the widgets of «${part}» have no axe violations`, async () => {
    await openPart(part);
    await assertAccessible(page);
    await assertHolds(page);
    await assertFocusSeen(page);
  });

  for (const [opener, role] of openers) {
    test(`the ${role} of «${opener}» has no axe violations when open`, async () => {
      await openPart(part);
      const button = page.getByRole(role === 'listbox' ? 'combobox' : 'button', {
        name: opener,
        exact: role === 'listbox',
      });
      await button.last().click();
      await expect(page.getByRole(role)).toBeVisible();
      await assertAccessible(page);
      await assertSpacingHolds(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole(role)).toHaveCount(0);
    });
  }
}

test('dialogs have no axe violations when open', async () => {
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

test('toasts have no axe violations', async () => {
  await openPart('Över sidan');
  const toast = page.getByRole('region', { name: 'Meddelanden' }).getByRole('group');
  // One at a time.
  for (const tone of ['info', 'warn', 'danger']) {
    await page.getByRole('button', { name: `Säg ${tone}` }).click();
    // A toast with focus stays.
    await toast.getByRole('button', { name: 'Stäng' }).focus();
    await assertAccessible(page);
    await toast.getByRole('button', { name: 'Stäng' }).click();
    await expect(toast).toHaveCount(0);
  }
});

test('FORM-6 a form with errors has no axe violations', async () => {
  await openPart('Formulär');
  await page.getByRole('button', { name: 'Spara formuläret' }).click();
  await expect(page.getByText('7 uppgifter behöver rättas')).toBeVisible();
  await assertAccessible(page);
});

test('the product is built without the gallery', async () => {
  const dist = join(import.meta.dirname, '../../web/dist');
  const manifest = await readFile(join(dist, '.vite/manifest.json'), 'utf8');
  expect(manifest).toMatch(/"index\.html"/);
  expect(manifest).not.toMatch(/gallery\/|gallery\.html/);
});
