/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { enterCode, login } from '@restvarde/contract/auth/login';
import type { Tokens } from '@restvarde/contract/auth/session';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import type { Product } from './product.ts';

/** The demo's people, by what they are in the tests. */
export const PEOPLE = {
  lind: 'verkstad@lindbil.example',
  soder: 'verkstad@soderplat.example',
  kust: 'verkstad@kustplat.example',
  manager: 'handlaggare@nordsakring.example',
  admin: 'admin@nordsakring.example',
  superuser: 'superuser@restvarde.example',
} as const;

export const PASSWORD = 'Demo-restvarde-2026';

/** Chromium without a screen, that asks nobody but the product for anything. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface WindowOptions {
  width?: number;
  height?: number;
  /** A screen that is touched. */
  hasTouch?: boolean;
  colorScheme?: 'light' | 'dark';
}

/** A browser for a test file. */
export interface Browsing {
  /** Opens an empty window; nobody is logged in. */
  open(options?: WindowOptions): Promise<Page>;
  /**
   * Closes all. Throws when a page's policy refused something or a script threw meanwhile: the product is
   * stopped before.
   */
  stop(): Promise<void>;
}

/** A browser for a test file, and a window of its own for each person. */
export interface Windows extends Browsing {
  /** Opens the first page for a person who has logged in already, which costs less than doing it here (`logIn`). */
  logIn(email: string, options?: WindowOptions): Promise<Page>;
}

/** Starts a browser on the product. */
export async function openWindows(product: Product): Promise<Windows> {
  const browsing = await openBrowser(product.url);
  return {
    ...browsing,
    async logIn(email, options) {
      const { access, refresh } = await takeTokens(product, email);
      const kept = JSON.stringify({ access_token: access, refresh_token: refresh });
      const page = await browsing.open(options);
      // Whatever has no script that would read it too early.
      await page.goto('/favicon.svg');
      await page.evaluate((kept) => {
        localStorage.setItem('restvarde.auth', kept);
        location.replace('/');
      }, kept);
      await waitForInside(page);
      return page;
    },
  };
}

/** Starts Chromium; CHROMIUM_PATH names it (`npm test` finds or installs one). */
export async function openBrowser(baseURL: string): Promise<Browsing> {
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: FLAGS,
  });
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  return {
    async open({ width = 1280, height = 900, colorScheme = 'light', hasTouch = false } = {}) {
      const context = await browser.newContext({
        baseURL,
        viewport: { width, height },
        colorScheme,
        hasTouch,
        locale: 'sv-SE',
        // Somewhere else than Stockholm: times must be Swedish wherever the browser is.
        timezoneId: 'America/New_York',
      });
      contexts.push(context);
      context.setDefaultTimeout(15_000);
      context.on('weberror', (error) => faults.push(error.error().message));
      context.on('console', (message) => {
        if (/Content Security Policy|Trusted/i.test(message.text())) faults.push(message.text());
      });
      const page = await context.newPage();
      actWhenAwake(page);
      return page;
    },
    async stop() {
      for (const context of contexts) await context.close();
      await browser.close();
      assert.deepEqual(faults, [], 'a policy refused something, or a script threw');
    },
  };
}

/**
 * What the server has drawn hears no keys: a test that goes to a page acts when the page's scripts are there,
 * unless it waits for less than the whole page.
 */
function actWhenAwake(page: Page): void {
  for (const way of ['goto', 'reload'] as const) {
    const go = page[way].bind(page) as (...input: unknown[]) => Promise<never>;
    page[way] = async (...input: unknown[]) => {
      const response = await go(...input);
      const options = input.at(-1) as { waitUntil?: string } | string | undefined;
      const isImpatient = typeof options === 'object' && options.waitUntil === 'commit';
      if (!isImpatient)
        await eventually('the scripts', () => page.evaluate(isAwake).catch(() => false));
      return response;
    };
  }
}

/** In the page: does the app run, if this is a page of the app? */
function isAwake(): boolean {
  const { early } = globalThis as { early?: { isOver: boolean } };
  return early === undefined || (early.isOver && document.querySelector('[data-drawn]') === null);
}

/** Logs in on the page that is open, as a person does. */
export async function logIn(page: Page, product: Product, email: string): Promise<void> {
  const known = await codesTo(product, email);
  await page.getByLabel('E-post').fill(email);
  await page.getByLabel('Lösenord', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Fortsätt' }).click();
  const field = page.getByLabel('Kod skickad till din e-post');
  await field.waitFor();
  await field.fill(await nextCode(product, email, known.length));
  await page.getByRole('button', { name: 'Logga in' }).click();
  await waitForInside(page);
}

/** Waits for the menu, which only somebody who has logged in has. */
export async function waitForInside(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Huvudmeny' });
  const button = page.getByRole('button', { name: 'Meny', exact: true });
  await eventually('the menu', () => menu.or(button).first().isVisible());
}

interface Letter {
  subject: string;
  to: { address: string }[];
}

/** The login codes that a person has got by mail, oldest first. */
export async function codesTo(product: Product, email: string): Promise<string[]> {
  const letters = (await (await fetch(`${product.mailboxUrl}/email`)).json()) as Letter[];
  return letters
    .filter((letter) => letter.to[0]?.address === email)
    .flatMap((letter) => /\d{6}/.exec(letter.subject)?.[0] ?? []);
}

/** The code that arrives after so many others; waits for the mail. */
export function nextCode(product: Product, email: string, after: number): Promise<string> {
  return eventually(`a code to ${email}`, async () => {
    const codes = await codesTo(product, email);
    return codes.length > after ? codes.at(-1) : undefined;
  });
}

/** Logs in without a window. */
export async function takeTokens(product: Product, email: string): Promise<Tokens> {
  const known = await codesTo(product, email);
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const response = await fetch(product.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as T;
  };
  const { uuid } = await post<{ uuid: string }>(login.path, { email, password: PASSWORD });
  const two_factor_code = await nextCode(product, email, known.length);
  return post(enterCode.path, { uuid, two_factor_code });
}
