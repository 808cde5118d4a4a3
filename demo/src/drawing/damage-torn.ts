import { between, type Random } from '../random.ts';
import { pixelsPerMetre, project } from './camera.ts';
import type { CarForm } from './car-form.ts';
import type { Blow } from './damage.ts';
import type { Rgb } from './paint.ts';
import { type Scene, traceOn } from './shell.ts';
import { drawSheet } from './shell-face.ts';
import { mix, type Vec } from './vectors.ts';

const at = (p: readonly number[]): string => `${p[0]!.toFixed(1)} ${p[1]!.toFixed(1)}`;

/** The end that was hit: the hole, what shows in it, and the bumper that hangs. */
export function drawTorn(
  scene: Scene,
  form: CarForm,
  blow: Blow,
  end: 'front' | 'rear',
  random: Random,
): string {
  const half = form.shape.width / 2;
  const k = blow.side;
  const edge = end === 'front' ? form.front : form.rear;
  const ppm = pixelsPerMetre(scene.camera, [edge, 0, 0.5]);
  const place = (s: number, h: number): Vec => {
    const p = form.onEnd(end, s * k, 0);
    return [p[0], p[1], h];
  };
  const trace = (spots: (readonly [number, number])[], closed = true) =>
    traceOn(
      scene,
      form.lower,
      spots.map(([s, h]) => place(s, h)),
      closed,
    );
  const rag = (size: number) => between(random, -size, size);
  const out = half + 0.3;
  const parts: string[] = [];

  // The hole that the bumper left, with the beam and the cooler behind it.
  const hole: [number, number][] = [];
  for (let i = 0; i <= 9; i++) hole.push([mix(-0.34, out, i / 9), 0.52 + rag(0.035) + i * 0.008]);
  for (let i = 9; i >= 0; i--) hole.push([mix(-0.22, out, i / 9), 0.08 + rag(0.03)]);
  parts.push(`<path d="${trace(hole)}" fill="#0a0b0c" stroke="#1c1e20" stroke-width="2"/>`);
  const beam: [number, number][] = [];
  for (let i = 0; i <= 8; i++) beam.push([mix(-0.2, half - 0.06, i / 8), 0.39 + rag(0.014)]);
  for (let i = 8; i >= 0; i--) beam.push([mix(-0.2, half - 0.06, i / 8), 0.27 + rag(0.014)]);
  parts.push(`<path d="${trace(beam)}" fill="url(#rim)" stroke="#222" stroke-width="1.5"/>`);
  for (let i = 0; i < 4; i++)
    parts.push(
      `<path d="${trace(
        [
          [mix(-0.1, half - 0.2, i / 3), 0.3],
          [mix(-0.06, half - 0.14, i / 3), 0.36],
        ],
        false,
      )}" stroke="#3c4144" stroke-width="3"/>`,
    );
  for (let i = 0; i < 5; i++) {
    const s = between(random, 0, half);
    const line = trace(
      [
        [s, 0.5],
        [s + rag(0.1), 0.36],
        [s + rag(0.16), 0.22],
        [s + rag(0.2), 0.1],
      ],
      false,
    );
    parts.push(
      `<path d="${line}" fill="none" stroke="${['#26292c', '#44494d', '#7a2c1f', '#33373a', '#2f5b85'][i]}" stroke-width="${(ppm * between(random, 0.008, 0.024)).toFixed(1)}" stroke-linejoin="round"/>`,
    );
  }
  // Where the lid no longer meets the wing.
  const gap: [number, number][] = [
    [-0.5, 0.9],
    [0, 0.91 + rag(0.01)],
    [0.45, 0.93],
    [half, 0.94],
    [half + 0.24, 0.93],
    [half, 0.87],
    [0.45, 0.868],
    [0, 0.885],
  ];
  parts.push(`<path d="${trace(gap)}" fill="#070808"/>`);
  parts.push(drawLampRemains(form, k, end, trace, random));
  for (let i = 0; i < 12; i++) {
    const [s, h] = [between(random, 0.1, out), between(random, 0.5, 0.86)];
    const d = trace(
      [
        [s, h],
        [s + rag(0.13), h + rag(0.04)],
        [s + rag(0.2), h + rag(0.08)],
      ],
      false,
    );
    parts.push(
      `<path d="${d}" fill="none" stroke="${i % 3 ? '#e9e7e2' : '#2a2b2c'}" stroke-opacity="${between(random, 0.25, 0.8).toFixed(2)}" stroke-width="${between(random, 1, 2.6).toFixed(1)}"/>`,
    );
  }
  parts.push(drawHangingBumper(scene, form, blow, end));
  return parts.join('');
}

