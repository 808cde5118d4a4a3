import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, findHeadlessShell } from '../tools/test/browser.ts';
import { buildGallery } from './fixtures/gallery.ts';
import { BEHIND, prepareData } from './fixtures/product.ts';

/**
 * Runs once before all tests. Sets CHROMIUM_PATH and HEADLESS_SHELL_PATH, and PREPARED_DIR with the data that products
 * copy and the gallery. Returns a function that removes the folder.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  process.env.CHROMIUM_PATH ??= await findBrowser();
  process.env.HEADLESS_SHELL_PATH ??= findHeadlessShell() ?? process.env.CHROMIUM_PATH;
  // An installation has a self-signed certificate.
  if (BEHIND) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  const folder = await mkdtemp(join(tmpdir(), 'restvarde-prepared-'));
  await Promise.all([prepareData(join(folder, 'data')), buildGallery(join(folder, 'gallery'))]);
  process.env.PREPARED_DIR = folder;
  return () => rm(folder, { recursive: true, force: true });
}
