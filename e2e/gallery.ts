import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { freePort } from './free-port.ts';

const ROOT = join(import.meta.dirname, '../web');

/** What the product's pages are held to: a widget that breaks it would break there. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
  "font-src 'self'; connect-src 'self'; require-trusted-types-for 'script'";

/** The developers' gallery of widgets, built as the product is, and served. */
export interface Gallery {
  url: string;
  stop(): Promise<void>;
}

/** Builds the gallery into a folder of its own. Stop it in `after`. */
export async function startGallery(): Promise<Gallery> {
  const outDir = await mkdtemp(join(tmpdir(), 'restvarde-gallery-'));
  const shared = { root: ROOT, logLevel: 'warn' as const };
  const input = join(ROOT, 'gallery.html');
  await build({ ...shared, build: { outDir, emptyOutDir: true, rolldownOptions: { input } } });
  const port = await freePort();
  const server = await preview({
    ...shared,
    build: { outDir },
    preview: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      headers: { 'content-security-policy': POLICY },
    },
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
