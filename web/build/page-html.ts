// Transforms Vite's built page into the HTML of each URL.

const PREFETCH = '<script src="/src/app/prefetch.ts"></script>';

/** Inlines `app/prefetch.ts`, byte for byte: the server's policy allows only that content, by its hash. */
export function inlineScript(page: string, script: string): string {
  if (/<[/!]/.test(script))
    throw new Error('The script contains `</` or `<!`, which HTML would not read as script.');
  return swap(page, PREFETCH, `<script>${script}</script>`);
}

/**
 * Adds preload links for all files the page needs, so that the browser fetches them in parallel with the entry
 * script.
 */
export function addPreloads(page: string, files: readonly string[]): string {
  const links = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="/${file}">`
      : `<link rel="modulepreload" crossorigin href="/${file}">`,
  );
  return insert(page, '</head>', links.join(''));
}

const SCRIPT = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

/** Defers the scripts: `app/prefetch.ts` starts them after the first view. */
export function deferScripts(page: string): string {
  const scripts = page.match(SCRIPT) ?? [];
  const deferred = `<template id="scripts">${scripts.join('')}</template>`;
  return insert(page.replaceAll(SCRIPT, ''), '</head>', deferred);
}

const SHEET = /<link rel="stylesheet"[^>]*>/g;

/**
 * Moves the style sheets to a template that `app/prefetch.ts` inserts. Otherwise the browser would request them
 * before the view, on the same connection. They still block painting.
 */
export function deferSheets(page: string): string {
  const sheets = (page.match(SHEET) ?? []).join('');
  const blocking = sheets.replaceAll('<link', '<link blocking="render"');
  // The page without JavaScript needs the style sheets too.
  const deferred = `<noscript>${sheets}</noscript><template id="sheets">${blocking}</template>`;
  return insert(page.replaceAll(SHEET, ''), '<script>', deferred);
}

/**
 * Marks a page whose first view the server renders for signed-in users, and lists the additional files that view
 * needs. Read by `app/prefetch.ts`.
 */
export function markView(page: string, files: readonly string[]): string {
  const paths = files.map((file) => `/${file}`);
  return swap(page, '<script>', `<script data-view="${paths.join(' ')}">`);
}

/** Inserts the view that everybody sees; `app/prefetch.ts` hides it from signed-in users. */
export function addFirstView(page: string, view: string): string {
  const rendered = insert(page, '></div>', ' data-rendered');
  return insert(rendered, '</div>', view);
}

function insert(page: string, before: string, text: string): string {
  return swap(page, before, text + before);
}

function swap(page: string, from: string, to: string): string {
  if (!page.includes(from)) throw new Error(`The page has no ${from}`);
  return page.replace(from, () => to);
}
