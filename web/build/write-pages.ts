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
 * Writes what the built app is served from: `pages.json` lists every page of the routes, and each has its own
 * HTML, which names all that the page will ask for. What everybody sees at an address is rendered into it.
 */
export async function writePages(dist: string): Promise<void> {
  const program = await import(pathToFileURL(join(dist, 'server/server.js')).href);
  const { listPages, renderFirstView } = program.webApp as typeof webApp;
  const manifest = JSON.parse(
    await readFile(join(dist, '.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const entry = await readFile(join(dist, ENTRY), 'utf8');
  const entryFiles = filesOf(manifest, [ENTRY]);
  // In another, the largest text of a view would be smaller than it is behind it, and come up anew with the scripts.
  const typeface = manifest[ENTRY]?.assets?.filter((file) => /\/core-font-/.test(file)) ?? [];
  await mkdir(join(dist, 'pages'), { recursive: true });

  async function write(page: RoutedPage): Promise<SitePage> {
    const { path, view, isForEverybody, preloads, signedIn, ledTo, needs } = page;
    const files = [...filesOf(manifest, preloads)].filter((one) => !entryFiles.has(one));
    let html = addPreloads(entry, files);
    if (view !== null || isForEverybody) html = deferScripts(html);
    // What everybody sees waits for no script.
    if (view !== null && !isForEverybody) html = deferSheets(html);
    if (view !== null) {
      const styles = [...filesOf(manifest, ledTo)].filter((one) => one.endsWith('.css'));
      const lacking = new Set([...filesOf(manifest, signedIn), ...styles]).difference(entryFiles);
      html = markView(html, [...lacking, ...typeface]);
    }
    if (isForEverybody) {
      // What stands for any text does not show.
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
