import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const STYLES = join(import.meta.dirname, '../src/ui/styles/fonts.css');
const WHOLE = '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2';
const CORE = 'core-font.woff2';

/**
 * Builds `core-font.woff2`: the typeface with only the letters and weights that its `@font-face` declares. The first
 * view waits for it on a slow connection.
 */
export const coreFont: Plugin = {
  name: 'core-font',
  async config() {
    const path = join(import.meta.dirname, '../../node_modules/.cache', CORE);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await makeCoreFont());
    return { resolve: { alias: { [CORE]: path } } };
  },
};

/** Returns the font as WOFF2. Throws if the style sheet has no such face. */
async function makeCoreFont(): Promise<Buffer> {
  const whole = await readFile(createRequire(import.meta.url).resolve(WHOLE));
  const { letters, weights } = readCoreFace(await readFile(STYLES, 'utf8'));
  return subsetFont(whole, letters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  });
}

/** Reads the letters (`unicode-range`) and the range of weights from the style sheet. */
function readCoreFace(styles: string) {
  const face = styles.split('@font-face').find((one) => one.includes(CORE));
  const range = face?.match(/unicode-range:\s*([^;]+);/)?.[1];
  const weights = face?.match(/font-weight:\s*(\d+) (\d+);/);
  if (!range || !weights)
    throw new Error(`fonts.css has no face of ${CORE} with weights and range.`);
  const letters = range.split(',').flatMap((one) => {
    const [from = 0, to = from] = one
      .split('-')
      .map((code) => Number.parseInt(code.replace(/\s*U\+/, ''), 16));
    return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
  });
  return {
    letters: letters.join(''),
    weights: { min: Number(weights[1]), max: Number(weights[2]) },
  };
}
