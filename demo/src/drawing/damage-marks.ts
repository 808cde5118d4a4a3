import { between, makeRandom, type Random } from '../random.ts';
import { pixelsPerMetre, project } from './camera.ts';
import type { CarForm } from './car-form.ts';
import type { Blow } from './damage.ts';
import { drawBurnt, drawCracks, drawHail } from './damage-spread.ts';
import { drawTorn } from './damage-torn.ts';
import { hexOf } from './paint.ts';
import { isSeen, type Scene, traceOn } from './shell.ts';
import { add, type Vec } from './vectors.ts';

/** What the damage tore, cracked, scratched or dropped, drawn over the finished vehicle. */
export function drawMarks(scene: Scene, form: CarForm, blow: Blow): string {
  const random = makeRandom(blow.seed * 7 + 3);
  const seesFront = scene.camera.eye[0] > 0;
  switch (blow.kind) {
    case 'front':
      return seesFront ? drawTorn(scene, form, blow, 'front', random) : '';
    case 'rear':
      // Behind a cab with a box there is no bumper of the car's own.
      return seesFront || form.shape.lower_length < form.shape.length
        ? ''
        : drawTorn(scene, form, blow, 'rear', random);
    case 'side':
      return drawScrapes(scene, form, blow, random);
    case 'hail':
      return drawHail(scene, form, random);
    case 'glass':
      return seesFront ? drawCracks(scene, form, blow, random) : '';
    case 'paint':
      return drawVandalism(scene, form, blow, random);
    case 'fire':
      return drawBurnt(scene, form, random);
    case 'water':
      return '';
  }
}

const at = (p: readonly number[]): string => `${p[0]!.toFixed(1)} ${p[1]!.toFixed(1)}`;

function drawScrapes(scene: Scene, form: CarForm, blow: Blow, random: Random): string {
  const { shape, front } = form;
  const x = front - shape.doors[1]! + 0.15;
  const z = shape.sill + 0.4;
  // No scratch hangs in the opening of the front wheel.
  const arch = front - shape.front_axle - shape.wheel * 1.25;
  const parts: string[] = [];
  if (!isSeen(scene, form.lower, form.onSide(blow.side, x, z))) return '';
  const ppm = pixelsPerMetre(scene.camera, [x, (blow.side * shape.width) / 2, z]);
  for (let i = 0; i < 46; i++) {
    const start = x + between(random, -0.95, 0.75);
    const long = between(random, 0.12, 0.75) * (random() < 0.3 ? 1.4 : 0.7);
    const high = z + between(random, -0.17, 0.15) * (random() < 0.7 ? 0.6 : 1.4);
    const slope = between(random, -0.03, 0.05);
    const places = [0, 0.33, 0.66, 1].map((k) =>
      form.onSide(
        blow.side,
        Math.min(arch, start + long * k),
        high + slope * k + between(random, -0.008, 0.008),
      ),
    );
    const colour = ['#f0eeea', '#d9d6d0', '#8d8a85', '#2d2c2b', '#b9b4aa'][
      Math.floor(random() * 5)
    ];
    const w = between(random, 0.002, 0.009) * (random() < 0.15 ? 2.5 : 1);
    parts.push(
      `<path d="${traceOn(scene, form.lower, places, false)}" fill="none" stroke="${colour}" stroke-opacity="${between(random, 0.3, 0.85).toFixed(2)}" stroke-width="${Math.max(0.9, w * ppm).toFixed(1)}" stroke-linecap="round"/>`,
    );
  }
  // A door edge that was pushed in stands open beside its neighbour.
  const d = shape.doors[1]!;
  const gap = [
    form.onSide(blow.side, front - d, shape.sill + 0.12),
    form.onSide(blow.side, front - d + 0.018, z),
    form.onSide(blow.side, front - d, z + 0.3),
    form.onSide(blow.side, front - d - 0.022, z),
  ];
  parts.push(`<path d="${traceOn(scene, form.lower, gap)}" fill="#060707"/>`);
  return parts.join('');
}

