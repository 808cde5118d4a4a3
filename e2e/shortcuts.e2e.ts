// Single-key shortcuts, for users who have enabled them.
import { expect } from '@playwright/test';
import { assertAccessible } from './fixtures/accessibility.ts';
import { openAuction, panelOf } from './fixtures/bidding.ts';
import { test } from './fixtures/test.ts';
import { visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

test('SHELL-9 no key is a shortcut before they are enabled, and the shortcuts are listed', async ({
  workshop,
}) => {
  await visit(workshop, '/my-account');
  await workshop.keyboard.press('?');
  await expect(workshop.getByRole('dialog')).toHaveCount(0);
  await workshop.getByRole('button', { name: 'Visa kortkommandon' }).click();
  const help = workshop.getByRole('dialog', { name: 'Kortkommandon' });
  await expect(help.getByText('Gå till Mina auktioner')).toBeVisible();
  await expect(help.getByText('Gå till Hem')).toHaveCount(0);
  await assertAccessible(workshop);
  await workshop.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('SHELL-9 when enabled, keys lead to pages and to the bid field, and are characters in text fields', async ({
  workshop,
  seller,
}) => {
  const { id } = await seller.putUp();
  const setting = workshop.getByRole('radiogroup', { name: 'Kortkommandon med en tangent' });
  await setting.getByText('På', { exact: true }).click();
  await workshop.getByRole('heading', { level: 1 }).click();
  const help = workshop.getByRole('dialog', { name: 'Kortkommandon' });
  await expect(async () => {
    await workshop.keyboard.press('?');
    await expect(help).toBeVisible({ timeout: 500 });
  }).toPass();
  await workshop.keyboard.press('Escape');
  await expect(help).toBeHidden();
  // The second key must come soon.
  await expect(async () => {
    await workshop.keyboard.press('g');
    await workshop.keyboard.press('m');
    await expect(workshop.getByRole('heading', { level: 1, name: 'Mina auktioner' })).toBeVisible({
      timeout: 500,
    });
  }).toPass();

  await openAuction(workshop, id);
  const field = panelOf(workshop).getByRole('textbox', { name: 'Ditt bud i kronor' });
  await expect(async () => {
    await workshop.keyboard.press('b');
    await expect(field).toBeFocused({ timeout: 500 });
  }).toPass();
  await field.fill('');
  await workshop.keyboard.press('g');
  await workshop.keyboard.press('a');
  await expect(field).toHaveValue('ga');
});
