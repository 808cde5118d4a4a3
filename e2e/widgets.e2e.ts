// Every kind of widget with its options, in the gallery, by keys alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

async function openPart(name: string): Promise<void> {
  await page.goto(`/gallery.html?del=${name}`);
  await page.getByRole('heading', { level: 2, name }).waitFor();
}

function focusIsOn(what: Locator): Promise<void> {
  return what.and(page.locator(':focus')).waitFor();
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('FMT-4 a text field may have a unit, which its name has too', async () => {
  await openPart('Textfält');
  const mileage = page.getByRole('textbox', { name: 'Mätarställning (mil)', exact: true });
  const suffix = mileage.locator('..').getByText('mil', { exact: true });
  assert.ok(await suffix.isVisible());
  assert.equal(await suffix.getAttribute('aria-hidden'), 'true');
  const make = page.getByRole('textbox', { name: 'Fabrikat' });
  assert.equal((await make.locator('..').textContent())?.trim(), '');
  await make.focus();
  await page.keyboard.type('Volvo');
  assert.equal(await make.inputValue(), 'Volvo');
});

test('FMT-4 a textarea has three rows, and grows with what is written', async () => {
  const area = page.getByRole('textbox', { name: 'Beskrivning' });
  assert.equal(await area.getAttribute('rows'), '3');
  const lines = () =>
    area.evaluate((element) => element.clientHeight / Number.parseFloat('1.5') / 16);
  assert.ok((await lines()) >= 3);
  await area.focus();
  await page.keyboard.type('en\ntvå\ntre\nfyra\nfem\nsex');
  await eventually('room for six rows', async () => (await lines()) >= 6);
});

test('FMT-4 a checkbox is toggled by the space key, and tells what is wrong with it', async () => {
  await openPart('Val');
  const box = page.getByRole('checkbox', { name: 'Omslag' });
  await box.focus();
  await press(' ');
  assert.ok(await box.isChecked());
  await press(' ');
  assert.ok(!(await box.isChecked()));
  const terms = page.getByRole('checkbox', { name: 'Jag godkänner villkoren' });
  assert.equal(await terms.getAttribute('aria-invalid'), 'true');
  assert.match((await describe(terms)) ?? '', /Du måste godkänna villkoren/);
});

test('FMT-4 of radio buttons one is chosen, by the arrow keys', async () => {
  const group = page.getByRole('radiogroup', { name: 'Säljes för' });
  const repair = group.getByRole('radio', { name: /^Reparation/ });
  const parts = group.getByRole('radio', { name: 'Demontering' });
  await repair.focus();
  await press('ArrowDown');
  await focusIsOn(parts);
  assert.deepEqual([await repair.isChecked(), await parts.isChecked()], [false, true]);
  await press('ArrowDown');
  await focusIsOn(repair);
});

test('FMT-4 of a list one is chosen by its first letters', async () => {
  const kind = page.getByRole('button', { name: /Kategori$/ });
  await kind.focus();
  await press('Enter');
  await page.getByRole('listbox').waitFor();
  await page.keyboard.type('hus');
  await focusIsOn(page.getByRole('option', { name: 'Husvagn' }));
  await press('Enter');
  await focusIsOn(page.getByRole('button', { name: 'Husvagn Kategori' }));
});

test('FMT-4 of a list several are chosen, and «Välj alla» takes all or none', async () => {
  const kinds = page.getByRole('button', { name: /Kategorier$/ });
  const chosen = page.getByRole('option', { selected: true });
  await kinds.focus();
  await press('Enter');
  await page.getByRole('listbox').waitFor();
  assert.deepEqual(await chosen.allInnerTexts(), ['Lastbil']);
  await press('Home');
  await focusIsOn(page.getByRole('option', { name: 'Välj alla' }));
  await press('Enter');
  await eventually('all', async () => (await chosen.count()) === 6);
  await press('Enter');
  await eventually('none', async () => (await chosen.count()) === 0);
  await page.keyboard.type('mot');
  await focusIsOn(page.getByRole('option', { name: 'Motorcykel' }));
  await press('Enter', 'ArrowDown', 'Enter');
  await eventually('two', async () => (await chosen.count()) === 2);
  await press('Escape');
  await focusIsOn(kinds);
  assert.equal(await kinds.textContent(), 'Motorcykel och Husvagn');
  // The label is optional.
  await page.getByRole('button', { name: 'Utan «alla»' }).focus();
  await press('Enter');
  await page.getByRole('listbox').waitFor();
  assert.equal(await page.getByRole('option').count(), 5);
  assert.equal(await page.getByRole('option', { name: 'Välj alla' }).count(), 0);
  await press('Escape');
});

test('FMT-4 a modal keeps focus within it, closes on Escape and gives focus back', async () => {
  await openPart('Över sidan');
  const opener = page.getByRole('button', { name: 'Ruta', exact: true });
  const modal = page.getByRole('dialog', { name: 'Avsluta auktionen' });
  await opener.focus();
  await press('Enter');
  await modal.waitFor();
  const inside = modal.locator(':focus');
  for (let tabs = 0; tabs < 6; tabs += 1) {
    await press('Tab');
    assert.equal(await inside.count(), 1);
  }
  await press('Escape');
  await modal.waitFor({ state: 'detached' });
  await focusIsOn(opener);
});

test('FMT-4 what asks first has focus on what changes nothing', async () => {
  await page.getByRole('button', { name: 'Ruta som frågar' }).focus();
  await press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Radera auktionen?' });
  await focusIsOn(question.getByRole('button', { name: 'Avbryt' }));
  await press('Enter');
  await question.waitFor({ state: 'detached' });
  await focusIsOn(page.getByRole('button', { name: 'Ruta som frågar' }));
});

test('FMT-4 the three-dot menu names what it is about, and goes by the arrow keys', async () => {
  const dots = page.getByRole('button', { name: 'Fler val för auktion 10342' });
  const menu = page.getByRole('menu', { name: 'Fler val för auktion 10342' });
  const item = (name: string) => menu.getByRole('menuitem', { name });
  await dots.focus();
  await press('Enter');
  await focusIsOn(item('Ändra'));
  // What can't be done is passed by.
  await press('ArrowDown');
  await focusIsOn(item('Radera'));
  await press('ArrowDown');
  await focusIsOn(item('Ändra'));
  await press('Escape');
  await menu.waitFor({ state: 'detached' });
  await focusIsOn(dots);
  await press('Enter');
  await focusIsOn(item('Ändra'));
  await press('Enter');
  await menu.waitFor({ state: 'detached' });
  await focusIsOn(dots);
});

test('FMT-4 Escape closes a menu while it is on its way, and in the instant in which it shows', async () => {
  const dots = page.getByRole('button', { name: 'Fler val för auktion 10342' });
  const menu = page.getByRole('menu', { name: 'Fler val för auktion 10342' });
  const script = '**/menu-popover-*.js';
  let arrive = () => {};
  const way = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(script, async (route) => {
    await way;
    await route.continue();
  });
  await page.reload();
  const asked = page.waitForRequest(script);
  await dots.click();
  await asked;
  await press('Escape');
  // It stands there until the menu is made.
  await dots.evaluate((button) => button.setAttribute('data-first', ''));
  arrive();
  await page.locator('[data-first]').waitFor({ state: 'detached' });
  await focusIsOn(dots);
  assert.equal(await menu.count(), 0);

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
    // As a screen reader presses it: focus then waits for what moves on the page.
    await dots.evaluate((button) => (button as unknown as { click: () => void }).click());
    assert.ok(await page.evaluate('window.isClosed'));
    await menu.waitFor({ state: 'detached' });
    await focusIsOn(dots);
  }
});

