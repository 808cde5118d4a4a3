import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

function readColours(scheme: 0 | 1): Map<string, string> {
  const colours = new Map<string, string>();
  const hex = '(#[0-9a-f]{6})';
  for (const [, name = '', ...pair] of css.matchAll(
    new RegExp(`--([\\w-]+): light-dark\\(${hex}, ${hex}\\);`, 'g'),
  )) {
    colours.set(name, pair[scheme] ?? '');
  }
  for (const [, name = '', colour = ''] of css.matchAll(new RegExp(`--([\\w-]+): ${hex};`, 'g'))) {
    colours.set(name, colour);
  }
  return colours;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['bg', 'surface', 'raised', 'sunken'];
const TONES = ['danger', 'success', 'warn', 'info', 'ended'];

/** Foregrounds, backgrounds and their minimum contrast. */
const PAIRS: [least: number, what: string[], grounds: string[]][] = [
  [4.8, ['ink', 'ink-2', 'ink-3', 'primary', 'primary-hover'], GROUNDS],
  [4.8, ['danger'], ['bg', 'surface', 'raised']],
  [4.8, ['ink', 'ink-2', 'primary', 'primary-hover'], ['primary-soft']],
  [4.8, ['on-primary'], ['primary', 'primary-hover']],
  [4.8, ['on-danger'], ['danger', 'danger-hover']],
  [4.8, ['on-accent'], ['accent']],
  // The text of a toast, whose colours are inverted.
  [4.8, ['bg'], ['ink']],
  ...TONES.map((tone): [number, string[], string[]] => [4.8, [`${tone}-ink`], [`${tone}-soft`]]),
  // Placeholders.
  [4.5, ['ink-3'], ['surface']],
  // Borders of controls, message icons and the focus ring.
  [3.4, ['line-strong', 'focus', 'primary', 'danger'], ['bg', 'surface', 'raised']],
  ...TONES.map((tone): [number, string[], string[]] => [3.4, [tone], [`${tone}-soft`, 'surface']]),
];

for (const [scheme, name] of [
  [0, 'light'],
  [1, 'dark'],
] as const) {
  test(`every colour of the ${name} scheme contrasts with its background`, () => {
    const colours = readColours(scheme);
    const poor = PAIRS.flatMap(([least, what, grounds]) =>
      what.flatMap((front) =>
        grounds.flatMap((ground) => {
          const [one, other] = [colours.get(front), colours.get(ground)];
          assert.ok(one && other, `--${one ? ground : front} is not a colour of tokens.css`);
          const ratio = contrast(one, other);
          return ratio < least ? [`--${front} on --${ground}: ${ratio.toFixed(2)} < ${least}`] : [];
        }),
      ),
    );
    assert.deepEqual(poor, []);
  });
}

test('contrast is calculated as in WCAG', () => {
  assert.equal(contrast('#ffffff', '#000000').toFixed(1), '21.0');
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
});
