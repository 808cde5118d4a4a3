import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin, transformWithOxc } from 'vite';
import { endpointCalls } from './build/endpoint-calls.ts';
import { guides } from './build/guide.ts';
import { inlineScript } from './build/page-html.ts';
import { writePages } from './build/write-pages.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/**
 * The widgets speak Swedish, whatever the browser does. Else each page would begin with asking which languages
 * the browser can format dates in, a tenth of what its first view costs.
 */
const swedish: Plugin = {
  name: 'swedish',
  enforce: 'pre',
  resolveId(source, importer) {
    const isAsked = importer?.includes('/react-aria/') && /\/useDefaultLocale\.\w+$/.test(source);
    return isAsked ? join(import.meta.dirname, 'src/ui/default-locale.ts') : null;
  },
};

/**
 * Inlines `app/prefetch.ts` into each page. The file is written as well: the server hashes it for the page's policy,
 * and pages of an earlier release request it.
 */
const inlinePrefetch: Plugin = {
  name: 'inline-prefetch',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  // Not into the gallery.
  transformIndexHtml: {
    // Vite cannot bundle a script that is not a module.
    order: 'pre',
    handler: async (html, { path }) =>
      path === '/index.html' ? inlineScript(html, await minifyPrefetch()) : html,
  },
  async writeBundle({ dir = '' }) {
    await writeFile(join(dir, 'prefetch.js'), await minifyPrefetch());
  },
};

async function minifyPrefetch(): Promise<string> {
  const path = join(import.meta.dirname, 'src/app/prefetch.ts');
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path);
  return (await minify('prefetch.js', code)).code.trim();
}

/** Compresses what is text once, as hard as it goes, so that no request has to (`.br` and `.gz` beside each). */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const brotli = promisify(zlib.brotliCompress);
    const gzip = promisify(zlib.gzip);
    const texts = Object.keys(bundle).filter((file) => /\.(m?js|css|svg|wasm)$/.test(file));
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

/** The licences of what browsers are sent, which the build copies without their notices. */
const LICENSES = 'licenses.txt';

/** Vite lists the packages of scripts; the typeface is added. */
const fontLicense: Plugin = {
  name: 'font-license',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }) {
    const font = '@fontsource-variable/public-sans';
    const license = createRequire(import.meta.url).resolve(`${font}/LICENSE`);
    await appendFile(join(dir, LICENSES), `\n## ${font}\n\n${await readFile(license, 'utf8')}`);
  },
};

/** While pages are edited, a demo is entered as `npm start` has it: by the script of `demo/src/login`, through the proxy. */
const demoLogin: Plugin = {
  name: 'demo-login',
  apply: 'serve',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { path }) =>
      path !== '/index.html'
        ? []
        : [{ tag: 'script', attrs: { type: 'module', src: '/demo/login.js' }, injectTo: 'head' }],
  },
};

/**
 * A first view is put together from few files of like size: a browser asks for six at once, and each of many
 * small ones holds up a large one. Cut up by who else uses each module, a list was put together from 46 files.
 * A page, which is fetched by its name, is in none.
 */
const PARTS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'base', tags: ['$initial' as const] },
  {
    name: 'signed-in',
    test: /\/((users|companies|categories|stations)\/queries|shell\/(main-menu|personal-menu)|format\/\w+|bids\/bid-rules|auctions\/(damage-conditions|search-words)|sale\/release-code|src\/money|base\/(urls\/change-search|frame\/use-kept-open)|ui\/display\/map-link|ui\/(use-media|\w+\/(toast|empty-state|card|value-list|breadcrumb)))\.tsx?$|\/(bid-panel|end-line|connection-banner|breadcrumb|card|chip|choice|money|state|status-badge|value-list)\.module\.css|lucide-react.*icons\/(x|plus|search|refresh-cw|sliders-horizontal|search-x|chevron-(left|right)|wrench|puzzle|printer|image-off|arrow-down-up)\./,
  },
  // The rules of a condition are for forms only; other pages have its words.
  { name: 'condition-words', test: /auctions\/condition-words\.ts$/ },
  { name: 'panels', test: /auctions\/panels\.ts$/ },
  { name: 'condition', test: /auctions\/condition\.ts$/ },
  {
    name: 'sale',
    test: /\/(live\/use-live|bidding\/end-line|alerts\/alert-toggle|ui\/\w+\/(status-badge|money|choice-menu|copy-button|chip)|auctions\/(pictures|use-kept-picture|auction-missing)|sale\/winner-steps)\.tsx?$|useInfiniteQuery/,
  },
  // What comes to each page behind its first view, which was 35 files more; the first two are parts of some first views.
  { name: 'popover', test: /\/popover\.module\.css$/ },
  { name: 'device-setting', test: /ui\/device-setting\.ts$/ },
  { name: 'shortcuts', test: /shortcut-(keys|setting)\.tsx?$/ },
  {
    name: 'overlays',
    test: /ui\/(menu\/(menu-popover|choice-popover)|modal\/modal-window|feedback\/toast-region)\.tsx$|search\/search-button\.tsx$/,
  },
].map((part, index, { length }) => ({ ...part, priority: length - index }));

export default defineConfig({
  plugins: [
    { ...optimizeLocales.vite({ locales: ['sv-SE'] }), enforce: 'pre' },
    swedish,
    guides,
    react(),
    endpointCalls,
    inlinePrefetch,
    precompress,
    fontLicense,
    demoLogin,
  ],
  builder: {
    async buildApp({ build, environments }) {
      await build(environments.client!);
      await build(environments.ssr!);
      await writePages(join(import.meta.dirname, 'dist'));
    },
  },
  environments: {
    client: {
      build: {
        manifest: true,
        license: { fileName: LICENSES },
        rolldownOptions: { output: { codeSplitting: { groups: PARTS } } },
      },
    },
    // By this the server renders first views: one program with all that it needs.
    ssr: {
      // The server shows no document.
      resolve: { noExternal: true, external: ['pdfjs-dist'] },
      build: {
        outDir: 'dist/server',
        emptyOutDir: true,
        ssr: 'src/app/server.ts',
        copyPublicDir: false,
        minify: false,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    },
  },
  build: {
    // The content security policy has no data: for fonts and scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