test('FMT-4 the menu of an order marks the one that holds', async () => {
  const order = page.getByRole('button', { name: 'Ordning' });
  const choice = (name: string) => page.getByRole('menuitemradio', { name });
  await order.focus();
  await press('Enter');
  await focusIsOn(choice('Slutar först'));
  await press('ArrowDown', 'Enter');
  await focusIsOn(order);
  await press('Enter');
  await focusIsOn(choice('Senast tillagda'));
  assert.equal(await choice('Senast tillagda').getAttribute('aria-checked'), 'true');
  await press('Escape');
});

test('a toast is read out, and goes when it is closed by keys', async () => {
  await page.getByRole('button', { name: 'Säg danger' }).focus();
  await press('Enter');
  const toast = page.getByRole('alertdialog').filter({ hasText: 'Det gick inte att spara.' });
  await toast.waitFor();
  assert.equal(await toast.getByRole('alert').textContent(), 'Det gick inte att spara.');
  await toast.getByRole('button', { name: 'Stäng' }).focus();
  await press('Enter');
  await toast.waitFor({ state: 'detached' });
});

test('FMT-4 a breadcrumb has titles with their addresses, and last the title of the page', async () => {
  await openPart('Värden');
  const trail = page.getByRole('navigation', { name: 'Sökväg' });
  const links = trail.getByRole('link');
  assert.deepEqual(await links.allInnerTexts(), ['Inställningar', 'Uppställningsplatser']);
  assert.equal(await links.first().getAttribute('href'), '?del=Lägen');
  const active = trail.locator('[aria-current=page]');
  assert.equal(await active.textContent(), 'Fordonsbesiktningsprotokollsbilaga');
  assert.equal(await active.getByRole('link').count(), 0);
});