function drawLampRemains(
  form: CarForm,
  k: number,
  end: 'front' | 'rear',
  trace: (spots: (readonly [number, number])[], closed?: boolean) => string,
  random: Random,
): string {
  const half = form.shape.width / 2;
  const glass = end === 'front' ? '#dfe7ec' : '#b5252a';
  const parts: string[] = [];
  for (let i = 0; i < 7; i++) {
    const [s, h] = [between(random, 0.52, half + 0.12), between(random, 0.68, 0.83)];
    const r = between(random, 0.02, 0.075);
    const shard: [number, number][] = [
      [s, h],
      [s + r, h + r * 0.5],
      [s + r * 0.4, h - r * 0.7],
    ];
    parts.push(
      `<path d="${trace(shard)}" fill="${glass}" fill-opacity="${between(random, 0.3, 0.9).toFixed(2)}"/>`,
    );
  }
  const wire = trace(
    [
      [0.6, 0.74],
      [0.66, 0.66],
      [0.62, 0.6],
      [0.7, 0.53],
    ],
    false,
  );
  return `${parts.join('')}<path d="${wire}" fill="none" stroke="#c98a2b" stroke-width="2.5" stroke-opacity="${k ? 1 : 0}"/>`;
}

/** The bumper's skin, still held at the sound side and fallen at the other. */
function drawHangingBumper(scene: Scene, form: CarForm, blow: Blow, end: 'front' | 'rear'): string {
  const half = form.shape.width / 2;
  const out = end === 'front' ? 1 : -1;
  const edge = end === 'front' ? form.front : form.rear;
  const base = form.bottomAt(edge);
  const columns = 18;
  const rows = 6;
  const plastic = { colour: [36, 37, 39] as Rgb, gloss: 0.4 };
  const painted = { colour: blow.colour, gloss: 0.9 };
  const sheet: Vec[][] = [];
  for (let j = 0; j <= rows; j++) {
    const up = j / rows;
    const line: Vec[] = [];
    for (let i = 0; i <= columns; i++) {
      const t = i / columns;
      const s = mix(-half * 0.7, half + 0.2, t) * blow.side;
      const fall = t ** 1.6;
      const around = Math.max(0, Math.abs(s) - half + 0.12);
      const bulge = 0.06 * Math.sin((0.15 + 0.85 * up) * Math.PI);
      const reach =
        0.03 +
        0.04 * fall -
        0.11 * (s / half) ** 2 -
        around * 0.9 +
        bulge -
        0.22 * fall * (up - 0.3);
      const lift = 0.02 + up * 0.23 * (1 - 0.42 * fall) - base * fall + 0.016 * Math.sin(t * 9);
      line.push([
        edge + out * reach,
        Math.max(-half, Math.min(half, s)) * 0.97,
        Math.max(0.012, base + lift),
      ]);
    }
    sheet.push(line);
  }
  const outward = out * blow.side === 1 ? 1 : -1;
  const skin = (row: number) => (row < 2 || form.shape.cladding ? plastic : painted);
  const upper = sheet[rows]!.map((p) => at(project(scene.camera, p)));
  return `${drawSheet(scene, sheet, skin, outward)}<path d="M${upper.join(' ')}" fill="none" stroke="#0b0c0d" stroke-opacity=".7" stroke-width="2.5"/>`;
}
