import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { create, type Font } from 'fontkit';
import { unpackWoff } from './woff.ts';

const FILE = '@fontsource/public-sans/files/public-sans-latin-400-normal.woff';

test('a WOFF file is unpacked into a font with the same glyphs, and with aligned tables', () => {
  const woff = readFileSync(createRequire(import.meta.url).resolve(FILE));
  const sfnt = unpackWoff(woff);
  const [packed, unpacked] = [woff, sfnt].map((file) => create(file) as Font);
  assert.equal(sfnt.length, woff.readUInt32BE(16), 'as long as the WOFF header says');
  for (const text of ['Räkmacka 12 500 kr', 'AVTo fi']) {
    const [before, after] = [packed, unpacked].map((font) =>
      font!
        .layout(text)
        .glyphs.map(({ id, advanceWidth, path }) => [id, advanceWidth, path.toSVG()]),
    );
    assert.deepEqual(after, before);
  }
});
