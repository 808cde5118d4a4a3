// The pages as a phone on a slow network gets them, by Lighthouse's mobile preset, each the median of five: the real
// product with its demo world, and the web app as it is built. A busy machine spoils all but the bytes.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findBrowser } from '../checks/browser.ts';
import { readBudgets, weigh } from '../checks/budget.ts';
import { freePort } from '../checks/free-port.ts';
import { PEOPLE, takeTokens } from '../e2e/fixtures/people.ts';
import { type Product, startProduct } from '../e2e/fixtures/product.ts';
import { BROWSER_ARGS } from '../e2e/fixtures/windows.ts';
import { limit, median, type Result } from './report/results.ts';

const ROUNDS = 5;
const KB = 1000;
const ROOT = join(import.meta.dirname, '..');
const BUILT = join(ROOT, 'web/dist');

/** A page, who opens it, what of `npm run budget` it is, and its largest paint at most. */
interface View {
  name: string;
  email: string | null;
  path: string;
  budget: string;
  largest_paint_ms: number;
}

type Measure = 'performance' | 'accessibility' | 'LCP' | 'CLS' | 'TBT' | 'bytes';
type Figures = Record<Measure, number>;

/** What Lighthouse finds that is not right, each once. */
const findings = new Set<string>();

/** How quick Lighthouse finds the machine, each time; idle and alone it is above 1000 nearly everywhere. */
const speeds: number[] = [];

export async function measurePages(): Promise<Result[]> {
  const built = spawnSync('npm', ['run', 'build'], { cwd: ROOT });
  if (built.status !== 0)
    throw new Error(`The web app was not built.\n${built.stdout}${built.stderr}`);
  const profile = await mkdtemp(join(tmpdir(), 'restvarde-pages-'));
  const product = await startProduct({ auctions: true });
  try {
    const port = await freePort();
    // Lighthouse comes in by the port, and finds in the profile whoever has logged in.
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath: await findBrowser(),
      args: [...BROWSER_ARGS, `--remote-debugging-port=${port}`],
      baseURL: product.url,
    });
    try {
      const page = await browser.newPage();
      const results: Result[] = [];
      for (const view of await listViews(product)) {
        await enter(page, product, view.email);
        results.push(...resultsOf(view, await measure(product.url + view.path, port)));
      }
      for (const finding of findings) console.log(`  ${finding}`);
      console.log(`  Lighthouse's benchmark index of this machine: ${median(speeds)}`);
      return results;
    } finally {
      await browser.close();
    }
  } finally {
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
  const { workshop, caseManager } = PEOPLE;
  return [
    { name: 'login', email: null, path: '/', budget: 'login', largest_paint_ms: 1600 },
    {
      name: 'list',
      email: workshop,
      path: '/auctions',
      budget: '/auctions',
      largest_paint_ms: 1600,
    },
    {
      name: 'auction',
      email: workshop,
      path: `/auctions/${rows[0].id}`,
      budget: '/auctions/$id',
      largest_paint_ms: 1600,
    },
    {
      name: 'form',
      email: caseManager,
      path: '/auctions/new',
      budget: '/auctions/new',
      largest_paint_ms: 2000,
    },
    { name: 'Hem', email: caseManager, path: '/', budget: '/', largest_paint_ms: 2000 },
  ];
}

/** Has the browser's next page opened by this person, or by nobody. */
async function enter(page: Page, product: Product, email: string | null): Promise<void> {
  await page.goto('/favicon.svg');
  const tokens = email && (await takeTokens(product, email));
  const kept =
    tokens && JSON.stringify({ access_token: tokens.access, refresh_token: tokens.refresh });
  await page.evaluate(
    `localStorage.clear(); const kept = ${JSON.stringify(kept)}; if (kept) localStorage.setItem('restvarde.auth', kept)`,
  );
  await page.goto('about:blank');
}

function resultsOf(view: View, rounds: Figures[]): Result[] {
  const of = (wanted: Measure) => rounds.map((figures) => figures[wanted]);
  const budget = readBudgets(BUILT).find((one) => one.view === view.budget)!;
  const first = weigh(BUILT, budget.modules);
  const quiet = median(of('bytes'));
  const within = 1.35 * (first.js + first.css);
  return [
    limit(`${view.name}: largest paint`, 'ms', of('LCP'), view.largest_paint_ms),
    limit(`${view.name}: blocked`, 'ms', of('TBT'), 200),
    limit(`${view.name}: layout shift`, '', of('CLS'), 0.01),
    limit(
      `${view.name}: performance`,
      'points',
      of('performance'),
      view.budget === 'login' ? { atLeast: 95 } : null,
    ),
    limit(`${view.name}: accessibility`, 'points', of('accessibility'), { atLeast: 100 }),
    limit(`${view.name}: scripts of the first view`, 'KB', first.js / KB, budget.js / KB),
    limit(`${view.name}: styles of the first view`, 'KB', first.css / KB, budget.css / KB),
    {
      ...limit(`${view.name}: scripts and styles when it is quiet`, 'KB', quiet / KB, within / KB),
      goal: '≤ 1.35 × first view',
    },
  ];
}

async function measure(url: string, port: number): Promise<Figures[]> {
  const rounds: Figures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureOnce(url, port));
  return rounds;
}

async function measureOnce(url: string, port: number): Promise<Figures> {
  const run = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  });
  if (run === undefined) throw new Error(`Lighthouse has nothing to say of ${url}.`);
  const { categories, audits, environment, finalDisplayedUrl, runtimeError } = run.lhr;
  speeds.push(environment.benchmarkIndex);
  // The recording began too late: there is nothing to judge.
  if (runtimeError?.code === 'NO_NAVSTART') return measureOnce(url, port);
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}.`);
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const weak = Object.values(audits).filter(({ score: auditScore, scoreDisplayMode }) => {
    return scoreDisplayMode === 'binary' && auditScore !== 1;
  });
  for (const { title } of weak) findings.add(`${new URL(url).pathname}: ${title}`);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    LCP: Math.round(value('largest-contentful-paint')),
    CLS: Math.round(value('cumulative-layout-shift') * 1000) / 1000,
    TBT: Math.round(value('total-blocking-time')),
    bytes: weighFetched(audits['network-requests']?.details),
  };
}

/** The gzipped bytes of the scripts and style sheets that were fetched, as a budget counts them: without the demo's own. */
function weighFetched(details: unknown): number {
  const { items } = details as { items: { url: string }[] };
  const files = new Set(items.map(({ url }) => new URL(url).pathname));
  return [...files]
    .filter((file) => /^(?!\/demo\/).*\.(js|css)$/.test(file))
    .map((file) => gzipSync(readFileSync(join(BUILT, file)), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}
