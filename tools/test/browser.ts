import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'chrome'];
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/google/chrome'];
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const SHELL = 'chromium-headless-shell';
const INSTALL_LIMIT_MS = 600_000;
const START_LIMIT_MS = 60_000;

/**
 * Returns the path of a Chromium or Chrome that runs here. Installs one if there is none, by Playwright or, as root on
 * Debian or Ubuntu, by apt-get. Throws if that fails too.
 */
export async function findBrowser(): Promise<string> {
  const found = findInstalled() ?? findDownloaded();
  if (found) return found;
  console.log('Installing a browser for the tests …');
  const playwright = join(require.resolve('playwright-core/package.json'), '../cli.js');
  run(process.execPath, [playwright, 'install', 'chromium']);
  const downloaded = findDownloaded();
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
 * Returns the path of Debian's headless shell, installed if possible. It is the same engine without the browser's
 * interface, such as the PDF viewer, and takes a quarter less processor time.
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
  return [...inFolders(NAMES), ...MAC_PATHS].find(runs);
}

function inFolders(names: string[]): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...FOLDERS].filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

function findDownloaded(): string | undefined {
  const { chromium } = require('playwright-core') as {
    chromium: { executablePath(): string };
  };
  const file = chromium.executablePath();
  return runs(file) ? file : undefined;
}

/** Whether a program runs: a downloaded browser may lack system libraries, and a stub only points to a snap. */
function runs(file: string): boolean {
  if (!existsSync(file)) return false;
  const { status } = spawnSync(file, ['--version'], {
    stdio: 'ignore',
    timeout: START_LIMIT_MS,
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