test('FMT-4 a value box has a name for each value, and leaves out what is not there', async () => {
  const box = page.getByRole('region', { name: 'Fordon' });
  const names = await box.getByRole('term').allInnerTexts();
  assert.deepEqual(names.slice(0, 3), ['Reg.nr', 'Mätarställning', 'Högsta bud']);
  assert.ok(!names.includes('Saknas'));
  const values = await box.getByRole('definition').allInnerTexts();
  assert.equal(values.length, names.length);
  assert.equal(values[2], '49\u00a0000\u00a0kr');
});

test('LIST-2 a chip goes when it is pressed', async () => {
  const chips = page.getByRole('list', { name: 'Filter' }).getByRole('button');
  await page.getByRole('button', { name: 'Ta bort filter Ort: Göteborg' }).focus();
  await press('Enter');
  await eventually('two chips', async () => (await chips.count()) === 2);
});

test('the title of a column that sorts says how, and turns the rows about', async () => {
  await openPart('Tabeller');
  const header = page.getByRole('columnheader', { name: 'Namn' });
  const names = page.getByRole('rowheader');
  await header.getByRole('button').focus();
  await press('Enter');
  assert.equal(await header.getAttribute('aria-sort'), 'ascending');
  assert.equal(await names.first().textContent(), 'Fordonsbesiktningsprotokoll Norr');
  await press('Enter');
  assert.equal(await header.getAttribute('aria-sort'), 'descending');
  assert.equal(await names.first().textContent(), 'Söder Plåt');
});

test('FORM-6 the summary of a form’s faults takes focus and leads to each field', async () => {
  await openPart('Formulär');
  await page.getByRole('button', { name: /Fordonskategori$/ }).waitFor();
  await page.getByRole('button', { name: 'Spara formuläret' }).focus();
  await press('Enter');
  await focusIsOn(page.locator('[tabindex="-1"]', { hasText: /^7\suppgifter behöver rättas/ }));
  for (const [message, field] of [
    ['Ange en modell', page.getByRole('textbox', { name: 'Modell' })],
    ['Välj en kategori', page.getByRole('button', { name: /Fordonskategori$/ })],
    ['Ange ett startdatum', page.getByRole('textbox', { name: 'Dag för start' })],
  ] as const) {
    await page.getByRole('button', { name: message }).focus();
    await press('Enter');
    await focusIsOn(field);
  }
});

/** What describes a control, as it is read out after its name. */
function describe(control: Locator): Promise<string | null> {
  return control.evaluate((element) => {
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ');
    const root = element.ownerDocument;
    return ids.map((id: string) => root.getElementById(id)?.textContent).join(' ');
  });
}
