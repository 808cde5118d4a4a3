// «Mitt konto» and «Kontakta oss»: who one is, how the page looks, the ways out, and whom to call.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sees } from './bidding.ts';
import { eventually } from './eventually.ts';
import { openWindows, PEOPLE, type Windows } from './people.ts';
import { type Product, startProduct } from './product.ts';

let product: Product;
let windows: Windows;
let lind: Page;
let superuser: Page;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

test('SET-4 the account says who one is and where one belongs, and nothing can be written', async () => {
  lind = await windows.logIn(PEOPLE.lind);
  superuser = await windows.logIn(PEOPLE.superuser);
  const manager = await windows.logIn(PEOPLE.manager);
  for (const [page, facts] of [
    [
      lind,
      'Namn Anders Lind E-post verkstad@lindbil.example Roll Verkstad Verkstad Lind Bil & Plåt Bolag Nordsäkring',
    ],
    [
      manager,
      'Namn Johan Ek E-post handlaggare@nordsakring.example Roll Handläggare Bolag Nordsäkring',
    ],
    [superuser, 'Roll Superanvändare Bolag Alla bolag'],
  ] as const) {
    await page.goto('/my-account');
    const card = page.getByRole('region', { name: 'Uppgifter' });
    await eventually(facts, async () =>
      (await card.locator('dt, dd').allTextContents()).join(' ').includes(facts),
    );
    assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0);
  }
});

test('SET-4 «Byt lösenord» sends the link, and nobody has one who signs on elsewhere', async () => {
  await lind.getByRole('button', { name: 'Byt lösenord' }).click();
  await sees(lind.getByRole('status'), `Vi har skickat ett mejl till ${PEOPLE.lind}.`);
  await eventually('the letter with the link', async () => {
    const letters = (await (await fetch(`${product.mailboxUrl}/email`)).json()) as {
      text?: string;
      to: { address: string }[];
    }[];
    return letters.some(
      ({ to, text }) => to[0]?.address === PEOPLE.lind && text?.includes('/create-password/'),
    );
  });
  const anna = await windows.open();
  await anna.goto('/my-account');
  await anna.getByRole('button', { name: 'Inloggning handläggare' }).click();
  await anna.getByRole('button', { name: 'Logga in' }).click();
  await anna.getByRole('heading', { level: 1, name: 'Mitt konto' }).waitFor();
  await anna.getByRole('button', { name: 'Logga ut överallt' }).waitFor();
  assert.equal(await anna.getByRole('button', { name: 'Byt lösenord' }).count(), 0);
});

test('SET-4 the chosen colours are there before the first paint, in all tabs, and not on paper', async () => {
  const other = await lind.context().newPage();
  await other.goto('/contact');
  assert.equal(await groundOf(lind), 'light');
  await lind.getByRole('radio', { name: 'Mörkt' }).check({ force: true });
  for (const page of [lind, other]) {
    await eventually('the dark', async () => (await groundOf(page)) === 'dark');
  }
  // Without the page's own script, which comes after the first paint.
  await other.route('**/assets/*.js', (route) => route.abort());
  await other.reload();
  assert.equal(await groundOf(other), 'dark');
  assert.deepEqual(await frameOf(other), { light: 'not all', dark: 'all' });
  await other.emulateMedia({ media: 'print' });
  assert.equal(await groundOf(other), 'light');
  await other.close();
  await lind.emulateMedia({ colorScheme: 'dark' });
  await lind.getByRole('radio', { name: 'Ljust' }).check({ force: true });
  await eventually('the light', async () => (await groundOf(lind)) === 'light');
  await lind.getByRole('radio', { name: 'System' }).check({ force: true });
  await eventually('the system’s dark', async () => (await groundOf(lind)) === 'dark');
  assert.deepEqual(await frameOf(lind), {
    light: '(prefers-color-scheme: light)',
    dark: '(prefers-color-scheme: dark)',
  });
  assert.equal(await lind.evaluate(() => localStorage.getItem('restvarde.theme')), null);
});

test('SET-4, AUTH-10 «Logga ut överallt» ends the login of every browser', async () => {
  const phone = await windows.logIn(PEOPLE.lind, { width: 360 });
  await phone.getByRole('button', { name: 'Filter' }).waitFor();
  await lind.getByRole('button', { name: 'Logga ut överallt' }).click();
  await lind.getByRole('button', { name: 'Fortsätt' }).waitFor();
  await phone.getByRole('button', { name: 'Fortsätt' }).waitFor();
});

test('SET-5 the company’s name, address, e-mail and phone are links where one can follow them', async () => {
  const soder = await windows.logIn(PEOPLE.soder);
  await soder.getByRole('link', { name: 'Kontakta oss' }).click();
  const card = soder.getByRole('region', { name: 'Nordsäkring' });
  for (const [name, href] of [
    ['08-123 45 00', 'tel:081234500'],
    ['kontakt@nordsakring.example', 'mailto:kontakt@nordsakring.example'],
  ] as const) {
    assert.equal(await card.getByRole('link', { name }).getAttribute('href'), href);
  }
  await sees(card, 'Sveavägen 44');
  await sees(card, /^111\s34 Stockholm$/);
  assert.equal(await soder.getByRole('button', { name: 'Bolag' }).count(), 0);
});

test('SET-5, ROLE-12 a superuser chooses whose, hears it, and the address keeps it', async () => {
  await superuser.goto('/contact');
  await sees(superuser, 'Välj ett bolag för att se hur det nås.');
  const choice = superuser.getByRole('main').getByRole('button', { name: 'Bolag' });
  for (const name of ['Nordsäkring', 'Västkust Försäkring']) {
    await choice.click();
    await superuser.getByRole('option', { name }).click();
    await superuser.getByRole('region', { name }).waitFor();
    await sees(superuser.getByRole('status'), `Visar kontaktuppgifter för ${name}.`);
  }
  await superuser.reload();
  await sees(superuser.getByRole('region', { name: 'Västkust Försäkring' }), '031-700 20 00');
  // The menu keeps it too, from page to page.
  const { search } = new URL(superuser.url());
  const menu = superuser.getByRole('navigation', { name: 'Huvudmeny' });
  for (const [title, path] of [
    ['Hem', '/'],
    ['Auktioner', '/auctions'],
    ['Kontakta oss', '/contact'],
  ] as const) {
    await menu.getByRole('link', { name: title }).click();
    await superuser.waitForURL((url) => url.pathname === path && url.search === search);
  }
});

/** Which of the two grounds the page is painted on. */
function groundOf(page: Page): Promise<'light' | 'dark'> {
  return page.locator('html').evaluate((root) => {
    const { backgroundColor } = getComputedStyle(root);
    return backgroundColor === 'rgb(246, 247, 245)' ? 'light' : 'dark';
  });
}

/** For which media each of the colours around the page holds. */
async function frameOf(page: Page): Promise<Record<string, string | null>> {
  const metas = page.locator('meta[name=theme-color]');
  return Object.fromEntries(
    await Promise.all(
      (await metas.all()).map(async (meta) => [
        await meta.getAttribute('data-scheme'),
        await meta.getAttribute('media'),
      ]),
    ),
  );
}
