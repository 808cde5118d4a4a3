// Every widget with its options in the gallery, by keyboard.
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../fixtures/test.ts';

test.describe.configure({ mode: 'serial' });

let page: Page;

test.beforeAll(async ({ openGallery }) => {
  page = await openGallery();
});

async function openPart(name: string): Promise<void> {
  await page.goto(`/gallery.html?del=${name}`);
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('FMT-4 a text field may have a unit, which is part of its name', async () => {
  await openPart('Textfält');
  const mileage = page.getByRole('textbox', { name: 'Mätarställning (mil)', exact: true });
  const suffix = mileage.locator('..').getByText('mil', { exact: true });
  await expect(suffix).toBeVisible();
  await expect(suffix).toHaveAttribute('aria-hidden', 'true');
  const make = page.getByRole('textbox', { name: 'Fabrikat' });
  expect((await make.locator('..').textContent())?.trim()).toBe('');
  await make.focus();
  await page.keyboard.type('Volvo');
  await expect(make).toHaveValue('Volvo');
});

test('FMT-4 a textarea has three rows and grows with its text', async () => {
  const area = page.getByRole('textbox', { name: 'Beskrivning' });
  await expect(area).toHaveAttribute('rows', '3');
  const lines = () =>
    area.evaluate((element) => element.clientHeight / Number.parseFloat('1.5') / 16);
  expect(await lines()).toBeGreaterThanOrEqual(3);
  await area.focus();
  await page.keyboard.type('en\ntvå\ntre\nfyra\nfem\nsex');
  await expect.poll(async () => (await lines()) >= 6, 'room for six rows').toBe(true);
});

test('FMT-4 a checkbox is toggled by the space key and shows its error', async () => {
  await openPart('Val');
  const box = page.getByRole('checkbox', { name: 'Huvudbild' });
  await box.focus();
  await press(' ');
  await expect(box).toBeChecked();
  await press(' ');
  await expect(box).not.toBeChecked();
  const terms = page.getByRole('checkbox', { name: 'Jag godkänner villkoren' });
  await expect(terms).toHaveAttribute('aria-invalid', 'true');
  expect((await descriptionOf(terms)) ?? '').toMatch(/Du måste godkänna villkoren/);
});

test('FMT-4 arrow keys choose one of several radio buttons', async () => {
  const group = page.getByRole('radiogroup', { name: 'Säljes för' });
  const repair = group.getByRole('radio', { name: /^Reparation/ });
  const parts = group.getByRole('radio', { name: 'Demontering' });
  await repair.focus();
  await press('ArrowDown');
  await expect(parts).toBeFocused();
  expect([await repair.isChecked(), await parts.isChecked()]).toEqual([false, true]);
  await press('ArrowDown');
  await expect(repair).toBeFocused();
});

test('FMT-4 an option of a list is chosen by its first letters', async () => {
  const kind = page.getByRole('combobox', { name: 'Kategori', exact: true });
  await kind.focus();
  await press('Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.type('hus');
  await expect(page.getByRole('option', { name: 'Husvagn' })).toBeFocused();
  await press('Enter');
  await expect(kind).toBeFocused();
  await expect(kind).toHaveText('Husvagn');
});

test('FMT-4 several options of a list are chosen, and «Välj alla» selects all or none', async () => {
  const kinds = page.getByRole('combobox', { name: 'Kategorier', exact: true });
  const chosen = page.getByRole('option', { selected: true });
  await kinds.focus();
  await press('Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await expect(chosen).toHaveText(['Lastbil']);
  await press('Home');
  await expect(page.getByRole('option', { name: 'Välj alla' })).toBeFocused();
  await press('Enter');
  await expect(chosen).toHaveCount(6);
  await press('Enter');
  await expect(chosen).toHaveCount(0);
  await page.keyboard.type('mot');
  await expect(page.getByRole('option', { name: 'Motorcykel' })).toBeFocused();
  await press('Enter', 'ArrowDown', 'Enter');
  await expect(chosen).toHaveCount(2);
  await press('Escape');
  await expect(kinds).toBeFocused();
  await expect(kinds).toHaveText('Motorcykel och Husvagn');
  // The label is optional.
  await page.getByRole('combobox', { name: 'Utan ”alla”' }).focus();
  await press('Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(5);
  await expect(page.getByRole('option', { name: 'Välj alla' })).toHaveCount(0);
  await press('Escape');
});

test('FMT-4 a modal keeps focus within it, closes on Escape and gives focus back', async () => {
  await openPart('Över sidan');
  const opener = page.getByRole('button', { name: 'Ruta', exact: true });
  const modal = page.getByRole('dialog', { name: 'Avsluta auktionen' });
  await opener.focus();
  await press('Enter');
  await expect(modal).toBeVisible();
  const inside = modal.locator(':focus');
  for (let tabs = 0; tabs < 6; tabs += 1) {
    await press('Tab');
    await expect(inside).toHaveCount(1);
  }
  await press('Escape');
  await expect(modal).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('FMT-4 a confirmation focuses the button that changes nothing', async () => {
  await page.getByRole('button', { name: 'Ruta som frågar' }).focus();
  await press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Radera auktionen?' });
  await expect(question.getByRole('button', { name: 'Avbryt' })).toBeFocused();
  await press('Enter');
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Ruta som frågar' })).toBeFocused();
});

test('FMT-4 the three-dot menu names its object and is used with arrow keys', async () => {
  const dots = page.getByRole('button', { name: 'Fler val för auktion 10342' });
  const menu = page.getByRole('menu', { name: 'Fler val för auktion 10342' });
  const item = (name: string) => menu.getByRole('menuitem', { name });
  await dots.focus();
  await press('Enter');
  await expect(item('Ändra')).toBeFocused();
  // Disabled items are skipped.
  await press('ArrowDown');
  await expect(item('Radera')).toBeFocused();
  await press('ArrowDown');
  await expect(item('Ändra')).toBeFocused();
  await press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(dots).toBeFocused();
  await press('Enter');
  await expect(item('Ändra')).toBeFocused();
  await press('Enter');
  await expect(menu).toHaveCount(0);
  await expect(dots).toBeFocused();
});

test('FMT-4 Escape closes a menu while it loads and just when it opens', async () => {
  const dots = page.getByRole('button', { name: 'Fler val för auktion 10342' });
  const menu = page.getByRole('menu', { name: 'Fler val för auktion 10342' });
  const script = '**/overlays-*.js';
  let arrive = () => {};
  const way = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(script, async (route) => {
    await way;
    await route.continue();
  });
  // By the first widget that needs it.
  const asked = page.waitForRequest(script);
  await page.reload();
  await dots.click();
  await asked;
  await press('Escape');
  // It is shown until the menu is loaded.
  await dots.evaluate((button) => button.setAttribute('data-first', ''));
  arrive();
  await expect(page.locator('[data-first]')).toHaveCount(0);
  await expect(dots).toBeFocused();
  await expect(menu).toHaveCount(0);

  for (const isFirstPress of [false, true]) {
    if (isFirstPress) await page.reload();
    await page.evaluate(`
      window.isClosed = new Promise((resolve) => {
        new MutationObserver((_, observer) => {
          if (document.querySelector('[role=menu]') === null) return;
          observer.disconnect();
          const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
          document.activeElement.dispatchEvent(escape);
          resolve(true);
        }).observe(document.body, { subtree: true, childList: true });
      });
      null;
    `);
    // Like a screen reader's press: focus then waits for the page's changes.
    await dots.evaluate((button) => (button as unknown as { click: () => void }).click());
    expect(await page.evaluate('window.isClosed')).toBe(true);
    await expect(menu).toHaveCount(0);
    await expect(dots).toBeFocused();
  }
});

test('FMT-4 the sort menu marks the current order', async () => {
  const order = page.getByRole('button', { name: 'Ordning' });
  const choice = (name: string) => page.getByRole('menuitemradio', { name });
  await order.focus();
  await press('Enter');
  await expect(choice('Slutar först')).toBeFocused();
  await press('ArrowDown', 'Enter');
  await expect(order).toBeFocused();
  await press('Enter');
  await expect(choice('Senast tillagda')).toBeFocused();
  await expect(choice('Senast tillagda')).toHaveAttribute('aria-checked', 'true');
  await press('Escape');
});

test('a toast is announced and closes by keyboard', async () => {
  await page.getByRole('button', { name: 'Säg danger' }).focus();
  await press('Enter');
  const toast = page.getByRole('group').filter({ hasText: 'Det gick inte att spara.' });
  await expect(toast).toBeVisible();
  await expect(toast.getByRole('alert')).toHaveText('Det gick inte att spara.');
  await toast.getByRole('button', { name: 'Stäng' }).focus();
  await press('Enter');
  await expect(toast).toHaveCount(0);
  const opener = page.getByRole('button', { name: 'Säg danger' });
  await opener.focus();
  await press('Enter');
  await expect(toast).toBeVisible();
  await press('F6');
  await expect(toast.or(page.getByRole('region', { name: 'Meddelanden' })).first()).toBeVisible();
  await expect(
    page.locator('[aria-label=Meddelanden]:focus, [aria-label=Meddelanden] :focus'),
  ).toHaveCount(1);
  await press('Escape');
  await expect(toast).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('FMT-4 a breadcrumb has titles with their URLs, and the page’s title last', async () => {
  await openPart('Värden');
  const trail = page.getByRole('navigation', { name: 'Sökväg' });
  const links = trail.getByRole('link');
  await expect(links).toHaveText(['Inställningar', 'Uppställningsplatser']);
  await expect(links.first()).toHaveAttribute('href', '?del=Lägen');
  const active = trail.locator('[aria-current=page]');
  await expect(active).toHaveText('Fordonsbesiktningsprotokollsbilaga');
  await expect(active.getByRole('link')).toHaveCount(0);
});

test('FMT-4 a value box names each value and omits missing ones', async () => {
  const box = page.getByRole('group', { name: 'Fordon' });
  const names = await box.getByRole('term').allInnerTexts();
  expect(names.slice(0, 3)).toEqual(['Reg.nr', 'Mätarställning', 'Högsta bud']);
  expect(names.includes('Saknas')).toBe(false);
  const values = await box.getByRole('definition').allInnerTexts();
  expect(values.length).toBe(names.length);
  expect(values[2]).toBe('49\u00a0000\u00a0kr');
});

test('LIST-2 a pressed chip disappears', async () => {
  const chips = page.getByRole('list', { name: 'Filter' }).getByRole('button');
  await page.getByRole('button', { name: 'Ta bort filter Ort: Göteborg' }).focus();
  await press('Enter');
  await expect(chips).toHaveCount(2);
});

test('the title of a sorted column shows the direction and reverses it', async () => {
  await openPart('Tabeller');
  const header = page.getByRole('columnheader', { name: 'Namn' });
  const names = page.getByRole('rowheader');
  await header.getByRole('button').focus();
  await press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(names.first()).toHaveText('Fordonsbesiktningsprotokoll Norr');
  await press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(names.first()).toHaveText('Söder Plåt');
});

test('FORM-6 a form’s error summary gets focus and leads to each field', async () => {
  await openPart('Formulär');
  await expect(page.getByRole('combobox', { name: /Fordonskategori$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Spara formuläret' }).focus();
  await press('Enter');
  await expect(
    page.locator('[tabindex="-1"]', { hasText: /^7\suppgifter behöver rättas/ }),
  ).toBeFocused();
  for (const [message, field] of [
    ['Ange en modell', page.getByRole('textbox', { name: 'Modell' })],
    ['Välj en kategori', page.getByRole('combobox', { name: /Fordonskategori$/ })],
    ['Ange ett startdatum', page.getByRole('textbox', { name: 'Dag för start' })],
  ] as const) {
    await page.getByRole('button', { name: message }).focus();
    await press('Enter');
    await expect(field).toBeFocused();
  }
});

/** A control's description, which is read after its name. */
function descriptionOf(control: Locator): Promise<string | null> {
  return control.evaluate((element) => {
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ');
    const root = element.ownerDocument;
    return ids.map((id: string) => root.getElementById(id)?.textContent).join(' ');
  });
}
