import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SitePage } from '@restvarde/contract/first-view';

/** The pages that the web app's build listed; empty if none. */
export async function readPages(folder: string): Promise<SitePage[]> {
  try {
    return JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as SitePage[];
  } catch {
    return [];
  }
}

/** The page at a path. Literal segments go before parameters. */
export function findPage(pages: readonly SitePage[], path: string): SitePage | undefined {
  const parts = path.split('/');
  const fitting = pages.filter((page) => fits(page.path.split('/'), parts));
  return fitting.find((page) => page.path === path) ?? fitting[0];
}

/** The values of a page's parameters in a path, still encoded. */
export function paramsOf(page: SitePage, path: string): Record<string, string> {
  const parts = path.split('/');
  return Object.fromEntries(
    page.path
      .split('/')
      .flatMap((part, at) => (part.startsWith('$') ? [[part.slice(1), parts[at] ?? '']] : [])),
  );
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, at) => (part.startsWith('$') ? parts[at] !== '' : part === parts[at]))
  );
}
