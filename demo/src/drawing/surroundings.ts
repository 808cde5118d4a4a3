import { between, makeRandom, noise, type Random } from '../random.ts';
import { gradient, rect } from './backdrop-shapes.ts';
import { WIDTH } from './camera.ts';
import { blend, hexOf, type Light, type Rgb, times } from './paint.ts';

/** Three rows of spruce, the farther the paler. */
export function drawTrees(light: Light, y: number, m: number, seed: number, snowy = false): string {
  const rows = [
    { height: 4.4, wide: 1.1, haze: 0.55, base: [66, 88, 78] as Rgb },
    { height: 3.3, wide: 1.3, haze: 0.28, base: [44, 66, 50] as Rgb },
    { height: 1.7, wide: 1.6, haze: 0.1, base: [38, 56, 36] as Rgb },
  ];
  return rows
    .map((row, i) => {
      const random = makeRandom(Math.round(seed * 100) + i * 57);
      const points: string[] = [`0 ${y + 3}`];
      for (let x = -m; x < WIDTH + m; ) {
        const wide = m * row.wide * between(random, 0.5, 1.1);
        const swell = 1 + noise((x / m) * 0.16 + seed, i * 7) * 0.3;
        const high = m * row.height * 0.62 * between(random, 0.68, 1.12) * swell;
        const foot = y - high * between(random, 0.3, 0.55);
        const steps = 4;
        for (let k = 0; k <= steps; k++) points.push(...bough(x, wide, foot, y - high, k / steps));
        for (let k = steps - 1; k >= 0; k--)
          points.push(...bough(x + wide, -wide, foot, y - high, k / steps).reverse());
        x += wide * between(random, 0.55, 0.95);
      }
      points.push(`${WIDTH} ${y + 3}`);
      const base = snowy ? blend(row.base, [226, 232, 238], 0.3) : row.base;
      const colour = times(blend(base, light.horizon, row.haze), light.level * 0.96);
      return `<path d="M${points.join(' ')}z" fill="${hexOf(colour)}"/>`;
    })
    .join('');
}

function bough(x: number, wide: number, foot: number, top: number, k: number): string[] {
  const [cx, cy] = [x + wide * 0.5 * k, foot + (top - foot) * k];
  const notch = wide * 0.07 * (1 - k);
  return [`${cx.toFixed(1)} ${cy.toFixed(1)}`, `${(cx + notch).toFixed(1)} ${(cy - 1).toFixed(1)}`];
}

/** A fence of wire netting. */
export function drawFence(light: Light, y: number, m: number, random: Random): string {
  const top = y - m * 1.15;
  const foot = y + m * 0.42;
  const lines: string[] = [];
  const step = m * 0.16;
  for (let x = -WIDTH * 0.1; x < WIDTH * 1.1; x += step) {
    lines.push(
      `M${x.toFixed(1)} ${foot.toFixed(1)}l${(foot - top).toFixed(1)} ${(top - foot).toFixed(1)}`,
    );
    lines.push(
      `M${x.toFixed(1)} ${top.toFixed(1)}l${(foot - top).toFixed(1)} ${(foot - top).toFixed(1)}`,
    );
  }
  const grey = hexOf(times(blend([128, 136, 140], light.horizon, 0.2), light.level));
  const parts = [
    `<path d="${lines.join('')}" stroke="${grey}" stroke-opacity=".5" stroke-width="1.1" fill="none"/>`,
    rect(0, top - 3, WIDTH, 4, grey),
  ];
  for (let x = between(random, -m, m); x < WIDTH + m; x += m * 2.6) {
    parts.push(rect(x, top - m * 0.12, m * 0.08, foot - top + m * 0.14, grey));
    parts.push(
      rect(x, top - m * 0.12, m * 0.025, foot - top + m * 0.14, '#fff', 'fill-opacity=".35"'),
    );
  }
  return parts.join('');
}

/** An industrial building with gates. */
export function drawWorks(light: Light, y: number, m: number, random: Random): string {
  const walls: Rgb[] = [
    [186, 190, 190],
    [142, 66, 54],
    [96, 112, 124],
    [206, 198, 176],
  ];
  const wall = times(
    blend(walls[Math.floor(random() * walls.length)]!, light.horizon, 0.18),
    light.level,
  );
  const height = m * between(random, 5, 6.5);
  const x0 = -m * between(random, 0, 14);
  const width = m * between(random, 36, 60);
  const parts = [
    `<defs>${gradient('wall', [
      [0, times(wall, 1.05)],
      [1, times(wall, 0.84)],
    ])}</defs>`,
    rect(x0, y - height, width, height + 3, 'url(#wall)'),
  ];
  for (let x = x0; x < x0 + width; x += m * 0.4) {
    parts.push(rect(x, y - height, m * 0.05, height, '#000', 'fill-opacity=".07"'));
  }
  parts.push(rect(x0, y - height - m * 0.25, width, m * 0.3, hexOf(times(wall, 0.55))));
  const gate = hexOf(times(blend(wall, [240, 240, 238], 0.55), 0.95));
  for (let x = x0 + m * 2.5; x < x0 + width - m * 5; x += m * 6.6) {
    const h = m * 3.6;
    parts.push(
      rect(x - m * 0.14, y - h - m * 0.14, m * 4.28, h + m * 0.14, hexOf(times(wall, 0.5))),
    );
    parts.push(rect(x, y - h, m * 4, h, gate));
    for (let k = 1; k < 6; k++)
      parts.push(rect(x, y - (h * k) / 6, m * 4, 2, '#000', 'fill-opacity=".2"'));
    for (let k = 0; k < 4; k++)
      parts.push(rect(x + m * (0.3 + k * 0.92), y - h * 0.8, m * 0.62, h * 0.11, '#46535c'));
    parts.push(rect(x + m * 4.6, y - m * 4.6, m * 1.2, m * 0.7, '#4d5a63'));
  }
  parts.push(rect(0, y - m * 0.12, WIDTH, m * 0.2, '#000', 'fill-opacity=".25"'));
  return parts.join('');
}

/** Stacked containers. */
export function drawContainers(light: Light, y: number, m: number, random: Random): string {
  const colours: Rgb[] = [
    [152, 62, 44],
    [42, 86, 122],
    [66, 106, 80],
    [176, 140, 58],
    [122, 128, 132],
    [98, 52, 62],
  ];
  const parts: string[] = [];
  const high = m * 2.3;
  for (let x = -m * between(random, 0, 6); x < WIDTH; ) {
    const w = m * (random() < 0.5 ? 5.6 : 10.5);
    const stack = 1 + Math.floor(random() * 3);
    for (let k = 0; k < stack; k++) {
      const c = times(
        blend(colours[Math.floor(random() * colours.length)]!, light.horizon, 0.28),
        light.level,
      );
      const top = y - high * (k + 1);
      parts.push(rect(x, top, w, high, hexOf(c)));
      for (let r = x + m * 0.2; r < x + w - m * 0.1; r += m * 0.34)
        parts.push(rect(r, top + 3, m * 0.14, high - 6, '#000', 'fill-opacity=".12"'));
      parts.push(
        rect(x, top, w, 3, '#fff', 'fill-opacity=".25"'),
        rect(x, top + high - 3, w, 3, '#000', 'fill-opacity=".35"'),
      );
    }
    x += w + m * between(random, 0.1, 2.4);
  }
  parts.push(rect(0, y - m * 0.1, WIDTH, m * 0.18, '#000', 'fill-opacity=".3"'));
  return parts.join('');
}
