// The steps by which the page that Vite has built becomes that of an address.

const PREFETCH = '<script src="/prefetch.js"></script>';

/**
 * The page with the content of `public/prefetch.js` in place of its address. Byte for byte: the server's policy lets
 * that content run and no other.
 */
export function inlineScript(page: string, script: string): string {
  if (/<[/!]/.test(script)) throw new Error('The script holds what would be read as the page’s.');
  return swap(page, PREFETCH, `<script>${script}</script>`);
}

/** The page with links to all that it will ask for, so that the browser fetches it beside the first script. */
export function addPreloads(page: string, files: readonly string[]): string {
  const links = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="/${file}">`
      : `<link rel="modulepreload" crossorigin href="/${file}">`,
  );
  return insert(page, '</head>', links.join(''));
}

const SCRIPT = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

/** The page with its scripts deferred: `public/prefetch.js` starts them once the first view is there. */
export function deferScripts(page: string): string {
  const scripts = page.match(SCRIPT) ?? [];
  const deferred = `<template id="scripts">${scripts.join('')}</template>`;
  return insert(page.replaceAll(SCRIPT, ''), '</head>', deferred);
}

const SHEET = /<link rel="stylesheet"[^>]*>/g;

/**
 * The page with its style sheets for `public/prefetch.js` to put in: by themselves they would be asked for before the
 * view, on the one connection that is open. Nothing is painted until they are there, as by themselves.
 */
export function deferSheets(page: string): string {
  const sheets = (page.match(SHEET) ?? []).join('');
  const blocking = sheets.replaceAll('<link', '<link blocking="render"');
  // What says that scripts are needed has them too.
  const deferred = `<noscript>${sheets}</noscript><template id="sheets">${blocking}</template>`;
  return insert(page.replaceAll(SHEET, ''), '<script>', deferred);
}

/**
 * Tells `public/prefetch.js` that the server renders this page's first view for who has logged in, and which files
 * that needs beside the page's own.
 */
export function markView(page: string, files: readonly string[]): string {
  const paths = files.map((file) => `/${file}`);
  return swap(page, '<script>', `<script data-view="${paths.join(' ')}">`);
}

/** The page with what everybody sees at its path; `public/prefetch.js` hides it from who has logged in. */
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
