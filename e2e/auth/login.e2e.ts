// The login in detail: messages, focus and time limits.
import { expect, type Page } from '@playwright/test';
import { login, startSignOn, WRONG_CODE, WRONG_LOGIN } from '@restvarde/contract/auth/login';
import { requestReset } from '@restvarde/contract/auth/password';
import { expectSignedIn, PASSWORD, PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { reload, steady, visit } from '../fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

let page: Page;

test.beforeAll(async ({ openWindow }) => {
  page = await openWindow();
});

const email = () => page.getByLabel('E-post');
const password = () => page.getByLabel('Lösenord', { exact: true });
const code = () => page.getByLabel('Kod skickad till din e-post');
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('AUTH-16 the login warns of fraudulent calls and names the terms, with links that open in a new tab', async () => {
  await visit(page, '/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Logga in' })).toHaveCount(0);
  await expect(
    page.getByText('Logga inte in om någon har ringt och bett dig göra det.').first(),
  ).toBeVisible();
  await expect(
    page.getByText(/Genom att logga in godkänner du våra användarvillkor/).first(),
  ).toBeVisible();
  await expect(
    page.getByText(/Genom att lägga bud godkänner du våra allmänna köpvillkor/).first(),
  ).toBeVisible();
  for (const [name, path] of [
    ['användarvillkor', '/terms/terms-of-use'],
    ['allmänna köpvillkor', '/terms/purchase-conditions'],
  ] as const) {
    const link = page.getByRole('main').getByRole('link', { name });
    await expect(link).toHaveAttribute('href', path);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link.getByText('öppnas i ny flik').first()).toBeVisible();
  }
});

test('AUTH-2, FMT-5 an empty login shows errors at the fields and in the title', async () => {
  await press('Fortsätt');
  await expect(email()).toBeFocused();
  await expect(page.getByText('Fyll i detta fält')).toHaveCount(2);
  await isTitled('Fel: Logga in – Restvärde');
  await email().fill('anders');
  await password().fill('x');
  await press('Fortsätt');
  await expect(page.getByText('Ange en giltig e-post').first()).toBeVisible();
  await expect(email()).toBeFocused();
});

test('AUTH-2, AUTH-23 a failed login focuses the message, keeps the e-mail and clears the password', async () => {
  await email().fill(PEOPLE.workshop);
  await password().fill('fel lösenord');
  await expect(page.getByText('Ange en giltig e-post')).toHaveCount(0);
  const place = async () => (await password().boundingBox())!.y;
  const before = await steady(page, place);
  await press('Fortsätt');
  await expect(page.locator(':focus', { hasText: WRONG_LOGIN })).toBeVisible();
  await expect.poll(place, 'the fields do not move').toBe(before);
  const order = page.getByRole('main').getByRole('button');
  await expect(order.filter({ hasText: /./ })).toHaveText([/^Fortsätt/, /^Inloggning handläggare/]);
  await expect(email()).toHaveValue(PEOPLE.workshop);
  await expect(password()).toHaveValue('');
  await isTitled('Fel: Logga in – Restvärde');
  await press('Visa lösenord');
  await expect(password()).toHaveAttribute('type', 'text');
  await press('Dölj lösenord');
  await expect(password()).toHaveAttribute('type', 'password');
});

test('AUTH-2 a second press during the first request is ignored', async () => {
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
  await expect(code()).toBeVisible();
  expect(calls).toBe(1);
  await page.unroute(`**${login.path}`);
});

test('AUTH-3 the code field has focus and names the recipient, and the page can be reloaded', async () => {
  await expect(code()).toBeFocused();
  await isTitled('Ange din kod – Restvärde');
  await expect(
    page.getByText('Skickat till v***@lindbil.example. Koden gäller i 10 minuter.').first(),
  ).toBeVisible();
  await expect(code()).toHaveAttribute('inputmode', 'numeric');
  await expect(code()).toHaveAttribute('autocomplete', 'one-time-code');
  await reload(page);
  await expect(code()).toBeVisible();
});

test('AUTH-3 the sixth digit sends the code; a wrong code is an error at the field, which gets focus with its text selected', async ({
  mailbox,
}) => {
  const right = await mailbox.nextCode(PEOPLE.workshop, 0);
  await code().fill(right === '123456' ? '654321' : '123456');
  await expect(page.getByText(WRONG_CODE).first()).toBeVisible();
  await expect(code()).toBeFocused();
  await expect(code()).toHaveAttribute('aria-invalid', 'true');
  await isTitled('Fel: Ange din kod – Restvärde');
  await page.keyboard.type('7');
  await expect(code()).toHaveValue('7');
});

