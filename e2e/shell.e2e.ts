// The frame of every page: addresses, titles, menus, focus, footer, connection.
import { expect, type Locator, type Page } from '@playwright/test';
import { assertAccessible } from './fixtures/accessibility.ts';
import { openAuction, panelOf } from './fixtures/bidding.ts';
import { appear, stopClock } from './fixtures/clock.ts';
import { holdLines } from './fixtures/network.ts';
import { PEOPLE } from './fixtures/people.ts';
import { test } from './fixtures/test.ts';
import { visit } from './fixtures/windows.ts';

test.describe.configure({ mode: 'serial' });

const TERMS = [
  ['/terms/personal-data', 'Personuppgifter'],
  ['/terms/terms-of-use', 'Användarvillkor'],
  ['/terms/purchase-conditions', 'Allmänna köpvillkor'],
] as const;

let stranger: Page;
let id: number;

test.beforeAll(async ({ seller, openWindow }) => {
  ({ id } = await seller.putUp());
  stranger = await openWindow();
});

test('SHELL-1 each page before the login has a heading, which is also its title', async ({
  product,
}) => {
  for (const [path, heading] of [
    ['/', 'Logga in'],
    ['/forgot-password', 'Glömt lösenord'],
    ['/create-password/abc', 'Länken fungerar inte'],
    ...TERMS,
  ] as const) {
    await visit(stranger, path);
    await expect(stranger.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveCount(1);
    await isTitled(stranger, new RegExp(`^(Fel: )?${heading}.* – Restvärde$`));
  }
  for (const path of [
    '/terms',
    '/terms/none',
    '/create-password',
    '/no/such/page',
    '/my-account',
  ]) {
    await visit(stranger, path);
    await stranger.waitForURL(`${product.url}/`);
    await expect(stranger.getByRole('button', { name: 'Fortsätt' })).toBeVisible();
  }
});

test('SHELL-10 the help with its pictures is public, and each page links to its section', async ({
  openWindow,
  workshop,
  caseManager,
  companyAdmin,
}) => {
  const nobody = await openWindow();
  await visit(nobody, '/help');
  for (const audience of ['alla', 'verkstäder', 'handläggare', 'administratörer']) {
    const heading = nobody.getByRole('heading', { level: 2, name: `För ${audience}` });
    await expect(heading).toBeVisible();
  }
  for (const picture of await nobody.getByRole('article').getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    const size = () =>
      picture.evaluate((one) => {
        const { naturalWidth, naturalHeight, width, height } = one as HTMLImageElement;
        return naturalWidth > 0 && Math.abs(naturalWidth / naturalHeight - width / height) < 0.01;
      });
    await expect.poll(size, String(await picture.getAttribute('alt'))).toBe(true);
  }
  await assertAccessible(nobody);
  for (const [page, path, section] of [
    [workshop, '/auctions', 'Hitta ett objekt'],
    [workshop, `/auctions/${id}`, 'Läsa en auktions sida'],
    [workshop, '/my-auctions', 'Bevaka objekt och se när du blir överbjuden'],
    [workshop, '/won-auctions', 'Hämta det du har vunnit'],
    [workshop, '/my-account', 'Mitt konto'],
    [caseManager, '/', 'Hem: att göra'],
    [caseManager, '/auctions/new', 'Lägga till och ändra en auktion'],
    [caseManager, `/auctions/${id}/change`, 'Lägga till och ändra en auktion'],
    [companyAdmin, '/service-stations', 'Verkstäder och auktorisation'],
    [companyAdmin, '/settings/categories', 'Kategorier och uppställningsplatser'],
    [companyAdmin, '/settings/staff', 'Personal'],
    [companyAdmin, '/settings/sign-on', 'Egen inloggningstjänst'],
    [companyAdmin, '/settings/security', 'Säkerhetsloggen'],
  ] as const) {
    await visit(page, path);
    // By key, since the link may move under a pointer while the page loads. It takes no focus while the footer is hidden.
    const help = footerOf(page).getByRole('link', { name: 'Hjälp' });
    const isFocused = async () => {
      await help.focus();
      return help.evaluate((link) => link === document.activeElement);
    };
    await expect.poll(isFocused).toBe(true);
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 3, name: section, exact: true });
    await expect(heading).toBeInViewport();
    expect(new URL(page.url()).hash).toBe(`#${await heading.getAttribute('id')}`);
  }
});

