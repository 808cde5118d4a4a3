import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Product } from './product.ts';

/** The demo's people, by what they are in the tests. */
export const PEOPLE = {
  lind: 'verkstad@lindbil.example',
  soder: 'verkstad@soderplat.example',
  kust: 'verkstad@kustplat.example',
  manager: 'handlaggare@nordsakring.example',
  rivalManager: 'handlaggare@vastkust.example',
} as const;

const PASSWORD = 'Demo-restvarde-2026';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser for a test file, and a window of its own for each person. */
export interface Windows {
  /** Opens an empty window; nobody is logged in. */
  open(options?: { width?: number; height?: number }): Promise<Page>;
  /** Opens a window and logs a person in, with the code from the mailbox. */
  logIn(email: string, options?: { width?: number; height?: number }): Promise<Page>;
  /** What the pages' policy refused and scripts threw; a test that ends well has none. */
  faults: string[];
  stop(): Promise<void>;
}

/** Starts Chromium; CHROMIUM_PATH names it (`npm test` finds or installs one). */
export async function openWindows(product: Product): Promise<Windows> {
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: FLAGS,
  });
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  const windows: Windows = {
    faults,
    async open({ width = 1280, height = 900 } = {}) {
      const context = await browser.newContext({
        baseURL: product.url,
        viewport: { width, height },
        locale: 'sv-SE',
        // Somewhere else than Stockholm: times must be Swedish wherever the browser is.
        timezoneId: 'America/New_York',
      });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted/i.test(message.text())) faults.push(message.text());
      });
      return page;
    },
    async logIn(email, options) {
      const page = await windows.open(options);
      await page.goto('/');
      await logIn(page, product, email);
      return page;
    },
    async stop() {
      for (const context of contexts) await context.close();
      await browser.close();
    },
  };
  return windows;
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
  await page
    .getByRole('button', { name: /Personlig meny|meny för/i })
    .or(page.getByRole('navigation').first())
    .first()
    .waitFor();
}

interface Letter {
  subject: string;
  to: { address: string }[];
}

async function codesTo(product: Product, email: string): Promise<string[]> {
  const letters = (await (await fetch(`${product.mailboxUrl}/email`)).json()) as Letter[];
  return letters
    .filter((letter) => letter.to[0]?.address === email)
    .map((letter) => /\d{6}/.exec(letter.subject)?.[0] ?? '');
}

/** The code that arrives after so many others; waits for the mail. */
export async function nextCode(product: Product, email: string, after: number): Promise<string> {
  for (let waited = 0; waited < 15_000; waited += 100) {
    const codes = await codesTo(product, email);
    if (codes.length > after) return codes.at(-1)!;
    await pause(100);
  }
  throw new Error(`No code came to ${email}.`);
}