test('AUTH-4 after a minute a new code can be requested, and the old one is invalid', async ({
  database,
  mailbox,
}) => {
  const known = await mailbox.codesTo(PEOPLE.workshop);
  // Like at the moment when the code was sent, however long ago that is.
  await page.clock.install({ time: await page.evaluate('history.state.sent_at') });
  await reload(page);
  await expect(page.getByText(/^Du kan be om ett nytt om \d+\ss\.$/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Skicka ny kod' })).toHaveCount(0);
  await page.clock.fastForward(60_000);
  await database.query("update login_codes set sent_at = sent_at - interval '1 minute'");
  await press('Skicka ny kod');
  const fresh = await mailbox.nextCode(PEOPLE.workshop, known.length);
  await expect(page.getByText(/^Du kan be om ett nytt om \d+\ss\.$/).first()).toBeVisible();
  await expect(page.getByRole('status').getByText('En ny kod är skickad.').first()).toBeVisible();
  await expect(code()).toBeFocused();
  await code().fill(known[0]!);
  await expect(page.getByText(WRONG_CODE).first()).toBeVisible();
  await paste(page, ` ${fresh.slice(0, 3)} ${fresh.slice(3)}\n`);
  await expectSignedIn(page);
  const kept = await page.evaluate(() => globalThis.localStorage.getItem('restvarde.auth'));
  expect(JSON.parse(kept!).two_factor_uuid).toBe(null);
});

test('AUTH-5 an unreachable sign-on provider is an error, and a double press calls it once', async ({
  openWindow,
}) => {
  page = await openWindow();
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
  await visit(page, '/');
  await press('Inloggning handläggare');
  await page.getByRole('button', { name: 'Skickar dig vidare …' }).click({ force: true });
  fail();
  const sentence = 'Det gick inte att nå inloggningstjänsten. Försök igen.';
  await expect(page.locator(':focus', { hasText: sentence })).toBeVisible();
  expect(calls).toBe(1);
});

test('AUTH-12 the form for a forgotten password shows errors, failures and progress, and can be sent again', async () => {
  await page.clock.install();
  await visit(page, '/forgot-password');
  await expect(email()).toBeFocused();
  await isTitled('Glömt lösenord – Restvärde');
  await press('Skicka länk');
  await expect(page.getByText('Fyll i detta fältet').first()).toBeVisible();
  await isTitled('Fel: Glömt lösenord – Restvärde');
  await page.route(`**${requestReset.path}`, (route) => route.fulfill({ status: 500 }), {
    times: 1,
  });
  await email().fill('ingen@lindbil.example');
  await press('Skicka länk');
  await expect(
    page.getByRole('alert').getByText('Något gick fel försök igen.').first(),
  ).toBeVisible();
  const said = { email: ['Adressen är spärrad.', 'Den är för lång.'] };
  await page.route(
    `**${requestReset.path}`,
    (route) => route.fulfill({ status: 400, json: said }),
    { times: 1 },
  );
  await press('Skicka länk');
  await expect(page.getByText('Adressen är spärrad.', { exact: true })).toBeVisible();
  await press('Skicka länk');
  // The same for an unknown address.
  const heading = page.getByRole('heading', { level: 1, name: 'Kolla din inkorg' });
  await expect(heading).toBeFocused();
  await expect(page.getByText('ingen@lindbil.example').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Skicka igen' })).toHaveCount(0);
  await page.clock.fastForward(30_000);
  await press('Skicka igen');
  await expect(page.getByRole('status').getByText('Mejlet är skickat igen.').first()).toBeVisible();
  await page.getByRole('link', { name: 'Tillbaka till inloggning' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Logga in' })).toBeFocused();
});

test('AUTH-13 a new password has its rules before the fields and all errors in a list, and «back» does not return to its link', async () => {
  await visit(page, '/terms/terms-of-use');
  // The answer about the link is held while the form is checked.
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/reset-password/*', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await visit(page, '/create-password/no-such-link');
  const first = page.getByLabel('Nytt lösenord');
  await expect(first).toBeVisible();
  await isTitled('Välj lösenord – Restvärde');
  const rules = page.getByRole('listitem').filter({ hasText: 'Minst 12 tecken' });
  const id = await page.getByRole('list').filter({ has: rules }).getAttribute('id');
  expect((await first.getAttribute('aria-describedby'))?.split(' ').includes(id!)).toBe(true);
  await expect(rules.getByLabel('Klart:')).toHaveCount(0);
  await first.fill('tolv tecken!');
  await expect(rules.getByLabel('Klart:')).toBeVisible();
  answer();
  await expect(
    page.getByRole('alert').getByText('Länken är ogiltig eller har gått ut.').first(),
  ).toBeVisible();
  await isTitled('Fel: Länken fungerar inte – Restvärde');
  await expect(page.getByLabel('Nytt lösenord')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Be om ett nytt mejl' })).toBeVisible();
  await page.getByRole('link', { name: 'Tillbaka till inloggning' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Logga in' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Användarvillkor' })).toBeVisible();
});

test('AUTH-15 after too many failed logins from an address the page says how long to wait', async ({
  product,
}) => {
  await visit(page, '/');
  // Earlier attempts count too, and one is forgiven every 15 seconds, so the number until the limit varies.
  const fail = async () => {
    const { status } = await fetch(product.url + login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ingen@lindbil.example', password: 'x' }),
    });
    return status;
  };
  await expect.poll(fail, { intervals: [0] }).toBe(429);
  const refusal = page
    .locator(':focus')
    .getByText(/^För många försök\. Försök igen om \d+ sekunde?r?\.$/)
    .first();
  // One may have been forgiven meanwhile; then the next is refused.
  await expect(async () => {
    await email().fill('ingen@lindbil.example');
    await password().fill('x');
    await press('Fortsätt');
    await expect(refusal).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

async function isTitled(title: string): Promise<void> {
  await expect(page).toHaveTitle(title);
}

/** Pastes into the focused field, as from an email. */
async function paste(target: Page, text: string): Promise<void> {
  const { origin } = new URL(target.url());
  await target.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  await target.evaluate((copied) => {
    const { clipboard } = navigator as unknown as {
      clipboard: { writeText(text: string): Promise<void> };
    };
    return clipboard.writeText(copied);
  }, text);
  await target.keyboard.press('Control+v');
}
