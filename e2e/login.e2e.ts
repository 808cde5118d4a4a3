// The way in, detail by detail: what is told, what takes focus, and what waits for time.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { login, startSignOn, WRONG_CODE, WRONG_LOGIN } from '@restvarde/contract/auth/login';
import { requestReset } from '@restvarde/contract/auth/password';
import type { Locator, Page } from 'playwright-core';
import { sees } from './bidding.ts';
import { eventually } from './eventually.ts';
import {
  codesTo,
  nextCode,
  openWindows,
  PASSWORD,
  PEOPLE,
  type Windows,
  waitForInside,
} from './people.ts';
import { type Product, startProduct } from './product.ts';

let product: Product;
let windows: Windows;
let page: Page;

before(async () => {
  product = await startProduct();
  windows = await openWindows(product);
  page = await windows.open();
});
after(async () => {
  await product?.stop();
  await windows?.stop();
});

const email = () => page.getByLabel('E-post');
const password = () => page.getByLabel('Lösenord', { exact: true });
const code = () => page.getByLabel('Kod skickad till din e-post');
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('AUTH-16 the login warns of calls, and says what one accepts, with links that open beside it', async () => {
  await page.goto('/');
  await sees(page, 'Logga inte in om någon har ringt och bett dig göra det.');
  await sees(page, /Genom att logga in godkänner du våra användarvillkor/);
  await sees(page, /Genom att lägga bud godkänner du våra allmänna köpvillkor/);
  for (const [name, path] of [
    ['användarvillkor', '/terms/terms-of-use'],
    ['allmänna köpvillkor', '/terms/purchase-conditions'],
  ] as const) {
    const link = page.getByRole('main').getByRole('link', { name });
    assert.equal(await link.getAttribute('href'), path);
    assert.equal(await link.getAttribute('target'), '_blank');
    await sees(link, 'öppnas i ny flik');
  }
});

test('AUTH-2, FMT-5 an empty login says what it lacks, at the fields and in the title', async () => {
  await press('Fortsätt');
  await isFocused(email());
  assert.equal(await page.getByText('Fyll i detta fält').count(), 2);
  await isTitled('Fel: Logga in – Restvärde');
  await email().fill('anders');
  await password().fill('x');
  await press('Fortsätt');
  await sees(page, 'Ange en giltig e-post');
  await isFocused(email());
});

test('AUTH-2 a wrong login takes focus to what is said, keeps the e-mail and empties the password', async () => {
  await email().fill(PEOPLE.lind);
  await password().fill('fel lösenord');
  await press('Fortsätt');
  await isFocused(page.getByRole('alert').filter({ hasText: WRONG_LOGIN }));
  assert.equal(await email().inputValue(), PEOPLE.lind);
  assert.equal(await password().inputValue(), '');
  await isTitled('Fel: Logga in – Restvärde');
  await press('Visa lösenord');
  assert.equal(await password().getAttribute('type'), 'text');
  await press('Dölj lösenord');
  assert.equal(await password().getAttribute('type'), 'password');
});

