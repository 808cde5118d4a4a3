import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'chrome'];
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/google/chrome'];
const ON_A_MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const SHELL = 'chromium-headless-shell';
const INSTALL_LIMIT_MS = 600_000;
const FIRST_ANSWER_LIMIT_MS = 60_000;

/**
 * The path of a Chromium or Chrome that runs here: an installed one, else Playwright's own, else
 * one that is installed now, from Playwright or, as root on Debian or Ubuntu, from the system.
 * Throws with one sentence when there is none to be had.
 */
export async function findBrowser(): Promise<string> {
  const found = findInstalled() ?? findPlaywrights();
  if (found) return found;
  console.log('Installing a browser for the tests …');
  const playwright = join(require.resolve('playwright-core/package.json'), '../cli.js');
  run(process.execPath, [playwright, 'install', 'chromium']);
  const downloaded = findPlaywrights();
  if (downloaded) return downloaded;
  if (mayInstall()) {
    run('apt-get', ['update', '-q']);
    install('chromium');
    const installed = findInstalled();
    if (installed) return installed;
  }
  throw new Error(
    'No browser was found and none could be installed: install Chromium or Chrome, then run the tests again.',
  );
}

/**
 * The path of the headless shell beside it, if Debian's package of it is there or can be had: the same engine
 * without what is round a page, such as the viewer of PDFs, for a quarter less of the processor's time.
 */
export function findHeadlessShell(): string | undefined {
  const find = () => inFolders([SHELL]).find(runs);
  const found = find();
  if (found || !mayInstall()) return found;
  install(SHELL);
  return find();
}

const require = createRequire(import.meta.url);

function findInstalled(): string | undefined {
  return [...inFolders(NAMES), ...ON_A_MAC].find(runs);
}

function inFolders(names: string[]): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...FOLDERS].filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

function findPlaywrights(): string | undefined {
  const { chromium } = require('playwright-core') as {
    chromium: { executablePath(): string };
  };
  const file = chromium.executablePath();
  return runs(file) ? file : undefined;
}

/** Whether it answers: a downloaded one may lack system libraries, a stub only points to a snap. */
function runs(file: string): boolean {
  if (!existsSync(file)) return false;
  const { status } = spawnSync(file, ['--version'], {
    stdio: 'ignore',
    timeout: FIRST_ANSWER_LIMIT_MS,
  });
  return status === 0;
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function install(name: string): void {
  run('apt-get', ['install', '-y', '-q', '-o', 'DPkg::Lock::Timeout=300', name]);
}

function run(file: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(file, args, { stdio: 'ignore', env, timeout: INSTALL_LIMIT_MS });
}
