// The steps by which the page that Vite has built becomes that of an address.

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

/**
 * Tells `public/prefetch.js` that the server renders this page's first view for who has logged in, and which files
 * that needs beside the page's own.
 */
export function markView(page: string, files: readonly string[]): string {
  const paths = files.map((file) => `/${file}`);
  return insert(page, ' src="/prefetch.js', ` data-view="${paths.join(' ')}"`);
}

/** The page with what everybody sees at its path; `public/prefetch.js` hides it from who has logged in. */
export function addFirstView(page: string, view: string): string {
  const rendered = insert(page, '></div>', ' data-rendered');
  return insert(rendered, '</div>', view);
}

function insert(page: string, before: string, text: string): string {
  if (!page.includes(before)) throw new Error(`The page has no ${before}`);
  return page.replace(before, () => text + before);
}
