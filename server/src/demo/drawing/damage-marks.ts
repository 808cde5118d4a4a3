import { pixelsPerMetre, project } from './camera.ts';
import type { CarForm } from './car-form.ts';
import type { DamageKind } from './damage.ts';
import { hexOf, type Rgb } from './paint.ts';
import { between, makeRandom, type Random } from './random.ts';
import { isSeen, type Scene, surfacePoint, traceOn } from './shell.ts';
import { drawSheet } from './shell-face.ts';
import { add, mix, scale, type Vec } from './vectors.ts';

export type Blow = { kind: DamageKind; side: 1 | -1; seed: number; colour: Rgb };

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

function drawTorn(
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

function drawScrapes(scene: Scene, form: CarForm, blow: Blow, random: Random): string {
  const { shape, front } = form;
  const x = front - shape.doors[1]! + 0.15;
  const z = shape.sill + 0.4;
  const parts: string[] = [];
  if (!isSeen(scene, form.lower, form.onSide(blow.side, x, z))) return '';
  const ppm = pixelsPerMetre(scene.camera, [x, (blow.side * shape.width) / 2, z]);
  for (let i = 0; i < 46; i++) {
    const start = x + between(random, -0.95, 0.75);
    const long = between(random, 0.12, 0.75) * (random() < 0.3 ? 1.4 : 0.7);
    const high = z + between(random, -0.17, 0.15) * (random() < 0.7 ? 0.6 : 1.4);
    const slope = between(random, -0.03, 0.05);
    const places = [0, 0.33, 0.66, 1].map((k) =>
      form.onSide(blow.side, start + long * k, high + slope * k + between(random, -0.008, 0.008)),
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

/** Dimples the size of a coin: a shadow on one side, a glint on the other. */
function drawHail(scene: Scene, form: CarForm, random: Random): string {
  const half = form.shape.width / 2;
  const darks: string[] = [];
  const glints: string[] = [];
  const dimple = (shell: typeof form.lower, place: Vec, along: Vec, across: Vec) => {
    if (!isSeen(scene, shell, place)) return;
    const r = between(random, 0.011, 0.024);
    const ring = (size: number, shift: number) => {
      const points: string[] = [];
      for (let i = 0; i < 10; i++) {
        const a = (i * Math.PI) / 5;
        const p = add(
          place,
          add(
            scale(along, r * size * Math.cos(a)),
            scale(across, r * (size * Math.sin(a) + shift)),
          ),
        );
        points.push(at(project(scene.camera, surfacePoint(shell, p))));
      }
      return `M${points.join(' ')}z`;
    };
    darks.push(ring(1.25, 0));
    glints.push(ring(0.7, 0.5));
  };
  for (let i = 0; i < 150; i++) {
    const x = form.front - between(random, 0.14, form.shape.cowl + 0.1);
    dimple(form.lower, [x, between(random, -half + 0.14, half - 0.14), 1], [1, 0, 0], [0, 1, 0]);
  }
  for (let i = 0; i < 150; i++) {
    const w = form.upper.width / 2 - 0.18;
    dimple(
      form.upper,
      [between(random, 0.04, 0.96), between(random, -w, w), 1],
      [0.45, 0, 0],
      [0, 1, 0],
    );
  }
  for (const side of [1, -1] as const) {
    for (let i = 0; i < 46; i++) {
      const x = between(random, form.rear + 0.4, form.front - 0.5);
      const p = form.onSide(side, x, form.topAt(x) - between(random, 0.03, 0.3));
      dimple(form.lower, p, [1, 0, 0], [0, 0, 1.4]);
    }
  }
  return `<path d="${darks.join('')}" fill="#000" fill-opacity=".3"/><path d="${glints.join('')}" fill="#fff" fill-opacity=".36"/>`;
}

function drawCracks(scene: Scene, form: CarForm, blow: Blow, random: Random): string {
  const w = form.upper.width / 2;
  const top = form.shape.tumble > 0.85 ? 0.62 : 0.84;
  const centre: readonly [number, number] = [blow.side * w * 0.36, top * 0.52];
  if (!isSeen(scene, form.upper, [1, centre[0], centre[1]])) return '';
  const lines: string[] = [];
  const place = (y: number, g: number): Vec => [
    1,
    Math.max(-w * 0.9, Math.min(w * 0.9, y)),
    Math.max(0.05, Math.min(top, g)),
  ];
  const rays = 22;
  const ends: [number, number][][] = [];
  for (let i = 0; i < rays; i++) {
    const a = (i * 2 * Math.PI) / rays + between(random, -0.1, 0.1);
    const reach = between(random, 0.25, 1) * (i % 4 === 0 ? 1.5 : 0.75);
    const ray: [number, number][] = [[centre[0], centre[1]]];
    for (let k = 1; k <= 5; k++) {
      const r = (reach * k) / 5;
      ray.push([
        centre[0] + Math.cos(a + between(random, -0.07, 0.07)) * r * w * 0.9,
        centre[1] + Math.sin(a + between(random, -0.07, 0.07)) * r * top * 0.62,
      ]);
    }
    ends.push(ray);
    lines.push(
      traceOn(
        scene,
        form.upper,
        ray.map(([y, g]) => place(y, g)),
        false,
      ),
    );
  }
  for (const k of [1, 2, 3]) {
    for (let i = 0; i < rays; i++) {
      if (random() < 0.25 + k * 0.12) continue;
      const [p, q] = [ends[i]![k]!, ends[(i + 1) % rays]![k]!];
      if (Math.hypot(p[0] - q[0], p[1] - q[1]) < 0.35)
        lines.push(traceOn(scene, form.upper, [place(...p), place(...q)], false));
    }
  }
  const [x, y] = project(scene.camera, surfacePoint(form.upper, place(...centre)));
  const r = pixelsPerMetre(scene.camera, surfacePoint(form.upper, place(...centre)));
  return `<g fill="none" stroke-linejoin="round"><path d="${lines.join('')}" stroke="#0d1012" stroke-opacity=".5" stroke-width="${Math.max(1.6, r * 0.009).toFixed(1)}"/><path d="${lines.join('')}" stroke="#f2f7fa" stroke-opacity=".85" stroke-width="${Math.max(0.9, r * 0.004).toFixed(1)}"/></g><ellipse cx="${x}" cy="${y}" rx="${r * 0.13}" ry="${r * 0.1}" fill="#eef4f8" fill-opacity=".4"/><ellipse cx="${x}" cy="${y}" rx="${r * 0.05}" ry="${r * 0.04}" fill="#0b0d0f" fill-opacity=".75"/>`;
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

/** Burnt flakes and the run of soot over the screen. */
function drawBurnt(scene: Scene, form: CarForm, random: Random): string {
  const half = form.shape.width / 2;
  const flakes: string[] = [];
  const rust: string[] = [];
  for (let i = 0; i < 90; i++) {
    const p: Vec = [
      form.front - between(random, 0.15, form.shape.cowl),
      between(random, -half + 0.2, half - 0.2),
      1,
    ];
    if (!isSeen(scene, form.lower, p)) continue;
    const r = between(random, 0.012, 0.05);
    const ring = [0, 1, 2, 3, 4].map((k) =>
      add(p, [r * Math.cos(k * 1.257) * between(random, 0.5, 1.3), r * Math.sin(k * 1.257), 0]),
    );
    (i % 2 ? flakes : rust).push(
      `M${ring.map((q) => at(project(scene.camera, surfacePoint(form.lower, q)))).join(' ')}z`,
    );
  }
  return `<path d="${flakes.join('')}" fill="#0b0a0a" fill-opacity=".7"/><path d="${rust.join('')}" fill="#8a6a52" fill-opacity=".45"/>`;
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
