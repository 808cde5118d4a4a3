// What a page makes a phone fetch before its first view is within bounds: `node checks/budget.ts`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './source-tree.ts';

/** A first view: the modules that it is put together from, and the most bytes that they may be, gzipped. */
export interface Budget {
  view: string;
  modules: string[];
  js: number;
  css: number;
}

const KB = 1000;
const FIRST = 'index.html';
const LOGIN_JS = 150 * KB;
const PAGE_JS = 190 * KB;
const CSS = 12 * KB;
/** A form has many kinds of fields. */
const FORM_JS: Record<string, number> = {
  '/auctions/new': 235 * KB,
  '/auctions/$id/change': 235 * KB,
  '/auctions/$id/relist': 235 * KB,
  '/service-stations/$id': 200 * KB,
  '/settings': 200 * KB,
};
/** What most who come to a page see of it is in a module of its own. */
const PARTS: Record<string, string[]> = {
  '/service-stations/$id': ['src/pages/stations/station-editor.tsx'],
  '/settings': ['src/pages/settings/company-form.tsx'],
};

/** A page of `pages.json`, and its modules beside the app's first. */
interface Page {
  path: string;
  needs: string[];
}

/** The login, which is the app's first script, and every page that the build has listed. */
export function readBudgets(folder: string): Budget[] {
  const pages = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as Page[];
  return [
    { view: 'login', modules: [FIRST], js: LOGIN_JS, css: CSS },
    ...pages.map(({ path, needs }) => ({
      view: path,
      modules: [FIRST, ...needs, ...(PARTS[path] ?? [])],
      js: FORM_JS[path] ?? PAGE_JS,
      css: CSS,
    })),
  ];
}

/** A part of `.vite/manifest.json`: a file, what it cannot do without, and its style sheets. */
interface Part {
  file: string;
  imports?: string[];
  css?: string[];
}

export interface Weight {
  js: number;
  css: number;
}

/** The gzipped bytes of all that the modules need, each file once. Throws for a module that is not built. */
export function weigh(folder: string, modules: string[]): Weight {
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
  const size = (file: string) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
  const sum = (files: Set<string>) => [...files].reduce((bytes, file) => bytes + size(file), 0);
  return { js: sum(js), css: sum(css) };
}

/** A line for each view, and whether it is within its budget. */
export function compare(folder: string, views: Budget[]): { line: string; isWithin: boolean }[] {
  return views.map(({ view, modules, ...most }) => {
    const weight = weigh(folder, modules);
    const isWithin = weight.js <= most.js && weight.css <= most.css;
    const of = (kind: 'js' | 'css') =>
      `${kind} ${(weight[kind] / KB).toFixed(1).padStart(5)} of ${most[kind] / KB} KB`;
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
