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
    // What every page needs is one file: cut up by who else uses it, it came to 5 KB more when compressed.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] } },
    },
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
