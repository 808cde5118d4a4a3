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
const CSS = 12 * KB;
const FIRST = 'index.html';
const INSIDE = [FIRST, 'src/app/signed-in.ts'];

const budgets: Budget[] = [
  { view: 'login', modules: [FIRST], js: 150 * KB, css: CSS },
  { view: 'home', modules: [...INSIDE, 'src/pages/home/home-page.tsx'], js: 190 * KB, css: CSS },
  {
    view: 'list',
    modules: [...INSIDE, 'src/pages/auction-list/auction-list-page.tsx'],
    js: 190 * KB,
    css: CSS,
  },
  {
    view: 'auction',
    modules: [...INSIDE, 'src/pages/auction/auction-page.tsx'],
    js: 190 * KB,
    css: CSS,
  },
  {
    view: 'form',
    modules: [...INSIDE, 'src/pages/auction-form/new-auction-page.tsx'],
    js: 235 * KB,
    css: CSS,
  },
  {
    view: 'change',
    modules: [...INSIDE, 'src/pages/auction-form/change-auction-page.tsx'],
    js: 235 * KB,
    css: CSS,
  },
  {
    view: 'stations',
    modules: [...INSIDE, 'src/pages/stations/station-list-page.tsx'],
    js: 190 * KB,
    css: CSS,
  },
  {
    view: 'station',
    modules: [
      ...INSIDE,
      'src/pages/stations/station-page.tsx',
      'src/pages/stations/station-editor.tsx',
    ],
    js: 190 * KB,
    css: CSS,
  },
  {
    view: 'settings',
    modules: [
      ...INSIDE,
      'src/pages/settings/settings-page.tsx',
      'src/pages/settings/company-form.tsx',
    ],
    js: 190 * KB,
    css: CSS,
  },
];

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
      line: `${isWithin ? '✔' : '✖'} ${view.padEnd(8)} ${of('js')}   ${of('css')}`,
      isWithin,
    };
  });
}

if (import.meta.main) {
  const results = compare(join(root, 'web/dist'), budgets);
  for (const { line } of results) console.log(line);
  process.exitCode = results.every(({ isWithin }) => isWithin) ? 0 : 1;
}
