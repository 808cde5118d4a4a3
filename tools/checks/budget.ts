// The bytes that a page loads before its first view are within limits: `npm run budget`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './source-tree.ts';

/** The modules of a first view and their largest gzipped size in bytes. */
export interface Budget {
  view: string;
  modules: string[];
  js: number;
  css: number;
}

const KB = 1000;
const FIRST = 'index.html';
const LOGIN_JS = 149 * KB;
const PAGE_JS = 197 * KB;
const CSS = 13 * KB;
/** Pages that are opened most, and those with forms, which have many kinds of fields. */
const OWN_JS: Record<string, number> = {
  '/': 181 * KB,
  '/auctions': 190 * KB,
  '/my-auctions': 190 * KB,
  '/won-auctions': 190 * KB,
  '/auctions/$id': 188 * KB,
  '/auctions/new': 216 * KB,
  '/auctions/$id/change': 223 * KB,
  '/auctions/$id/relist': 227 * KB,
  '/auctions/import': 232 * KB,
};
/** Lazy modules that most visitors of a page load. */
const PARTS: Record<string, string[]> = {
  '/service-stations/$id': ['src/pages/stations/station-editor.tsx'],
  '/settings': ['src/pages/settings/company-form.tsx'],
};

/** A page of `pages.json`; `needs` are its modules beside the app's entry. */
interface Page {
  path: string;
  needs: string[];
}

/** The budgets of the login, which is the app's entry, and of each page that the build lists. */
export function readBudgets(folder: string): Budget[] {
  const pages = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as Page[];
  return [
    { view: 'login', modules: [FIRST], js: LOGIN_JS, css: CSS },
    ...pages.map(({ path, needs }) => ({
      view: path,
      modules: [FIRST, ...needs, ...(PARTS[path] ?? [])],
      js: OWN_JS[path] ?? PAGE_JS,
      css: CSS,
    })),
  ];
}

/** An entry of `.vite/manifest.json`. */
interface Part {
  file: string;
  imports?: string[];
  css?: string[];
}

export interface Size {
  js: number;
  css: number;
}

/** The gzipped bytes of modules with their imports, each file once. Throws for a module that is not built. */
export function measure(folder: string, modules: string[]): Size {
  const parts = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Part
  >;
  const js = new Set<string>();
  const css = new Set<string>();
  const add = (name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`${name} is not part of the web app.`);
    if (js.has(part.file)) return;
    js.add(part.file);
    for (const sheet of part.css ?? []) css.add(sheet);
    part.imports?.forEach(add);
  };
  modules.forEach(add);
  const zip = (file: string) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
  const sum = (files: Set<string>) => [...files].reduce((bytes, file) => bytes + zip(file), 0);
  return { js: sum(js), css: sum(css) };
}

/** A line for each view, and whether it is within its budget. */
export function compare(folder: string, views: Budget[]): { line: string; isWithin: boolean }[] {
  return views.map(({ view, modules, ...most }) => {
    const size = measure(folder, modules);
    const isWithin = size.js <= most.js && size.css <= most.css;
    const of = (kind: 'js' | 'css') =>
      `${kind} ${(size[kind] / KB).toFixed(1).padStart(5)} of ${most[kind] / KB} KB`;
    return {
      line: `${isWithin ? '✔' : '✖'} ${view.padEnd(27)} ${of('js')}   ${of('css')}`,
      isWithin,
    };
  });
}

if (import.meta.main) {
  const folder = join(root, 'web/dist');
  const results = compare(folder, readBudgets(folder));
  for (const { line } of results) console.log(line);
  process.exitCode = results.every(({ isWithin }) => isWithin) ? 0 : 1;
}