test('SHELL-1, SHELL-5, TERMS-1 the footer’s terms open in a new tab from the login, and in place after it', async ({
  workshop,
}) => {
  for (const [path, name] of TERMS) {
    const [beside] = await Promise.all([
      stranger.waitForEvent('popup'),
      footerOf(stranger).getByRole('link', { name }).click(),
    ]);
    await expect(beside.getByRole('heading', { level: 1, name })).toBeVisible();
    expect(new URL(beside.url()).pathname).toBe(path);
    await expect(beside.getByText(/^Gäller från och med \d{4}-\d\d-\d\d\.$/).first()).toBeVisible();
    await beside.close();
    await footerOf(workshop).getByRole('link', { name }).click();
    await workshop.waitForURL(`**${path}`);
    await expect(workshop.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  expect(new URL(stranger.url()).pathname).toBe('/');
});

test('TERMS-1 a section of the terms has its own URL', async ({ openWindow }) => {
  await visit(stranger, '/terms/personal-data');
  const contents = stranger.getByRole('navigation', { name: 'Innehåll' });
  await contents.getByRole('link', { name: 'Dina rättigheter' }).click();
  const section = stranger.getByRole('heading', { level: 2, name: 'Dina rättigheter' });
  await expect.poll(() => isInView(section), 'the section').toBe(true);
  await expect(stranger).toHaveURL(/#./);
  const { hash } = new URL(stranger.url());
  const another = await openWindow();
  await visit(another, `/terms/personal-data${hash}`);
  await expect
    .poll(
      () => isInView(another.getByRole('heading', { level: 2, name: 'Dina rättigheter' })),
      'the section',
    )
    .toBe(true);
});

test('TERMS-1 a text is centred on its page at every width', async ({ openWindow }) => {
  const page = await openWindow();
  await visit(page, '/terms/personal-data');
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(async () => {
      const [left, right] = await page.evaluate(() => {
        const text = document.querySelector('main h1')?.parentElement?.getBoundingClientRect();
        const outer = document.documentElement.clientWidth;
        return [text?.left ?? 0, outer - (text?.right ?? 0)] as const;
      });
      expect(Math.abs(left - right), `${left} px beside ${right} at ${width}`).toBeLessThan(2);
    }).toPass();
  }
  await expect(async () => {
    const { x, width } = await boxOf(page.getByRole('button', { name: 'Skriv ut' }));
    const contents = await boxOf(page.getByRole('navigation', { name: 'Innehåll' }));
    expect(
      Math.abs(x + width - contents.x - contents.width),
      'the contents end where it does',
    ).toBeLessThan(2);
  }).toPass();
});

test('SHELL-2 a page that is neither form nor text is as wide as the header', async ({
  openSignedIn,
}) => {
  const caseManager = await openSignedIn(PEOPLE.caseManager);
  await visit(caseManager, `/auctions/${id}`);
  for (const width of [1280, 1440, 1920]) {
    await caseManager.setViewportSize({ width, height: 900 });
    const header = caseManager.getByRole('banner');
    await expect(async () => {
      const logo = await boxOf(header.getByRole('link').first());
      // As wide with a company's logo as without, so that the menu does not move.
      expect(logo.width).toBe(136);
      const menu = await boxOf(header.getByRole('button', { name: /personlig meny/ }));
      const name = await boxOf(caseManager.getByRole('heading', { level: 1 }));
      const actions = await boxOf(caseManager.getByRole('button', { name: /^Fler val/ }));
      expect(Math.abs(name.x - logo.x), `left at ${width}`).toBeLessThan(2);
      const right = actions.x + actions.width - menu.x - menu.width;
      expect(Math.abs(right), `right at ${width}`).toBeLessThan(2);
    }).toPass();
  }
});

test('SHELL-8 every page says that there are no cookies, and there are none', async ({
  workshop,
}) => {
  for (const page of [stranger, workshop]) {
    await expect(
      footerOf(page).getByText('Webbplatsen använder inga kakor.').first(),
    ).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
  }
});

test('SHELL-2 logged out, the logo and «Logga in» lead to the first page', async ({ product }) => {
  const header = stranger.getByRole('banner');
  for (const name of ['Restvärde', 'Logga in']) {
    await visit(stranger, '/terms/terms-of-use');
    await header.getByRole('link', { name }).click();
    await stranger.waitForURL(`${product.url}/`);
  }
});

test('SHELL-2 the personal menu opens and closes by its button, by a press outside, and by a choice', async ({
  workshop,
}) => {
  const button = workshop.getByRole('button', { name: 'Anders Lind' });
  const menu = workshop.getByRole('menu', { name: 'Personlig meny' });
  await button.click();
  await expect(menu).toBeVisible();
  await expect(menu.getByText('Personlig meny').first()).toBeVisible();
  await button.click({ force: true });
  await expect(menu).toBeHidden();
  await button.click();
  await expect(menu).toBeVisible();
  await workshop.mouse.click(400, 600);
  await expect(menu).toBeHidden();
  await button.click();
  await menu.getByRole('menuitem', { name: 'Mitt konto' }).click();
  await workshop.waitForURL('**/my-account');
  await expect(menu).toBeHidden();
  await workshop.getByRole('banner').getByRole('link', { name: 'Restvärde' }).click();
  await workshop.waitForURL('**/auctions');
});

test('SHELL-3 on a phone the menu is behind «Meny», with «Kontakta oss» separate at its end', async ({
  workshop,
}) => {
  await workshop.setViewportSize({ width: 360, height: 740 });
  await expect(workshop.getByRole('navigation', { name: 'Huvudmeny' })).toHaveCount(0);
  await workshop.getByRole('button', { name: 'Meny', exact: true }).click();
  const sheet = workshop.getByRole('dialog', { name: 'Meny' });
  const links = sheet.getByRole('navigation', { name: 'Huvudmeny' }).getByRole('link');
  await expect(links.last()).toBeVisible();
  await expect(links).toHaveText([
    'Auktioner',
    'Mina auktioner',
    'Vunna auktioner',
    'Kontakta oss',
  ]);
  await expect(links.first()).toHaveAttribute('aria-current', 'page');
  await links.last().click();
  await expect(sheet).toBeHidden();
  await expect(workshop.getByRole('heading', { level: 1, name: 'Kontakta oss' })).toBeFocused();
  await workshop.getByRole('button', { name: 'Meny', exact: true }).click();
  await expect(sheet).toBeVisible();
  await workshop.goBack();
  await expect(sheet).toBeHidden();
  await expect(workshop.getByRole('heading', { level: 1, name: 'Kontakta oss' })).toBeVisible();
  await workshop.setViewportSize({ width: 1280, height: 900 });
});

test('SHELL-3 a new page moves focus to its heading, starts at the top, and has its name and the company’s in the title', async ({
  workshop,
}) => {
  await workshop.setViewportSize({ width: 1280, height: 500 });
  await visit(workshop, '/terms/terms-of-use');
  await expect(workshop.getByRole('heading', { level: 1 })).toBeVisible();
  await workshop.mouse.wheel(0, 2000);
  await expect.poll(async () => (await scrolled(workshop)) > 500, 'some way down').toBe(true);
  await workshop.mouse.wheel(0, -100);
  await workshop.getByRole('link', { name: 'Mina auktioner' }).click();
  await expect(workshop.getByRole('heading', { level: 1, name: 'Mina auktioner' })).toBeFocused();
  await isTitled(workshop, /^Mina auktioner – Nordsäkring$/);
  await expect.poll(() => scrolled(workshop)).toBe(0);
  await workshop.goBack();
  await expect(workshop.getByRole('heading', { level: 1, name: 'Användarvillkor' })).toBeVisible();
  await expect
    .poll(async () => (await scrolled(workshop)) > 500, 'the previous position')
    .toBe(true);
  await workshop.setViewportSize({ width: 1280, height: 900 });
});

test('SHELL-3 the first Tab stop skips the menus', async ({ workshop }) => {
  await visit(workshop, '/contact');
  await expect(workshop.getByRole('heading', { level: 1 })).toBeVisible();
  await workshop.keyboard.press('Tab');
  const skip = workshop.getByRole('link', { name: 'Hoppa till innehållet' });
  await expect(skip).toBeFocused();
  await expect.poll(() => isInView(skip)).toBe(true);
  await workshop.keyboard.press('Enter');
  await expect(workshop.getByRole('main')).toBeFocused();
  await workshop.keyboard.press('Tab');
  await expect(workshop.getByRole('main').getByRole('link').first()).toBeFocused();
});

test('SHELL-4 the menu stays while it has focus', async () => {
  await stranger.setViewportSize({ width: 1280, height: 500 });
  await visit(stranger, '/terms/purchase-conditions');
  const entry = stranger.getByRole('banner').getByRole('link', { name: 'Logga in' });
  await entry.focus();
  await stranger.mouse.wheel(0, 900);
  await expect.poll(() => scrolled(stranger), 'some way down').toBe(900);
  expect(await isInView(entry)).toBe(true);
  // Without scrolling to the focused element.
  await entry.evaluate((link) => link.blur());
  await expect.poll(async () => !(await isInView(entry)), 'the menu to hide').toBe(true);
});

test('SHELL-7 a lost connection and its return are shown after 2.5 s, and typed text is kept', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(PEOPLE.rivalWorkshop);
  const lines = await holdLines(page);
  await page.clock.install();
  await openAuction(page, id);
  const sum = panelOf(page).getByRole('textbox', { name: 'Ditt bud i kronor' });
  await sum.fill('12 345');
  await lines.isOpen();
  // A longer jump would be a socket's silence, after which it is opened again.
  await stopClock(page);
  const stood = await boxOf(sum);
  lines.cut();
  await page.clock.runFor(2_000);
  await expect(page.getByText('Återansluter')).toHaveCount(0);
  // The 2.5 s begin when the page learns of the loss, which may be late.
  await appear(
    page,
    page
      .getByRole('status')
      .getByText(/^Återansluter … Uppgifterna är från \d\d:\d\d\. Nya bud visas med fördröjning\.$/)
      .first(),
  );
  await expect.poll(() => sum.boundingBox(), 'nothing moves').toEqual(stood);
  lines.restore();
  await expect
    .poll(async () => {
      await page.clock.runFor(500);
      return page.getByText('Ansluten igen').isVisible();
    }, 'the return')
    .toBe(true);
  await page.clock.runFor(4_000);
  await expect(page.getByText('Ansluten igen').first()).toBeHidden();
  await expect(sum).toHaveValue('12 345');
});

test('SHELL-7 without a network the page says what the user cannot do', async ({
  workshop,
  caseManager,
}) => {
  await openAuction(workshop, id);
  await workshop.context().setOffline(true);
  await expect(
    workshop
      .getByRole('status')
      .getByText(/^Du är offline. Bud kan inte läggas. Uppgifterna är från \d\d:\d\d\.$/)
      .first(),
  ).toBeVisible();
  await workshop.context().setOffline(false);
  await expect(workshop.getByRole('status').getByText('Ansluten igen').first()).toBeVisible();
  await expect(workshop.getByText('Ansluten igen').first()).toBeHidden();

  await openAuction(caseManager, id);
  await caseManager.context().setOffline(true);
  await expect(
    caseManager.getByRole('status').getByText(/^Du är offline. Ändringar kan inte sparas. Uppgift/),
  ).toBeVisible();
});

test('SHELL-7 the connection banner covers neither a heading nor the bar at the bottom', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(PEOPLE.rivalWorkshop);
  await openAuction(page, id);
  await page.setViewportSize({ width: 320, height: 800 });
  const bar = page.getByRole('region', { name: 'Budläge' });
  const last = page.getByRole('heading', { name: 'Bolag' });
  await last.scrollIntoViewIfNeeded();
  await expect(bar).toBeVisible();
  await page.context().setOffline(true);
  const banner = page.getByText(/^Du är offline\. .* Uppgifterna är från/).locator('..');
  await expect(banner).toBeVisible();
  await page.evaluate('window.scrollTo(0, 0)');
  const heading = page.locator('main').getByRole('heading', { level: 1 });
  for (const width of [1280, 768, 360, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(async () => {
      const { y, height } = await boxOf(heading);
      expect((await boxOf(banner)).y, `below the heading at ${width}`).toBeGreaterThan(y + height);
    }).toPass();
  }
  await last.scrollIntoViewIfNeeded();
  await expect(bar).toBeVisible();
  await expect(async () => {
    const { y, height } = await boxOf(bar);
    expect(y + height, 'the bar is above it').toBeLessThanOrEqual((await boxOf(banner)).y + 1);
  }).toPass();
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
  await expect
    .poll(async () => {
      const { y: footerY, height: footerHeight } = await boxOf(footerOf(page));
      return footerY + footerHeight <= (await boxOf(banner)).y + 1;
    }, 'the end of the page, clear of it')
    .toBe(true);
});

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error('It is not on the page.');
  return box;
}

function footerOf(page: Page): Locator {
  return page.getByRole('contentinfo');
}

async function isTitled(page: Page, title: RegExp): Promise<void> {
  await expect.poll(async () => title.test(await page.title()), `the title ${title}`).toBe(true);
}

/** The scroll position in pixels. */
function scrolled(page: Page): Promise<number> {
  return page.locator('html').evaluate((root) => root.scrollTop);
}

function isInView(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= element.ownerDocument.documentElement.clientHeight;
  });
}
