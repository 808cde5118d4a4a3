import { globSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { BEHIND } from './fixtures/product.ts';
import { BROWSER_ARGS } from './fixtures/windows.ts';

const FOLDER = import.meta.dirname;
/** What is about the demo alone, and is not run against an installation (E2E_BEHIND). */
const OF_DEMO: Record<string, string> = {
  'demo-login.e2e.ts': 'accounts to press on are the demo’s',
  'survives.e2e.ts': 'it kills the one process that the demo is, with its database',
};
/** A busy machine is many times slower than an idle one. */
const TEST_LIMIT_MS = 180_000;
/** Longer than a page goes without asking again, which is 30 s. */
const EXPECT_LIMIT_MS = 40_000;

/** nginx speaks HTTP/2, over which the browser does not go on with an upload that a test has held. */
const HELD = /FORM-13 pictures go three at a time/;

/** What takes longest runs first, lest it runs on alone at the end. */
const LONG = [
  'accessibility/accessibility.e2e.ts',
  'accessibility/keyboard-forms.e2e.ts',
  'auction-form/change-auction.e2e.ts',
  'bid-field.e2e.ts',
  'engines.e2e.ts',
  'first-view.e2e.ts',
  'home/work-queue.e2e.ts',
  'lists.e2e.ts',
  'page-parts.e2e.ts',
  'sales/one-car.e2e.ts',
  'widgets/widget-gallery.e2e.ts',
  'main-job.e2e.ts',
];

const files = globSync('**/*.e2e.ts', {
  cwd: FOLDER,
  exclude: ['node_modules', ...(BEHIND ? Object.keys(OF_DEMO) : [])],
});

export default defineConfig({
  testDir: FOLDER,
  outputDir: '../test-results',
  grepInvert: BEHIND ? HELD : [],
  globalSetup: './prepare.ts',
  // Two more than the processors that they are meant for: a page waits for its server, and either for a time to pass.
  workers: 4,
  retries: 0,
  timeout: TEST_LIMIT_MS,
  expect: { timeout: EXPECT_LIMIT_MS },
  reporter: 'list',
  // Within a project a process runs file after file, in the order of their names; each has a product and people of its own.
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testMatch: files.filter((file) => !LONG.includes(file)) },
  ],
  use: {
    // Each page as it was at each step, but no film of it, which costs a third more of the machine's time. Of a run of all
    // files there is no trace: with it each answer that a page gets is read once more, for an eighth more of the time.
    trace:
      process.env.E2E_TRACE === '1' ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.HEADLESS_SHELL_PATH,
      // What draws needs no process of its own, and so costs a tenth less of the machine's time; a page is gone before what
      // V8 would make of its hottest functions has paid.
      args: [...BROWSER_ARGS, '--in-process-gpu', '--js-flags=--no-opt,--no-maglev'],
    },
  },
});
