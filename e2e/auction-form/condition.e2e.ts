// An object's damage in the form, on the page, in the drawing and in the list.

import { expect, type Page } from '@playwright/test';
import { PANEL_NAMES, PANELS } from '@restvarde/contract/auctions/panels';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

async function choose(page: Page, field: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
}

const CONDITION = {
  run_and_drive: 'no_start',
  run_checked_on: '2026-01-02',
  keys: 1,
  primary_damage: 'front',
  panels: [
    { panel: 'left_front_door', kind: 'dent', severity: 3, note: 'Går inte att öppna.' },
    { panel: 'left_front_door', kind: 'scratch', severity: 1 },
    { panel: 'bonnet', kind: 'dent', severity: 2 },
    { panel: 'roof', kind: 'dent', severity: 1 },
  ],
};

test('DMG-4, DMG-6, DMG-7 a case manager describes the damage, and the workshop reads it', async ({
  openSignedIn,
  seller,
}) => {
  const manager = await openSignedIn(PEOPLE.caseManager, { width: 1280, height: 900 });
  const picture = await manager.screenshot({ type: 'jpeg', quality: 50 });
  const { id } = await seller.putUp({ model: 'V90' }, [picture, picture]);
  await visit(manager, `/auctions/${id}/change`);
  const section = manager.getByRole('group', { name: 'Skada och skick' });
  await expect(section.getByRole('combobox')).toHaveCount(0);
  await section.getByRole('button', { name: 'Ange skada och skick' }).click();
  await choose(manager, 'Start och körning', 'Startar inte');
  await choose(manager, 'Nycklar', '1');
  await choose(manager, 'Del', 'Höger bakdörr');
  await section.getByRole('button', { name: 'Lägg till skada' }).click();
  await expect(section.getByText('Välj hur svår skadan är')).toBeVisible();
  await manager.getByRole('combobox', { name: 'Skada', exact: true }).last().click();
  await manager.getByRole('option', { name: 'Buckla', exact: true }).click();
  await choose(manager, 'Hur svår', '3 – Svår');
  await section.getByLabel('Kommentar').fill('Vid handtaget');
  await section.getByLabel('Kommentar').press('Enter');
  await expect(section.getByRole('listitem')).toHaveText(/Höger bakdörr, buckla, svår/);
  await manager.getByLabel('Vad Bild 1 visar').selectOption('Snett fram vänster');
  await expect(manager.getByText(/^Saknas: Snett fram höger/)).toBeVisible();
  await assertAccessible(manager);

  await manager.getByRole('button', { name: 'Spara', exact: true }).click();
  await expect(section.getByText('Ange när det kontrollerades')).toBeVisible();
  await section.getByLabel('Kontrollerat').fill('2026-01-02');
  await manager.getByRole('button', { name: 'Spara', exact: true }).click();
  await expect(manager.getByText('är ändrad.')).toBeVisible();
  const page = manager.getByRole('group', { name: 'Skada och skick' });
  await expect(page.getByText(/är ingen garanti/)).toBeVisible();
  await expect(page.getByText('Startar inte')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Höger bakdörr: buckla, svår' })).toBeVisible();
  await expect(manager.getByText(/^Saknas: Snett fram höger/)).toBeVisible();
});

test('DMG-4 the drawing has a button for each damaged panel, by mouse and keyboard', async ({
  openSignedIn,
  seller,
}) => {
  const { id } = await seller.putUp({ model: 'XC60', condition: JSON.stringify(CONDITION) });
  const workshop = await openSignedIn(PEOPLE.workshop, { width: 1280, height: 900 });
  await visit(workshop, `/auctions/${id}`);
  const section = workshop.getByRole('group', { name: 'Skada och skick' });
  await expect(
    section.getByText('Kontrollerat 2026-01-02. Uppgiften gäller den dagen och är ingen garanti.'),
  ).toBeVisible();
  const door = section.getByRole('button', {
    name: 'Vänster framdörr: buckla, svår; repa, lätt',
    exact: true,
  });
  await door.focus();
  await workshop.keyboard.press('Enter');
  await expect(door).toHaveAttribute('aria-pressed', 'true');
  await expect(section.locator('[data-chosen]')).toHaveText(/Vänster framdörr.*Går inte att öppna/);
  await section.getByRole('button', { name: 'Tak: buckla, lätt' }).click();
  await expect(section.locator('[data-chosen]')).toHaveText(/^Tak/);
  await expect(section.getByRole('button')).toHaveCount(3);
  await expect(section.locator('[data-panel]')).toHaveCount(PANEL_NAMES.length);
  await assertAccessible(workshop);
  await workshop.setViewportSize({ width: 360, height: 800 });
  await expect
    .poll(async () => {
      const { width, height } = (await door.boundingBox())!;
      return Math.min(width, height);
    })
    .toBeGreaterThanOrEqual(44);
});

test('DMG-4 each of the 31 panels has an area, a label and a place in the tab order', async ({
  openSignedIn,
  seller,
}) => {
  const panels = PANEL_NAMES.map((panel) => ({ panel, kind: 'rust', severity: 2 }));
  const { id } = await seller.putUp({ model: 'XC90', condition: JSON.stringify({ panels }) });
  const workshop = await openSignedIn(PEOPLE.workshop, { width: 1280, height: 900 });
  await visit(workshop, `/auctions/${id}`);
  const buttons = workshop.getByRole('group', { name: 'Skada och skick' }).getByRole('button');
  await expect(buttons).toHaveCount(PANEL_NAMES.length);
  await buttons.first().focus();
  for (const panel of PANEL_NAMES) {
    await expect(workshop.locator(':focus')).toHaveAccessibleName(
      `${PANELS[panel]}: rost, måttlig`,
    );
    const box = await workshop.locator(':focus').boundingBox();
    expect(box!.width * box!.height).toBeGreaterThan(44 * 44);
    await workshop.keyboard.press('Tab');
  }
});

test('LIST-12, DMG-1 the filters of the list find objects by condition, and cards show it', async ({
  openSignedIn,
  seller,
}) => {
  await seller.putUp({
    model: 'S60',
    condition: JSON.stringify({ primary_damage: 'hail', keys: 2 }),
  });
  await seller.putUp({ model: 'S90' });
  const workshop = await openSignedIn(PEOPLE.workshop, { width: 1280, height: 900 });
  await visit(workshop, '/auctions?primary_damage=hail&primary_damage=nonsense');
  await expect(workshop.getByRole('link', { name: 'Volvo S60' })).toBeVisible();
  await visit(workshop, '/auctions?primary_damage=hail');
  await expect(workshop.getByRole('link', { name: 'Volvo S60' })).toBeVisible();
  await expect(workshop.getByRole('link', { name: 'Volvo S90' })).toHaveCount(0);
  await expect(workshop.getByText('Hagel · 2 nycklar')).toBeVisible();
  await assertAccessible(workshop);
  await workshop.getByRole('button', { name: /Skada: Hagel/ }).click();
  await expect(workshop).not.toHaveURL(/primary_damage/);
});
