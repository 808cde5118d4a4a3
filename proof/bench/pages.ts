// Pages on a slow phone: Lighthouse's mobile preset (slow 4G, a quarter of the processor's speed) on the real
// product with its demo world.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { PEOPLE, takeTokens } from '../../e2e/fixtures/people.ts';
import { type Product, startProduct } from '../../e2e/fixtures/product.ts';
import { BROWSER_ARGS } from '../../e2e/fixtures/windows.ts';
import { measure as measureSize, readBudgets } from '../../tools/checks/budget.ts';
import { findBrowser } from '../../tools/test/browser.ts';
import { freePort } from '../../tools/test/free-port.ts';
import { limit, type Result, worst } from './results.ts';

const ROUNDS = 5;
const PAINT_MS = 1_600;
const BLOCKED_MS = 150;
const ROOT = join(import.meta.dirname, '../..');
const BUILT = join(ROOT, 'web/dist');

interface View {
  name: string;
  /** Null: nobody is logged in. */
  email: string | null;
  path: string;
  /** Its name in `npm run budget`. */
  budget: string;
  /** Scripts and styles of the first view, gzipped, at most. */
  kilobytes: number;
}

export async function measurePages(): Promise<Result[]> {
  const built = spawnSync('npm', ['run', 'build'], { cwd: ROOT });
  if (built.status !== 0) throw new Error(`The build failed.\n${built.stdout}${built.stderr}`);
  const profile = await mkdtemp(join(tmpdir(), 'restvarde-pages-'));
  const product = await startProduct({ auctions: true });
  const port = await freePort();
  // Lighthouse connects to the port, and uses the profile's login.
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: [...BROWSER_ARGS, `--remote-debugging-port=${port}`],
    baseURL: product.url,
  });
  try {
    const page = await browser.newPage();
    const paints: Result[] = [];
    const blocked: Result[] = [];
    const bytes: Result[] = [];
    for (const view of await listViews(product)) {
      await logIn(page, product, view.email);
      const rounds: { paint_ms: number; blocked_ms: number }[] = [];
      while (rounds.length < ROUNDS)
        rounds.push(await runLighthouse(product.url + view.path, port));
      const { name, kilobytes } = view;
      const paint_ms = rounds.map((round) => round.paint_ms);
      paints.push(limit(`${name}: largest paint`, 'ms', paint_ms, PAINT_MS));
      const blocked_ms = rounds.map((round) => round.blocked_ms);
      blocked.push(limit(name, 'ms', blocked_ms, BLOCKED_MS));
      bytes.push(limit(`${name}: scripts and styles`, 'KB', [weightOf(view.budget)], kilobytes));
    }
    return [...paints, worst('blocking time', blocked), ...bytes];
  } finally {
    await browser.close();
    await product.stop();
    await rm(profile, { recursive: true, force: true });
  }
}

async function listViews({ database }: Product): Promise<View[]> {
  const { rows } = await database.query(
    `select a.id from auctions a join auction_standings s on s.auction_id = a.id
     where a.is_global and a.deleted_at is null and a.start_dt < now() and s.end_dt > now() + interval '1 hour'
     order by a.id limit 1`,
  );
  const auction = `/auctions/${rows[0].id}`;
  const { workshop, caseManager } = PEOPLE;
  const view = (
    name: string,
    email: string | null,
    path: string,
    budget: string,
    kilobytes: number,
  ): View => ({ name, email, path, budget, kilobytes });
  return [
    view('login', null, '/', 'login', 150),
    view('list', workshop, '/auctions', '/auctions', 190),
    view('auction', workshop, auction, '/auctions/$id', 190),
    view('form', caseManager, '/auctions/new', '/auctions/new', 235),
    view('Hem', caseManager, '/', '/', 235),
  ];
}

/** The browser's next page is opened by this person, or by nobody. */
async function logIn(page: Page, product: Product, email: string | null): Promise<void> {
  await page.goto('/favicon.svg');
  const tokens = email && (await takeTokens(product, email));
  const stored =
    tokens && JSON.stringify({ access_token: tokens.access, refresh_token: tokens.refresh });
  await page.evaluate(
    `localStorage.clear(); const stored = ${JSON.stringify(stored)}; if (stored) localStorage.setItem('restvarde.auth', stored)`,
  );
  await page.goto('about:blank');
}

function weightOf(name: string): number {
  const { modules } = readBudgets(BUILT).find(({ view }) => view === name)!;
  const { js, css } = measureSize(BUILT, modules);
  return (js + css) / 1000;
}

async function runLighthouse(
  url: string,
  port: number,
): Promise<{ paint_ms: number; blocked_ms: number }> {
  const run = await lighthouse(url, { port, logLevel: 'error', onlyCategories: ['performance'] });
  if (run === undefined) throw new Error(`Lighthouse returned nothing for ${url}.`);
  const { audits, finalDisplayedUrl, runtimeError } = run.lhr;
  // The recording started too late.
  if (runtimeError?.code === 'NO_NAVSTART') return runLighthouse(url, port);
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  if (finalDisplayedUrl !== url) throw new Error(`${url} redirected to ${finalDisplayedUrl}.`);
  const value = (name: string) => Math.round(audits[name]?.numericValue ?? Number.NaN);
  return { paint_ms: value('largest-contentful-paint'), blocked_ms: value('total-blocking-time') };
}