function drawVandalism(scene: Scene, form: CarForm, blow: Blow, random: Random): string {
  const { front, rear } = form;
  const colour = ['#c2182b', '#101214', '#e7e3d8', '#0f6aa6'][blow.seed % 4]!;
  const shade_ = blow.colour[0] + blow.colour[1] + blow.colour[2];
  const spray = colour === '#101214' && shade_ < 240 ? '#e7e3d8' : colour;
  const parts: string[] = [];
  const x0 = front - 1.35;
  if (!isSeen(scene, form.lower, form.onSide(blow.side, 0, 0.7))) return '';
  const ppm = pixelsPerMetre(scene.camera, [0, (blow.side * form.shape.width) / 2, 0.7]);
  const wave: Vec[] = [];
  const long = Math.min(3, x0 - rear - 0.35);
  for (let k = 0; k <= 60; k++) {
    const t = k / 60;
    const x = x0 - long * t;
    wave.push(
      form.onSide(
        blow.side,
        x,
        form.shape.sill +
          0.44 +
          0.17 * Math.sin(t * 19 + blow.seed) * (1 - t * 0.4) +
          0.05 * Math.sin(t * 7),
      ),
    );
  }
  const d = traceOn(scene, form.lower, wave, false);
  parts.push(
    `<path d="${d}" fill="none" stroke="${spray}" stroke-opacity=".28" stroke-width="${(ppm * 0.085).toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"/><path d="${d}" fill="none" stroke="${spray}" stroke-opacity=".92" stroke-width="${(ppm * 0.045).toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"/>`,
  );
  for (let i = 0; i < 9; i++) {
    const p = wave[Math.floor(random() * wave.length)]!;
    const drip = [p, [p[0], p[1], p[2] - between(random, 0.05, 0.2)] as Vec];
    parts.push(
      `<path d="${traceOn(scene, form.lower, drip, false)}" fill="none" stroke="${spray}" stroke-width="${(ppm * 0.011).toFixed(1)}" stroke-linecap="round"/>`,
    );
  }
  for (let i = 0; i < 9; i++) {
    const x = between(random, rear + 0.6, front - 1.6);
    const z = between(random, form.shape.sill + 0.2, form.shape.sill + 0.7);
    const key = [0, 0.3, 0.6, 1].map((t) =>
      form.onSide(blow.side, x + t * 0.9, z + between(random, -0.02, 0.02) + t * 0.06),
    );
    parts.push(
      `<path d="${traceOn(scene, form.lower, key, false)}" fill="none" stroke="#f4f2ee" stroke-opacity=".85" stroke-width="${Math.max(1.1, ppm * 0.005).toFixed(1)}"/>`,
    );
  }
  return parts.join('');
}

/** Splinters and a stain on the ground under a crash. */
export function drawDebris(scene: Scene, form: { front: number }, blow: Blow): string {
  if (blow.kind !== 'front' && blow.kind !== 'rear') return '';
  const random = makeRandom(blow.seed * 11 + 5);
  const x = blow.kind === 'front' ? form.front : -form.front;
  const parts: string[] = [];
  for (let i = 0; i < 26; i++) {
    const p: Vec = [
      x + between(random, -0.35, 0.65) * Math.sign(x),
      blow.side * between(random, -0.3, 1.3),
      0,
    ];
    const r = between(random, 0.012, 0.05);
    const ring = [0, 1, 2].map((k) =>
      at(project(scene.camera, add(p, [r * Math.cos(k * 2.1 + i), r * Math.sin(k * 2.1 + i), 0]))),
    );
    const tone = ['#17181a', '#d9e0e4', hexOf(blow.colour), '#2b2d30'][i % 4];
    parts.push(`<path d="M${ring.join(' ')}z" fill="${tone}"/>`);
  }
  return parts.join('');
}
