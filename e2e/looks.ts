/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** A width of the window and a colour scheme. */
export type Look = { width: number; colorScheme: 'light' | 'dark' };

export const LOOKS: readonly Look[] = [
  { width: 320, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light' },
  { width: 768, colorScheme: 'light' },
  { width: 768, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
];
/** For what lies over a page that has been looked at, or is it in another state. */
export const TWO_LOOKS: readonly Look[] = [
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
];

/** What the colours alone decide: a scheme changes nothing else. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

interface Seen {
  findings: string[];
  /** So many pixels of the page stick out at its side. */
  overflow: number;
}

/** Throws when axe finds anything on the page as it stands, or it scrolls sideways, in any of the looks. */
export async function assertAccessible(page: Page, looks: readonly Look[] = LOOKS): Promise<void> {
  const found: string[] = [];
  // By the tools of a developer, which the page's policy does not reach.
  if (await page.evaluate(() => !('axe' in globalThis))) {
    await page.evaluate(await readFile(AXE, 'utf8'));
  }
  const widths = new Set<number>();
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const rules = widths.has(width) ? OF_COLOURS : null;
    widths.add(width);
    const { findings, overflow } = await page.evaluate(inspect, rules);
    const at = `${new URL(page.url()).pathname} at ${width} px, ${colorScheme}`;
    for (const finding of findings) found.push(`${at}: ${finding}`);
    if (overflow > 0) found.push(`${at}: sticks out sideways by ${overflow} px`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  assert.deepEqual(found, []);
}

/** Runs within the page, once it has come to rest: all of axe's rules unless some are named. */
async function inspect(rules: string[] | null): Promise<Seen> {
  const { axe } = globalThis as unknown as { axe: typeof Axe };
  const root = document.documentElement;
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  const passing = document.getAnimations().filter(({ effect }) => {
    return Number.isFinite(effect?.getComputedTiming().endTime);
  });
  await Promise.allSettled(passing.map((animation) => animation.finished));
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
  });
  return {
    findings: violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
    overflow: root.scrollWidth - root.clientWidth,
  };
}
