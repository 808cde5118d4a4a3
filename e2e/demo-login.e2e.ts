// The demo's login without address, password or code.
import { expect } from '@playwright/test';
import { assertAccessible } from './fixtures/accessibility.ts';
import { test } from './fixtures/test.ts';
import { visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });
test.use({ productOptions: [{ auctions: true }, { scope: 'worker' }] });

test('the demo’s login page logs in as workshop, case manager or administrator', async ({
  openWindow,
}) => {
  const page = await openWindow();
  for (const [button, menu] of [
    ['Prova som verkstad', 'Mina auktioner'],
    ['Prova som handläggare', 'Hem'],
    ['Prova som administratör', 'Verkstäder'],
  ] as const) {
    await visit(page, '/');
    await expect(page.getByRole('region', { name: 'Prova demon' })).toHaveCount(1);
    await page.getByRole('button', { name: button }).click();
    const entry = page
      .getByRole('navigation', { name: 'Huvudmeny' })
      .getByRole('link', { name: menu });
    await expect(entry).toBeVisible();
    await expect(page.getByRole('region', { name: 'Prova demon' })).toHaveCount(0);
    await page.evaluate('localStorage.clear()');
  }
});

test('the demo’s buttons are also on the login that a page redirects to, and lead back to that page', async ({
  openWindow,
}) => {
  const page = await openWindow();
  await visit(page, '/auctions?q=volvo');
  await page.getByRole('button', { name: 'Prova som handläggare' }).click();
  await expect(page.getByRole('navigation', { name: 'Huvudmeny' })).toBeVisible();
  await expect(page).toHaveURL('/auctions?q=volvo');
});

test('the demo’s buttons on the login page have no axe violations', async ({ openWindow }) => {
  const page = await openWindow();
  await visit(page, '/');
  await expect(page.getByRole('button', { name: 'Prova som verkstad' })).toBeVisible();
  await assertAccessible(page);
});
