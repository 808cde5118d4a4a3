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
 * Sets the widgets to Swedish. Otherwise each page would first query the browser's languages, which takes a tenth of
 * its first view.
 */
const swedish: Plugin = {
  name: 'swedish',
  enforce: 'pre',
  resolveId(source, importer) {
    const isImported =
      importer?.includes('/react-aria/') && /\/useDefaultLocale\.\w+$/.test(source);
    return isImported ? join(import.meta.dirname, 'src/ui/default-locale.ts') : null;
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
  // The gallery does not need it.
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

/** Compresses text files at the highest level once, so that no request has to (`.br` and `.gz`). */
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

/** The licences of packages whose code is sent to browsers. The build removes their notices from the code. */
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

/** In development, adds the demo's login buttons by the script of `demo/src/login`, through the proxy. */
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
 * A first view loads few files of similar size, because a browser requests six at once and many small files delay a
 * large one. Without these groups a list loads 46 files. Pages are in no group, because they are loaded by name.
 */
const PARTS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'base', tags: ['$initial' as const] },
  // What only forms need of the contract. What these modules import stays where the pages need it.
  {
    name: 'settings',
    test: /contract\/src\/.*(company-settings|bid-ladder|booking-hours|dismantlers|working-days)\.ts$/,
    includeDependenciesRecursively: false,
  },
  { name: 'media', test: /contract\/src\/media\.ts$/, includeDependenciesRecursively: false },
  {
    name: 'signed-in',
    test: /\/((users|companies|categories|stations)\/queries|shell\/(main-menu|personal-menu)|format\/\w+|bids\/bid-rules|auctions\/(damage-conditions|search-words)|sale\/release-code|src\/money|base\/(urls\/change-search|frame\/use-kept-open)|ui\/display\/map-link|ui\/(use-media|\w+\/(toast|empty-state|card|value-list|breadcrumb)))\.tsx?$|\/(bid-panel|end-line|connection-banner|breadcrumb|card|chip|choice|money|state|status-badge|value-list)\.module\.css|lucide-react.*icons\/(x|plus|search|refresh-cw|sliders-horizontal|search-x|chevron-(left|right)|wrench|puzzle|printer|image-off|arrow-down-up)\./,
  },
  // Only forms need the rules of a condition. Other pages need its words.
  { name: 'condition-words', test: /auctions\/condition-words\.ts$/ },
  { name: 'panels', test: /auctions\/panels\.ts$/ },
  { name: 'condition', test: /auctions\/condition\.ts$/ },
  // A form has the fields of an auction, and nothing else of what shows one.
  {
    name: 'fields',
    test: /auctions\/(fields|image-views|auction|list-auctions|list-key)\.ts$|button\/copy-button\.tsx$/,
  },
  {
    name: 'sale',
    test: /\/(live\/use-live|bidding\/end-line|alerts\/alert-toggle|ui\/\w+\/(status-badge|money|choice-menu|copy-button|chip)|auctions\/(pictures|use-kept-picture|auction-missing)|sale\/winner-steps)\.tsx?$|useInfiniteQuery/,
  },
  // Loaded by each page after its first view; 35 files without groups. The first two are parts of some first views.
  // The server renders the drop zone before the script of the form's pictures is there.
  { name: 'popover', test: /\/(popover|file-drop)\.module\.css$/ },
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
        rolldownOptions: {
          output: { codeSplitting: { groups: PARTS } },
          // Reading a property does nothing else in our code and our packages.
          treeshake: { propertyReadSideEffects: false },
        },
      },
    },
    // One program with all its dependencies, by which the server renders first views.
    ssr: {
      // The server renders no documents.
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
    // The content security policy forbids `data:` for fonts and scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Only routes preload their imports. The imports of dialogs and other lazy parts are mostly loaded already, and
      // checking each of them took a tenth of the scripts' time in a first view.
      resolveDependencies: (_file, parts, { hostId }) =>
        /\/index-[^/]*\.js$/.test(hostId) ? parts : [],
    },
    // These support light-dark(). For older ones each colour would become two variables.
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
