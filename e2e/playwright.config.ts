import { globSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { TIMES } from '../tools/test/times.ts';
import { BEHIND } from './fixtures/product.ts';
import { BROWSER_ARGS } from './fixtures/windows.ts';

const FOLDER = import.meta.dirname;
/** Files that test the demo and do not run against an installation (E2E_BEHIND), with the reason. */
const OF_DEMO: Record<string, string> = {
  'demo-login.e2e.ts': 'only the demo has accounts to press on',
  'survives.e2e.ts': 'it kills the demo and its database',
};
/** A busy machine is many times slower than an idle one. */
const TEST_LIMIT_MS = 300_000;
/** Longer than the 30 s after which a page polls again. */
const EXPECT_LIMIT_MS = 40_000;

/** Over HTTP/2, which nginx uses, the browser does not continue an upload that a test has held. */
const HELD = /FORM-13 three pictures at a time/;

const files = globSync('**/*.e2e.ts', {
  cwd: FOLDER,
  exclude: ['node_modules', ...(BEHIND ? Object.keys(OF_DEMO) : [])],
});

const isLong = (file: string) => `e2e/${file}` in TIMES;

export default defineConfig({
  testDir: FOLDER,
  outputDir: '../test-results',
  grepInvert: BEHIND ? HELD : [],
  globalSetup: './prepare.ts',
  // Two more than the processors of the usual machine, since pages wait for servers and for times to pass.
  workers: 4,
  retries: 0,
  timeout: TEST_LIMIT_MS,
  expect: { timeout: EXPECT_LIMIT_MS },
  reporter: 'list',
  // The long files first, so that none runs alone at the end. Each file has its own product and people.
  projects: [
    { name: 'long', testMatch: files.filter(isLong) },
    { name: 'short', testMatch: files.filter((file) => !isLong(file)) },
  ],
  use: {
    // Traces without screenshots, which take a third more time. A run of all files has no traces (tools/test/test.ts).
    trace:
      process.env.E2E_TRACE === '1' ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.HEADLESS_SHELL_PATH,
      // A separate GPU process takes a tenth more processor time. Pages are closed before optimised code pays off.
      args: [...BROWSER_ARGS, '--in-process-gpu', '--js-flags=--no-opt,--no-maglev'],
    },
  },
});
