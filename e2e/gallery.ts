import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { freePort } from './free-port.ts';

const ROOT = join(import.meta.dirname, '../web');
const SHARED = { root: ROOT, logLevel: 'warn' as const };

/** What the product's pages are held to: a widget that breaks it would break there. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
  "font-src 'self'; connect-src 'self'; require-trusted-types-for 'script'";

/** The developers' gallery of widgets, built as the product is, and served. */
export interface Gallery {
  url: string;
  stop(): Promise<void>;
}

/** Serves the gallery that is in PREPARED_DIR, or builds one into a folder of its own. Stop it in `after`. */
export async function startGallery(): Promise<Gallery> {
  const prepared = process.env.PREPARED_DIR;
  const outDir = prepared
    ? join(prepared, 'gallery')
    : await mkdtemp(join(tmpdir(), 'restvarde-gallery-'));
  if (!prepared) await buildGallery(outDir);
  const port = await freePort();
  const server = await preview({
    ...SHARED,
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
      if (!prepared) await rm(outDir, { recursive: true, force: true });
    },
  };
}

/** Builds it into a folder. */
export async function buildGallery(outDir: string): Promise<void> {
  const input = join(ROOT, 'gallery.html');
  await build({ ...SHARED, build: { outDir, emptyOutDir: true, rolldownOptions: { input } } });
}
