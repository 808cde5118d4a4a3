/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// How a page stands up to what people set their browsers to: larger text, wider spacing, forced colours,
// less motion, a finger in place of a mouse.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** The size of text that a browser is set to, and twice that: WCAG 1.4.4. */
const TEXT_PX = 16;
const LARGER_TEXT_PX = 32;
/** WCAG 1.4.12. */
const WIDER_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }
`;
const TOUCH_PX = 44;

/** Throws, naming all that does not hold. The page is left as it was. */
export async function assertHolds(page: Page): Promise<void> {
  const found: string[] = [];
  const path = new URL(page.url()).pathname;
  const look = async (under: string, see: () => Promise<string[]>) => {
    await page.evaluate(comeToRest);
    for (const finding of await see()) found.push(`${path}, ${under}: ${finding}`);
  };
  const { width = 1280, height = 900 } = page.viewportSize() ?? {};

  const session = await page.context().newCDPSession(page);
  const setText = (standard: number) =>
    session.send('Page.setFontSizes', { fontSizes: { standard } });
  await setText(LARGER_TEXT_PX);
  // A browser that is set so from the start; this one asks its media queries anew when it is resized.
  await page.setViewportSize({ width: width - 1, height });
  await page.setViewportSize({ width, height });
  await look('text twice as large', () => page.evaluate(findCutText));
  await look('text twice as large', () => page.evaluate(findSmallIcons, LARGER_TEXT_PX / TEXT_PX));
  await setText(TEXT_PX);
  for (const narrow of [320, 1280]) {
    await page.setViewportSize({ width: narrow, height });
    await withStyle(page, WIDER_SPACING, () =>
      look(`wider spacing at ${narrow} px`, () => page.evaluate(findCutText)),
    );
  }
  await page.emulateMedia({ forcedColors: 'active' });
  await look('forced colours', () => page.evaluate(findBorderless));
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
  await look('less motion', () => page.evaluate(findMotion));
  await page.emulateMedia({ reducedMotion: null });

  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.setViewportSize({ width: 360, height });
  await look('a finger', () => page.evaluate(findSmallTargets, TOUCH_PX));
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await session.detach();
  await page.setViewportSize({ width, height });
  assert.deepEqual(found, []);
}

/** Throws for what cuts its text under a person's own spacing, as in a dialog that is open. */
export async function assertSpacingHolds(page: Page): Promise<void> {
  await withStyle(page, WIDER_SPACING, async () =>
    assert.deepEqual(await page.evaluate(findCutText), []),
  );
}

/** Goes through the page by Tab; throws for a stop whose ring can't be seen, or that something lies over. */
export async function assertFocusSeen(page: Page, most = 60): Promise<void> {
  const found: string[] = [];
  const path = new URL(page.url()).pathname;
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let stops = 0; stops < most; stops += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(lookAtFocus);
    if (seen === null) break;
    if (seen !== '') found.push(`${path}: ${seen}`);
  }
  assert.deepEqual(found, []);
}

async function withStyle(page: Page, style: string, look: () => Promise<void>): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, style);
  await look();
  await page.evaluate(() => {
    document.adoptedStyleSheets.pop();
  });
}

/** Runs within the page: lets it answer to its new width. */
async function comeToRest(): Promise<void> {
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
}

/** Runs within the page: text that is cut off, that lies over other text, or that sticks out at the side. */
function findCutText(): string[] {
  const name = (element: Element) => `«${element.textContent?.trim().slice(0, 40)}»`;
  const found: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const out = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5,
    );
    found.push(`sticks out sideways: ${out.at(-1)?.className} ${name(out.at(-1) ?? root)}`);
  }
  const texts: { element: Element; rect: DOMRect }[] = [];
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (!hasText || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest('.visually-hidden, [aria-hidden=true], option')) continue;
    const { overflowX, overflowY, clipPath } = getComputedStyle(element);
    if (clipPath !== 'none') continue;
    const isCut =
      (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
      (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1);
    if (isCut) found.push(`${name(element)} is cut off`);
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      const { overflowX, position } = getComputedStyle(outer);
      if (position === 'fixed' || position === 'sticky') break;
      if (overflowX !== 'hidden' && overflowX !== 'clip') continue;
      const [inner, frame] = [element.getBoundingClientRect(), outer.getBoundingClientRect()];
      if (inner.right > frame.right + 1) found.push(`${name(element)} is cut off by its frame`);
    }
    let isAfloat = false;
    for (let outer: Element | null = element; outer; outer = outer.parentElement) {
      isAfloat ||= ['fixed', 'sticky', 'absolute'].includes(getComputedStyle(outer).position);
    }
    if (isAfloat) continue;
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) texts.push({ element, rect });
    }
  }
  for (const [index, { element, rect }] of texts.entries()) {
    for (const other of texts.slice(index + 1)) {
      if (element.contains(other.element) || other.element.contains(element)) continue;
      const wide = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left);
      const high = Math.min(rect.bottom, other.rect.bottom) - Math.max(rect.top, other.rect.top);
      // The boxes of lines reach a little over their letters.
      if (wide > 2 && high > 6) found.push(`${name(element)} lies over ${name(other.element)}`);
    }
  }
  return [...new Set(found)];
}

/** Runs within the page: controls and badges that nothing marks when the colours are the system's. */
function findBorderless(): string[] {
  const hasEdge = (element: Element | null): boolean => {
    if (element === null) return false;
    const { borderTopWidth, borderTopStyle, textDecorationLine } = getComputedStyle(element);
    return (
      (Number.parseFloat(borderTopWidth) >= 1 && borderTopStyle !== 'none') ||
      textDecorationLine.includes('underline')
    );
  };
  const controls = document.querySelectorAll(
    'button, [role=button], input:not([type=hidden]), textarea, select, [class*=_badge_]',
  );
  return [...controls].flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true })) return [];
    // What is drawn in place of the browser's own, or around it.
    if (control.closest('.visually-hidden, [aria-hidden=true], [hidden]')) return [];
    const mark = control.closest('label')?.querySelector('[class*=_mark_]') ?? null;
    const frame = control.parentElement;
    if ([control, mark, frame, frame?.parentElement ?? null].some(hasEdge)) return [];
    return [`${control.outerHTML.slice(0, 120)} has no edge`];
  });
}

/** Runs within the page: what moves for longer than a tenth of a second. */
function findMotion(): string[] {
  return document.getAnimations().flatMap((animation) => {
    const { activeDuration } = animation.effect?.getComputedTiming() ?? {};
    if (animation.playState !== 'running' || Number(activeDuration) <= 100) return [];
    const effect = animation.effect as KeyframeEffect;
    // What is there, and then is not, does not move.
    if (effect.getKeyframes().every(({ easing }) => easing.startsWith('steps(1'))) return [];
    const { target } = effect;
    return [`${target?.outerHTML.slice(0, 120)} moves`];
  });
}

/** Runs within the page: icons that do not grow with the text, by so much. */
function findSmallIcons(growth: number): string[] {
  return [...document.querySelectorAll('svg')].flatMap((icon) => {
    const { width } = icon.getBoundingClientRect();
    const said = Number(icon.getAttribute('width'));
    if (width === 0 || width >= said * growth - 0.5) return [];
    return [`${Math.round(width)} px: ${icon.outerHTML.slice(0, 120)}`];
  });
}

/** Runs within the page: what a finger does not hit. */
function findSmallTargets(least: number): string[] {
  const targets = document.querySelectorAll<HTMLElement>(
    'a[href], button, [role=button], select, input:not([type=hidden], [type=file]), textarea',
  );
  return [...targets].flatMap((target) => {
    if (!target.checkVisibility({ visibilityProperty: true })) return [];
    if (target.closest('[aria-hidden=true]')) return [];
    const isHidden = (element: Element) => getComputedStyle(element).clipPath === 'inset(50%)';
    const around = [target, target.parentElement, target.parentElement?.parentElement];
    if (!target.closest('label') && around.some((one) => one && isHidden(one))) return [];
    const box = target.closest('label') ?? target.closest('[class*=_control_]') ?? target;
    const { height, width } = box.getBoundingClientRect();
    const { display, lineHeight } = getComputedStyle(box);
    // In running text, and in a list of links, a line of it is enough.
    const isInText = display === 'inline';
    const high = isInText ? Math.max(height, Number.parseFloat(lineHeight)) : height;
    if (high >= (isInText ? 22 : least) - 0.5 && (isInText || width >= 24)) return [];
    return [`${Math.round(width)} × ${Math.round(high)} px: ${target.outerHTML.slice(0, 120)}`];
  });
}

/** Runs within the page: what is wrong with the sight of what has focus; '' for nothing, null at the end. */
async function lookAtFocus(): Promise<string | null> {
  // A header that was out of the way comes back.
  const passing = document.getAnimations().filter(({ effect }) => {
    return Number.isFinite(effect?.getComputedTiming().endTime);
  });
  await Promise.allSettled(passing.map((animation) => animation.finished));
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const isUnseen = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).clipPath === 'inset(50%)' || isUnseen(element.parentElement));
  const rings = [...document.querySelectorAll('*')].filter((element) => {
    const { outlineWidth, outlineStyle } = getComputedStyle(element);
    const isRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 3;
    return isRing && !isUnseen(element);
  });
  const drawn = [focused, focused.closest('label')?.querySelector('[class*=_mark_]') ?? null];
  for (let outer = focused.parentElement, up = 0; outer && up < 3; outer = outer.parentElement) {
    drawn.push(outer);
    up += 1;
  }
  const name = focused.outerHTML.slice(0, 120);
  if (!rings.some((element) => drawn.includes(element))) return `no ring around ${name}`;
  if (rings.length > 1) return `${rings.length} rings around ${name}`;
  const box = (focused.closest('label') ?? focused).getBoundingClientRect();
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
  const top = document.elementFromPoint(...middle);
  const label = focused.closest('label');
  const isFree =
    top !== null && (focused.contains(top) || top.contains(focused) || label?.contains(top));
  return isFree ? '' : `${name} is covered by ${top?.outerHTML.slice(0, 120)}`;
}
