import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SitePage } from '@restvarde/contract/first-view';
import type { webApp } from '../src/app/server.ts';
import type { RoutedPage } from '../src/app/site-pages.ts';
import { filesOf, type Manifest } from './manifest.ts';
import { addFirstView, addPreloads, deferScripts, deferSheets, markView } from './page-html.ts';

const ENTRY = 'index.html';

/**
 * Writes the files that the built app is served from: `pages.json` with every page of the routes, and the HTML of
 * each page with its preloads and its public view.
 */
export async function writePages(dist: string): Promise<void> {
  const program = await import(pathToFileURL(join(dist, 'server/server.js')).href);
  const { listPages, renderFirstView } = program.webApp as typeof webApp;
  const manifest = JSON.parse(
    await readFile(join(dist, '.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const entry = await readFile(join(dist, ENTRY), 'utf8');
  const entryFiles = filesOf(manifest, [ENTRY]);
  // Preloaded with the view. With a fallback font its largest text would change size when the scripts load these, and
  // the largest contentful paint would be measured then.
  const fonts = manifest[ENTRY]?.assets?.filter((file) => /\/core-font-/.test(file)) ?? [];
  await mkdir(join(dist, 'pages'), { recursive: true });

  async function write(page: RoutedPage): Promise<SitePage> {
    const { path, view, isForEverybody, preloads, signedIn, redirectTarget, needs } = page;
    const files = [...filesOf(manifest, preloads)].filter((one) => !entryFiles.has(one));
    let html = addPreloads(entry, files);
    if (view !== null || isForEverybody) html = deferScripts(html);
    // A public view must not depend on a script for its style sheets.
    if (view !== null && !isForEverybody) html = deferSheets(html);
    if (view !== null) {
      const styles = [...filesOf(manifest, redirectTarget)].filter((one) => one.endsWith('.css'));
      const lacking = new Set([...filesOf(manifest, signedIn), ...styles]).difference(entryFiles);
      html = markView(html, [...lacking, ...fonts]);
    }
    if (isForEverybody) {
      // Remove the placeholders of path parameters.
      const example = path.replaceAll('$', '');
      const rendered = await renderFirstView({ path: example, width: 0, answers: null });
      if (!rendered?.html) throw new Error(`${path} could not be rendered.`);
      html = addFirstView(html, rendered.html);
    }
    const file = `pages/${path.slice(1).replaceAll('$', '').replaceAll('/', '.') || 'home'}.html`;
    await writeFile(join(dist, file), html);
    return { path, file, view, needs };
  }

  const pages: SitePage[] = [];
  for (const page of listPages()) pages.push(await write(page));
  await writeFile(join(dist, 'pages.json'), JSON.stringify(pages));
}
