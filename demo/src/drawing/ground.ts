import { between, noise, type Random } from '../random.ts';
import type { Place } from './backdrop-shapes.ts';
import { gradient, rect } from './backdrop-shapes.ts';
import { type Camera, HEIGHT, type Point, project, WIDTH } from './camera.ts';
import { blend, hexOf, type Light, type Rgb, times } from './paint.ts';
import type { Vec } from './vectors.ts';

/** The ground from the horizon to the camera. */
export function drawGround(camera: Camera, light: Light, place: Place, random: Random): string {
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