test('AUTH-2 a second press while the first is on its way is ignored', async () => {
  let calls = 0;
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**${login.path}`, async (route) => {
    calls += 1;
    await asked;
    await route.continue();
  });
  await password().fill(PASSWORD);
  await press('Fortsätt');
  await page.getByRole('button', { name: 'Loggar in …' }).click({ force: true });
  await password().press('Enter');
  answer();
  await code().waitFor();
  assert.equal(calls, 1);
  await page.unroute(`**${login.path}`);
});

test('AUTH-3 the code’s field has focus, says where the code went, and its page may be reloaded', async () => {
  await isFocused(code());
  await isTitled('Ange din kod – Restvärde');
  await sees(page, 'Skickat till v***@lindbil.example. Koden gäller i 10 minuter.');
  assert.equal(await code().getAttribute('inputmode'), 'numeric');
  assert.equal(await code().getAttribute('autocomplete'), 'one-time-code');
  await page.reload();
  await code().waitFor();
});

test('AUTH-3 a wrong code is told at its field, which takes focus with all of it selected', async () => {
  const right = await nextCode(product, PEOPLE.lind, 0);
  await code().fill(right === '123456' ? '654321' : '123456');
  await press('Logga in');
  await sees(page, WRONG_CODE);
  await isFocused(code());
  assert.equal(await code().getAttribute('aria-invalid'), 'true');
  await isTitled('Fel: Ange din kod – Restvärde');
  await page.keyboard.type('7');
  assert.equal(await code().inputValue(), '7');
});

test('AUTH-4 after a minute a new code may be asked for, and the old one is dead', async () => {
  const known = await codesTo(product, PEOPLE.lind);
  await page.clock.install();
  await page.reload();
  await sees(page, /^Du kan be om ett nytt om \d+\ss\.$/);
  assert.equal(await page.getByRole('button', { name: 'Skicka ny kod' }).count(), 0);
  await page.clock.fastForward(60_000);
  await product.database.query("update login_codes set sent_at = sent_at - interval '1 minute'");
  await press('Skicka ny kod');
  const fresh = await nextCode(product, PEOPLE.lind, known.length);
  await sees(page, /^Du kan be om ett nytt om \d+\ss\.$/);
  await sees(page.getByRole('status'), 'En ny kod är skickad.');
  await isFocused(code());
  await code().fill(known[0]!);
  await press('Logga in');
  await sees(page, WRONG_CODE);
  await paste(page, ` ${fresh.slice(0, 3)} ${fresh.slice(3)}\n`);
  await waitForInside(page);
  const kept = await page.evaluate(() => globalThis.localStorage.getItem('restvarde.auth'));
  assert.equal(JSON.parse(kept!).two_factor_uuid, null);
});

test('AUTH-5 single sign-on that cannot be reached is told, and pressed twice it is asked once', async () => {
  page = await windows.open();
  let calls = 0;
  let fail = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route(`**${startSignOn.path}`, async (route) => {
    calls += 1;
    await failing;
    await route.abort('connectionrefused');
  });
  await page.goto('/');
  await press('Inloggning handläggare');
  await page.getByRole('button', { name: 'Skickar dig vidare …' }).click({ force: true });
  fail();
  const sentence = 'Det gick inte att nå inloggningstjänsten. Försök igen.';
  await isFocused(page.getByRole('alert').filter({ hasText: sentence }));
  assert.equal(calls, 1);
});

test('AUTH-12 a forgotten password: what is wrong, what failed, what is on its way, and once more', async () => {
  await page.clock.install();
  await page.goto('/forgot-password');
  await isFocused(email());
  await isTitled('Glömt lösenord – Restvärde');
  await press('Skicka länk');
  await sees(page, 'Fyll i detta fältet');
  await isTitled('Fel: Glömt lösenord – Restvärde');
  await page.route(`**${requestReset.path}`, (route) => route.fulfill({ status: 500 }), {
    times: 1,
  });
  await email().fill('ingen@lindbil.example');
  await press('Skicka länk');
  await sees(page.getByRole('alert'), 'Något gick fel försök igen.');
  const said = { email: ['Adressen är spärrad.', 'Den är för lång.'] };
  await page.route(
    `**${requestReset.path}`,
    (route) => route.fulfill({ status: 400, json: said }),
    { times: 1 },
  );
  await press('Skicka länk');
  await page.getByText('Adressen är spärrad.', { exact: true }).waitFor();
  await press('Skicka länk');
  // The same for an address that nobody has.
  const heading = page.getByRole('heading', { level: 1, name: 'Kolla din inkorg' });
  await isFocused(heading);
  await sees(page, 'ingen@lindbil.example');
  assert.equal(await page.getByRole('button', { name: 'Skicka igen' }).count(), 0);
  await page.clock.fastForward(30_000);
  await press('Skicka igen');
  await sees(page.getByRole('status'), 'Vi har skickat igen.');
  await page.getByRole('link', { name: 'Tillbaka till inloggning' }).click();
  await isFocused(page.getByRole('heading', { level: 1, name: 'Logga in' }));
});

test('AUTH-13 a new password: its rules before the fields, all faults in a list, and no way back to its link', async () => {
  await page.goto('/terms/terms-of-use');
  await page.goto('/create-password/no-such-link');
  const first = page.getByLabel('Nytt lösenord');
  await first.waitFor();
  await isTitled('Välj lösenord – Restvärde');
  const rules = page.getByRole('listitem').filter({ hasText: 'Minst 12 tecken' });
  const id = await page.getByRole('list').filter({ has: rules }).getAttribute('id');
  assert.ok((await first.getAttribute('aria-describedby'))?.split(' ').includes(id!));
  assert.equal(await rules.getByLabel('Klart:').count(), 0);
  await first.fill('tolv tecken!');
  await rules.getByLabel('Klart:').waitFor();
  await page.getByLabel('Bekräfta lösenord').fill('tolv tecken!');
  await press('Spara lösenord');
  await sees(page.getByRole('alert'), 'Länken är ogiltig eller har gått ut.');
  await isTitled('Fel: Länken fungerar inte – Restvärde');
  assert.equal(await page.getByLabel('Nytt lösenord').count(), 0);
  await page.getByRole('link', { name: 'Be om ett nytt mejl' }).waitFor();
  await press('Tillbaka till inloggning');
  await page.getByRole('heading', { level: 1, name: 'Logga in' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Användarvillkor' }).waitFor();
});

test('AUTH-15 too many failed logins from an address are told how long to wait', async () => {
  await page.goto('/');
  // The first twenty are not the page's own.
  for (let count = 0; count < 20; count += 1) {
    await fetch(product.url + login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `ingen${count}@lindbil.example`, password: 'x' }),
    });
  }
  await email().fill('ingen@lindbil.example');
  await password().fill('x');
  await press('Fortsätt');
  await sees(page.getByRole('alert'), /^För många försök\. Försök igen om \d+ sekunde?r?\.$/);
});

async function isFocused(target: Locator): Promise<void> {
  await target.and(page.locator(':focus')).waitFor();
}

async function isTitled(title: string): Promise<void> {
  await eventually(`the title «${title}»`, async () => (await page.title()) === title);
}

/** Pastes into the field that has focus, as from a mail. */
async function paste(page: Page, text: string): Promise<void> {
  const { origin } = new URL(page.url());
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  await page.evaluate((text) => {
    const { clipboard } = navigator as unknown as {
      clipboard: { writeText(text: string): Promise<void> };
    };
    return clipboard.writeText(text);
  }, text);
  await page.keyboard.press('Control+v');
}
