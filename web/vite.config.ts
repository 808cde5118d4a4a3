import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** Lets the browser ask for the one font that every page uses before it has read the style sheet. */
const preloadFont: Plugin = {
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      return Object.keys(bundle ?? {})
        .filter((file) => /public-sans-latin-wght-normal[^/]*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/${file}`,
            crossorigin: '',
          },
          injectTo: 'head' as const,
        }));
    },
  },
};

/** Compresses what is text once, as hard as it goes, so that no request has to (`.br` and `.gz` beside each). */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const brotli = promisify(zlib.brotliCompress);
    const gzip = promisify(zlib.gzip);
    const texts = Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file));
    await Promise.all(
      texts.map(async (file) => {
        const path = join(dir, file);
        const content = await readFile(path);
        await writeFile(`${path}.br`, await brotli(content));
        await writeFile(`${path}.gz`, await gzip(content, { level: 9 }));
      }),
    );
  },
};

/** What every page needs: the first file and all that it imports. */
const BASE = { name: 'base', tags: ['$initial' as const], priority: 10 };

/**
 * What several pages share, in a few files: the first that a module or its user fits. Cut up by who else uses
 * each, a list was put together from 46 files and an auction from 60, most of them smaller than the headers
 * that they came with, and all of it weighed 10 KB more. A page, which is fetched by its name, is in none.
 */
const PARTS = (
  [
    ['fields', /src\/(ui\/(notice|text-field|password-field)|auth\/auth\.module)\./],
    [
      'inside',
      /src\/((users|companies|categories|service-stations)\/queries|shell\/(main-menu|personal-menu|load-basics)|ui\/(toast|empty-state|use-media)|format\/\w+|bid-rules|money)\.tsx?$/,
    ],
    ['facts', /src\/ui\/(card|value-list|breadcrumb|checkbox)\.tsx$/],
    [
      'sale',
      /src\/(live\/use-live|bids\/(standing-line|end-line)|alerts\/alert-toggle|ui\/status-badge)\.tsx?$/,
    ],
    [
      'icons',
      /lucide-react.*icons\/(x|plus|refresh-cw|sliders-horizontal|search-x|chevron-(left|right)|file-text)\./,
    ],
  ] as const
).map(([name, test], place, { length }) => ({ name, test, priority: length - place }));

export default defineConfig({
  plugins: [
    { ...optimizeLocales.vite({ locales: ['sv-SE'] }), enforce: 'pre' },
    react(),
    preloadFont,
    precompress,
  ],
  build: {
    manifest: true,
    // The content security policy has no data: for fonts and scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [BASE, ...PARTS] } } },
    // All of these know light-dark(), which would otherwise be rewritten into two variables a colour.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': server,
      '/media': server,
      '/demo': server,
      '/ws': { target: server.replace('http', 'ws'), ws: true },
    },
  },
});
