// «Mitt konto» and «Kontakta oss»: user data, appearance, sessions, contacts.
import { expect, type Page } from '@playwright/test';
import { PASSWORD, PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { reload, visit } from '../fixtures/windows.ts';

const NEW_PASSWORD = 'Blåbär i granskogen 7';

test.describe.configure({ mode: 'serial' });

test('SET-4 the account shows the user’s name and company, read only', async ({
  workshop,
  caseManager,
  companyAdmin,
  superuser,
}) => {
  for (const [page, facts] of [
    [
      workshop,
      'Namn Anders Lind E-post verkstad@lindbil.example Roll Verkstad Verkstad Lind Bil & Plåt Bolag Nordsäkring',
    ],
    [
      caseManager,
      'Namn Johan Ek E-post handlaggare@nordsakring.example Roll Handläggare Bolag Nordsäkring',
    ],
    [superuser, 'Roll Superanvändare Bolag Alla bolag'],
  ] as const) {
    await visit(page, '/my-account');
    const card = page.getByRole('group', { name: 'Uppgifter' });
    await expect
      .poll(
        async () => (await card.locator('dt, dd').allTextContents()).join(' ').includes(facts),
        facts,
      )
      .toBe(true);
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  }
  const advice = 'Stämmer något inte? Kontakta bolagets administratör.';
  await expect(caseManager.getByText(advice)).toBeVisible();
  await visit(companyAdmin, '/my-account');
  await expect(companyAdmin.getByText('Administratör', { exact: true })).toBeVisible();
  await expect(companyAdmin.getByText(advice)).toHaveCount(0);
});

test('SET-4, AUTH-19 «Byt lösenord» asks for the current password, and this session continues', async ({
  rivalWorkshop,
}) => {
  await visit(rivalWorkshop, '/my-account');
  const dialog = rivalWorkshop.getByRole('dialog', { name: 'Byt lösenord' });
  const change = async (current: string, chosen: string) => {
    await dialog.getByLabel('Nuvarande lösenord').fill(current);
    await dialog.getByLabel('Nytt lösenord').fill(chosen);
    await dialog.getByLabel('Bekräfta lösenord').fill(chosen);
    await dialog.getByRole('button', { name: 'Byt lösenord' }).click();
  };
  await rivalWorkshop.getByRole('button', { name: 'Byt lösenord' }).click();
  await change('fel lösenord', 'kort');
  await expect(dialog.getByText('Lösenordet måste ha minst 12 tecken.').first()).toBeVisible();
  await change('fel lösenord', NEW_PASSWORD);
  await expect(dialog.getByText('Fel lösenord').first()).toBeVisible();
  await expect(dialog.getByLabel('Nytt lösenord')).toHaveValue(NEW_PASSWORD);
  for (const [current, chosen] of [
    [PASSWORD, NEW_PASSWORD],
    [NEW_PASSWORD, PASSWORD],
  ] as const) {
    if (!(await dialog.isVisible())) {
      await rivalWorkshop.getByRole('button', { name: 'Byt lösenord' }).click();
    }
    await change(current, chosen);
    await expect(dialog).toHaveCount(0);
  }
  await reload(rivalWorkshop);
  await expect(rivalWorkshop.getByRole('heading', { level: 1, name: 'Mitt konto' })).toBeVisible();
});

test('SET-4 a forgotten password sends the link; users of single sign-on have no password', async ({
  mailbox,
  openWindow,
  workshop,
}) => {
  await workshop.getByRole('button', { name: 'Jag har glömt mitt lösenord' }).click();
  await expect(
    workshop
      .getByRole('status')
      .getByText(`Vi har skickat ett mejl till ${PEOPLE.workshop}.`)
      .first(),
  ).toBeVisible();
  await mailbox.waitFor(PEOPLE.workshop, /\/create-password\//);
  const anna = await openWindow();
  await visit(anna, '/my-account');
  await anna.getByRole('button', { name: 'Inloggning handläggare' }).click();
  await anna.getByRole('button', { name: 'Logga in' }).click();
  await expect(anna.getByRole('heading', { level: 1, name: 'Mitt konto' })).toBeVisible();
  await expect(anna.getByRole('button', { name: 'Logga ut överallt', exact: true })).toBeVisible();
  await expect(anna.getByRole('button', { name: 'Byt lösenord' })).toHaveCount(0);
});

test('SET-4 the chosen colours apply before the first paint, in all tabs, and not in print', async ({
  workshop,
}) => {
  const other = await workshop.context().newPage();
  await visit(other, '/contact');
  expect(await groundOf(workshop)).toBe('light');
  await workshop.getByRole('radio', { name: 'Mörkt' }).check({ force: true });
  for (const page of [workshop, other]) {
    await expect.poll(() => groundOf(page), 'the dark').toBe('dark');
  }
  // Before the page's script, which runs after the first paint.
  await other.route('**/assets/*.js', (route) => route.abort());
  await other.reload();
  expect(await groundOf(other)).toBe('dark');
  expect(await frameOf(other)).toEqual({ light: 'not all', dark: 'all' });
  await other.emulateMedia({ media: 'print' });
  expect(await groundOf(other)).toBe('light');
  await other.close();
  await workshop.emulateMedia({ colorScheme: 'dark' });
  await workshop.getByRole('radio', { name: 'Ljust' }).check({ force: true });
  await expect.poll(() => groundOf(workshop), 'the light').toBe('light');
  await workshop.getByRole('radio', { name: 'Som enheten' }).check({ force: true });
  await expect.poll(() => groundOf(workshop), 'the system’s dark').toBe('dark');
  expect(await frameOf(workshop)).toEqual({
    light: '(prefers-color-scheme: light)',
    dark: '(prefers-color-scheme: dark)',
  });
  expect(await workshop.evaluate(() => localStorage.getItem('restvarde.theme'))).toBe(null);
});

test('SET-4, AUTH-10 «Logga ut överallt» ends the sessions of all browsers', async ({
  openSignedIn,
  workshop,
}) => {
  const phone = await openSignedIn(PEOPLE.workshop, { width: 360 });
  await visit(phone, '/auctions');
  await expect(phone.getByRole('button', { name: 'Filter' })).toBeVisible();
  await workshop.getByRole('button', { name: 'Logga ut överallt', exact: true }).click();
  await expect(workshop.getByRole('button', { name: 'Fortsätt' })).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Fortsätt' })).toBeVisible();
});

test('SET-5 the company’s address, e-mail and phone are links', async ({ rivalWorkshop }) => {
  await visit(rivalWorkshop, '/');
  await rivalWorkshop.getByRole('link', { name: 'Kontakta oss' }).click();
  const card = rivalWorkshop.getByRole('group', { name: 'Nordsäkring' });
  for (const [name, href] of [
    ['08-123 45 00', 'tel:081234500'],
    ['kontakt@nordsakring.example', 'mailto:kontakt@nordsakring.example'],
  ] as const) {
    await expect(card.getByRole('link', { name })).toHaveAttribute('href', href);
  }
  await expect(card.getByText('Sveavägen 44').first()).toBeVisible();
  await expect(card.getByText(/^111\s34 Stockholm$/).first()).toBeVisible();
  await expect(rivalWorkshop.getByRole('combobox', { name: 'Bolag' })).toHaveCount(0);
});

test('SET-5, ROLE-12 a superuser chooses the company, which is announced and kept in the URL', async ({
  superuser,
}) => {
  await visit(superuser, '/contact');
  await expect(
    superuser.getByText('Välj ett bolag för att se kontaktuppgifterna.').first(),
  ).toBeVisible();
  const choice = superuser.getByRole('main').getByRole('combobox', { name: 'Bolag' });
  for (const name of ['Nordsäkring', 'Västkust Försäkring']) {
    await choice.click();
    await superuser.getByRole('option', { name }).click();
    await expect(superuser.getByRole('group', { name })).toBeVisible();
    await expect(
      superuser.getByRole('status').getByText(`Visar kontaktuppgifter för ${name}.`).first(),
    ).toBeVisible();
  }
  await reload(superuser);
  await expect(
    superuser
      .getByRole('group', { name: 'Västkust Försäkring' })
      .getByText('031-700 20 00')
      .first(),
  ).toBeVisible();
  // The company chosen in the menu is kept on other pages.
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

/** The page's background: light or dark. */
function groundOf(page: Page): Promise<'light' | 'dark'> {
  return page.locator('html').evaluate((root) => {
    const { backgroundColor } = getComputedStyle(root);
    return backgroundColor === 'rgb(246, 247, 245)' ? 'light' : 'dark';
  });
}

/** The media query of each theme colour. */
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
