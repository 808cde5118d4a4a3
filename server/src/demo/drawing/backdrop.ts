import { type Camera, HEIGHT, type Point, project, WIDTH } from './camera.ts';
import type { Hour } from './light.ts';
import { blend, hexOf, type Light, type Rgb, times } from './paint.ts';
import { between, makeRandom, noise, type Random } from './random.ts';
import type { Vec } from './vectors.ts';

export type Place = 'fence' | 'forest' | 'works' | 'harbour' | 'hall' | 'snow';

const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w.toFixed(1)}" height="${h.toFixed(1)}" fill="${fill}" ${more}/>`;

const gradient = (id: string, stops: readonly (readonly [number, Rgb])[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.map(([at, c]) => `<stop offset="${at}" stop-color="${hexOf(c)}"/>`).join('')}</linearGradient>`;

/** What lies behind and under the vehicle. `turn` moves the surroundings as the camera goes round. */
export function drawBackdrop(
  camera: Camera,
  light: Light,
  place: Place,
  hour: Hour,
  seed: number,
  turn: number,
): string {
  const random = makeRandom(seed * 31 + Math.round(turn));
  const y = camera.cy;
  if (place === 'hall') return drawHall(camera, light, random);
  const parts = [drawSky(light, y, hour, random)];
  // Pixels a metre takes thirty metres away: the surroundings stand about there.
  const m = Math.max(14, camera.focal / 34);
  if (place === 'works')
    parts.push(drawTrees(light, y, m * 1.1, seed + 7), drawWorks(light, y, m, random));
  else if (place === 'harbour') parts.push(drawContainers(light, y, m, random));
  else
    parts.push(
      drawTrees(light, y, m * (place === 'forest' ? 2 : 1.3), seed + turn * 0.01, place === 'snow'),
    );
  parts.push(drawGround(camera, light, place, random));
  if (place === 'fence') parts.push(drawFence(light, y, m * 1.3, random));
  return parts.join('');
}

function drawSky(light: Light, y: number, hour: Hour, random: Random): string {
  const parts = [
    `<defs>${gradient('sky', [
      [0, light.zenith],
      [0.75, blend(light.zenith, light.horizon, 0.8)],
      [1, light.horizon],
    ])}<radialGradient id="cloud"><stop offset="0" stop-color="#fff" stop-opacity=".75"/><stop offset=".5" stop-color="#fff" stop-opacity=".32"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>`,
    rect(0, 0, WIDTH, y + 2, 'url(#sky)'),
  ];
  const count = hour === 'overcast' ? 6 : 4;
  const strength = hour === 'overcast' ? 0.5 : 0.75;
  for (let i = 0; i < count; i++) {
    const [cx, cy] = [between(random, -100, WIDTH + 100), y * between(random, 0.05, 0.8)];
    for (let k = 0; k < 3; k++) {
      const rx = between(random, 100, 250);
      parts.push(
        `<ellipse cx="${(cx + between(random, -150, 150)).toFixed()}" cy="${(cy + between(random, -14, 14)).toFixed()}" rx="${rx.toFixed()}" ry="${(rx * between(random, 0.12, 0.26)).toFixed()}" fill="url(#cloud)" opacity="${strength}"/>`,
      );
    }
  }
  return parts.join('');
}

/** Three rows of spruce, the farther the paler. */
function drawTrees(light: Light, y: number, m: number, seed: number, snowy = false): string {
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

function drawFence(light: Light, y: number, m: number, random: Random): string {
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

function drawWorks(light: Light, y: number, m: number, random: Random): string {
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

function drawContainers(light: Light, y: number, m: number, random: Random): string {
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

function drawGround(camera: Camera, light: Light, place: Place, random: Random): string {
  const y = camera.cy;
  const near: Rgb =
    place === 'forest' ? [138, 128, 112] : place === 'snow' ? [222, 228, 234] : [122, 123, 122];
  const tone = times(near, light.level * 0.95);
  const parts = [
    `<defs>${gradient('ground', [
      [0, blend(tone, light.horizon, 0.38)],
      [0.3, blend(tone, light.horizon, 0.12)],
      [1, times(tone, 0.92)],
    ])}</defs>`,
    rect(0, y, WIDTH, HEIGHT - y + 1, 'url(#ground)'),
  ];
  if (place === 'forest' || place === 'fence') {
    const grass = hexOf(times([98, 108, 66], light.level * 0.9));
    const edge: string[] = [`0 ${y}`];
    const deep = (HEIGHT - y) * 0.09;
    for (let x = 0; x <= WIDTH; x += 9)
      edge.push(
        `${x} ${(y + deep * (0.75 + noise(x * 0.02, 3) * 0.2 + noise(x * 0.15, 8) * 0.16)).toFixed(1)}`,
      );
    parts.push(`<path d="M${edge.join(' ')} ${WIDTH} ${y}z" fill="${grass}"/>`);
  }
  parts.push(drawGrit(camera, place, random));
  if (place === 'works' || place === 'harbour') parts.push(drawStripes(camera, random));
  if (place !== 'snow') parts.push(drawPuddles(camera, light, random));
  return parts.join('');
}

/** Stones, specks and patches, smaller towards the horizon. */
function drawGrit(camera: Camera, place: Place, random: Random): string {
  const count = place === 'forest' ? 520 : place === 'snow' ? 200 : 260;
  const darks: string[] = [];
  const lights: string[] = [];
  const y0 = camera.cy;
  for (let i = 0; i < count; i++) {
    const depth = random() ** 0.6;
    const x = random() * WIDTH;
    const y = y0 + 14 + (HEIGHT - y0) * depth;
    const r = (place === 'forest' ? 5.5 : 3) * (0.25 + depth) * between(random, 0.35, 1);
    const speck = `M${(x - r).toFixed(1)} ${y.toFixed(1)}q${r.toFixed(1)} ${(-r * 0.8).toFixed(1)} ${(2 * r).toFixed(1)} 0q${(-r).toFixed(1)} ${(r * 0.6).toFixed(1)} ${(-2 * r).toFixed(1)} 0z`;
    (random() < 0.5 ? darks : lights).push(speck);
  }
  const patches: string[] = [];
  for (let i = 0; i < 7; i++) {
    const depth = random();
    const rx = between(random, 120, 420) * (0.3 + depth);
    patches.push(
      `<ellipse cx="${(random() * WIDTH).toFixed()}" cy="${(y0 + 20 + (HEIGHT - y0) * depth).toFixed()}" rx="${rx.toFixed()}" ry="${(rx * 0.09).toFixed()}" fill="${random() < 0.5 ? '#000' : '#fff'}" fill-opacity=".045"/>`,
    );
  }
  return `${patches.join('')}<path d="${darks.join('')}" fill="#000" fill-opacity=".2"/><path d="${lights.join('')}" fill="#fff" fill-opacity="${place === 'snow' ? 0.7 : 0.16}"/>`;
}

function drawStripes(camera: Camera, random: Random): string {
  const lines: string[] = [];
  const angle = between(random, -0.5, 0.5);
  const turned = (x: number, y: number): Vec => [
    x * Math.cos(angle) - y * Math.sin(angle),
    x * Math.sin(angle) + y * Math.cos(angle),
    0,
  ];
  for (const y of [-4.2, -1.6, 1.6, 4.2]) {
    const ring: Point[] = [
      [-3, y - 0.05],
      [-3, y + 0.05],
      [2.6, y + 0.05],
      [2.6, y - 0.05],
    ].map(([a, b]) => project(camera, turned(a!, b!)));
    if (ring.every((p) => Math.abs(p[0]) < 6000 && p[1] < 4000)) lines.push(`M${ring.join(' ')}z`);
  }
  return `<path d="${lines.join('')}" fill="#f3f1e6" fill-opacity=".5"/>`;
}

function drawPuddles(camera: Camera, light: Light, random: Random): string {
  const parts: string[] = [];
  for (let i = 0; i < 2; i++) {
    const depth = between(random, 0.12, 0.9);
    const rx = between(random, 60, 190) * (0.35 + depth);
    const [cx, cy] = [random() * WIDTH, camera.cy + (HEIGHT - camera.cy) * depth];
    const points: string[] = [];
    for (let k = 0; k < 20; k++) {
      const a = (k * Math.PI) / 10;
      const r = 1 + noise(k * 1.7, cx) * 0.25;
      points.push(
        `${(cx + rx * r * Math.cos(a)).toFixed(1)} ${(cy + rx * 0.13 * r * Math.sin(a)).toFixed(1)}`,
      );
    }
    parts.push(
      `<path d="M${points.join(' ')}z" fill="${hexOf(blend(light.horizon, light.zenith, 0.5))}" fill-opacity=".33" stroke="#000" stroke-opacity=".12" stroke-width="3" stroke-linejoin="round"/>`,
    );
  }
  return parts.join('');
}

function drawHall(camera: Camera, light: Light, random: Random): string {
  const y = camera.cy;
  const m = Math.max(40, camera.focal / 13);
  const foot = y + m * 1.35;
  const wall = times([214, 216, 212], light.level * 0.9);
  const paint: Rgb[] = [
    [36, 78, 112],
    [164, 58, 44],
    [74, 98, 78],
  ];
  const band = hexOf(paint[Math.floor(random() * paint.length)]!);
  const parts = [
    `<defs>${gradient('wall', [
      [0, times(wall, 0.62)],
      [0.4, times(wall, 0.95)],
      [1, times(wall, 0.82)],
    ])}${gradient('ground', [
      [0, [122, 126, 128]],
      [0.35, [150, 154, 155]],
      [1, [108, 112, 114]],
    ])}</defs>`,
    rect(0, 0, WIDTH, foot + 1, 'url(#wall)'),
    rect(0, foot - m * 1.5, WIDTH, m * 1.5, band, 'fill-opacity=".82"'),
    rect(0, foot - m * 1.54, WIDTH, m * 0.05, '#fff', 'fill-opacity=".5"'),
  ];
  for (let x = between(random, 0, m * 2); x < WIDTH; x += m * 2.2)
    parts.push(rect(x, 0, 3, foot, '#000', 'fill-opacity=".1"'));
  const gate = between(random, -2, 6) * m;
  parts.push(
    rect(gate - 8, foot - m * 3.9, m * 4.2 + 16, m * 3.9, '#33383b'),
    rect(gate, foot - m * 3.82, m * 4.2, m * 3.82, '#c4cacd'),
  );
  for (let k = 1; k < 6; k++)
    parts.push(rect(gate, foot - (m * 3.82 * k) / 6, m * 4.2, 3, '#000', 'fill-opacity=".22"'));
  for (let k = 0; k < 4; k++)
    parts.push(rect(gate + m * (0.22 + k * 1.0), foot - m * 2.95, m * 0.76, m * 0.42, '#e9f2f7'));
  for (const side of [between(random, 0.02, 0.18), between(random, 0.72, 0.92)]) {
    const x = side * WIDTH;
    parts.push(rect(x, foot - m * 1.3, m * 1.1, m * 1.3, '#8f1f1d'));
    for (let k = 0; k < 5; k++)
      parts.push(
        rect(x + m * 0.08, foot - m * (1.2 - k * 0.24), m * 0.94, m * 0.17, '#b8322d'),
        rect(x + m * 0.4, foot - m * (1.14 - k * 0.24), m * 0.3, m * 0.035, '#e8e8e6'),
      );
    parts.push(
      rect(x + m * 1.3, foot - m * 0.55, m * 0.5, m * 0.55, '#2b2e31'),
      rect(x + m * 1.34, foot - m * 0.5, m * 0.42, m * 0.06, '#5a5f63'),
    );
  }
  for (const x of [0.1, 0.42, 0.74]) {
    parts.push(
      rect(WIDTH * x, y * 0.1, WIDTH * 0.2, 12, '#ffffff'),
      rect(
        WIDTH * x - 20,
        y * 0.1 - 10,
        WIDTH * 0.2 + 40,
        34,
        '#fff',
        'fill-opacity=".22" rx="16"',
      ),
    );
  }
  parts.push(
    rect(0, foot, WIDTH, HEIGHT - foot + 1, 'url(#ground)'),
    rect(0, foot, WIDTH, 6, '#000', 'fill-opacity=".35"'),
  );
  const joints: string[] = [];
  for (const a of [-6, -3, 0, 3, 6]) {
    for (const [p, q] of [
      [
        [-6, a, 0],
        [6, a, 0],
      ],
      [
        [a, -6, 0],
        [a, 6, 0],
      ],
    ] as [Vec, Vec][]) {
      const [u, v] = [project(camera, p), project(camera, q)];
      if ([...u, ...v].every((k) => Math.abs(k) < 5000)) joints.push(`M${u} ${v}`);
    }
  }
  parts.push(
    `<clipPath id="floor"><rect y="${foot.toFixed(1)}" width="${WIDTH}" height="${HEIGHT}"/></clipPath><path clip-path="url(#floor)" d="${joints.join('')}" stroke="#3c4042" stroke-opacity=".35" stroke-width="2"/>`,
  );
  for (let i = 0; i < 3; i++)
    parts.push(
      `<ellipse cx="${(WIDTH * (0.2 + i * 0.32)).toFixed()}" cy="${(foot + (HEIGHT - foot) * 0.4).toFixed()}" rx="170" ry="${((HEIGHT - foot) * 0.3).toFixed()}" fill="url(#glow)" fill-opacity=".3"/>`,
    );
  return parts.join('');
}
