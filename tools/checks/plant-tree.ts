import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

/** Creates a folder with these files (path → text). It is removed when the test ends. */
export function plantTree(t: TestContext, files: Record<string, string>): string {
  const tree = mkdtempSync(join(tmpdir(), 'restvarde-checks-'));
  t.after(() => rmSync(tree, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
  return tree;
}
