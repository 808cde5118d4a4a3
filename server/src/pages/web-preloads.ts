import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const INSIDE = ['src/app/signed-in.ts'];
const LISTS = [...INSIDE, 'src/pages/auction-list/auction-list-page.tsx'];

/** Which of the web app's modules an address needs before its first view; the first pattern that fits. */
export const VIEWS: readonly [pattern: RegExp, modules: readonly string[]][] = [
  [/^\/2fa$/, ['src/pages/auth/two-factor-page.tsx']],
  [/^\/forgot-password$/, ['src/pages/auth/forgot-password-page.tsx']],
  [/^\/create-password\/[^/]+$/, ['src/pages/auth/create-password-page.tsx']],
  [/^\/terms\/personal-data$/, ['src/pages/terms/personal-data-page.tsx']],
  [/^\/terms\/terms-of-use$/, ['src/pages/terms/terms-of-use-page.tsx']],
  [/^\/terms\/purchase-conditions$/, ['src/pages/terms/purchase-conditions-page.tsx']],
  [/^\/tillganglighet$/, ['src/pages/terms/accessibility-page.tsx']],
  [/^\/(my-|won-)?auctions$/, LISTS],
  [/^\/auctions\/new$/, [...INSIDE, 'src/pages/auction-form/new-auction-page.tsx']],
  [/^\/auctions\/\d+$/, [...INSIDE, 'src/pages/auction/auction-page.tsx']],
  [/^\/service-stations$/, [...INSIDE, 'src/pages/stations/station-list-page.tsx']],
  [/^\/service-stations\/new$/, [...INSIDE, 'src/pages/stations/new-station-page.tsx']],
  [/^\/service-stations\/\d+$/, [...INSIDE, 'src/pages/stations/station-page.tsx']],
  [/^\/settings$/, [...INSIDE, 'src/pages/settings/settings-page.tsx']],
  [/^\/settings\/categories$/, [...INSIDE, 'src/pages/settings/categories-page.tsx']],
  [/^\/settings\/staging-areas$/, [...INSIDE, 'src/pages/settings/staging-areas-page.tsx']],
  [/^\/settings\/staff$/, [...INSIDE, 'src/pages/settings/staff-page.tsx']],
  [/^\/settings\/companies$/, [...INSIDE, 'src/pages/settings/companies-page.tsx']],
  [/^\/settings\/mail$/, [...INSIDE, 'src/pages/settings/mail-page.tsx']],
  [/^\/my-account$/, [...INSIDE, 'src/pages/account/account-page.tsx']],
  [/^\/contact$/, [...INSIDE, 'src/pages/contact/contact-page.tsx']],
];

/** The pages behind the login that the server draws ahead (`first-view.ts`), as `public/early.js` knows them. */
const DRAWN_INSIDE = /^\/((my-|won-)?auctions|auctions\/[1-9]\d{0,8})$/;

/** Those that are the same for everybody who has not logged in. */
const DRAWN_OUTSIDE =
  /^\/(forgot-password|terms\/(personal-data|terms-of-use|purchase-conditions)|tillganglighet)?$/;

export const isDrawnInside = (path: string) => DRAWN_INSIDE.test(path);
export const isDrawnOutside = (path: string) => DRAWN_OUTSIDE.test(path);

/** A part of Vite's manifest: a file, the parts that it imports, and its style sheets. */
interface Part {
  file: string;
  imports?: string[];
  css?: string[];
}

type Manifest = Partial<Record<string, Part>>;

/**
 * The page with links to all that the address at `path` will ask for, so that the browser fetches it beside
 * the first script and not after it. What an address needs is no matter of right and wrong: without a
 * manifest, or for an address that is not listed, the page is as it was.
 */
export async function addPreloads(page: string, folder: string, path: string): Promise<string> {
  const modules = VIEWS.find(([pattern]) => pattern.test(path))?.[1];
  const manifest = modules && (await readManifest(folder));
  if (!manifest) return page;
  const there = filesOf(manifest, ['index.html']);
  const links = [...filesOf(manifest, modules)]
    .filter((file) => !there.has(file))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    );
  return page.replace('</head>', () => `${links.join('')}</head>`);
}

const SCRIPT = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

/** The page with its scripts laid by: `public/early.js` starts them once the first view is there. */
export function layScriptsBy(page: string): string {
  const scripts = page.match(SCRIPT) ?? [];
  return page
    .replaceAll(SCRIPT, '')
    .replace('</head>', () => `<template id="scripts">${scripts.join('')}</template></head>`);
}

async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    return JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  } catch {
    return null;
  }
}

/** The files of these modules and of all that they import, in the order of need. */
function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const add = (name: string) => {
    const part = manifest[name];
    if (part === undefined || files.has(part.file)) return;
    files.add(part.file);
    for (const sheet of part.css ?? []) files.add(sheet);
    part.imports?.forEach(add);
  };
  modules.forEach(add);
  return files;
}
