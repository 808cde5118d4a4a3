import { pixelsPerMetre } from './camera.ts';
import type { CarForm, CarLook } from './car-form.ts';
import { drawPlate } from './plate.ts';
import { type Scene, traceOn } from './shell.ts';
import type { Vec } from './vectors.ts';

/** Gradients of lamps and plastic; once in a picture. */
export const PART_DEFS = `
<linearGradient id="lamp" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3d454b"/><stop offset=".35" stop-color="#b9c4cc"/>
<stop offset=".6" stop-color="#e9eff3"/><stop offset="1" stop-color="#6d777f"/></linearGradient>
<linearGradient id="tail" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#6d0d10"/><stop offset=".4" stop-color="#c9252a"/>
<stop offset=".55" stop-color="#e8474a"/><stop offset="1" stop-color="#7a0f13"/></linearGradient>
<linearGradient id="mesh" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2a2d30"/><stop offset=".5" stop-color="#111315"/><stop offset="1" stop-color="#1d2022"/></linearGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#fff"/><stop offset=".4" stop-color="#fffbe8" stop-opacity=".75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>`;

/** Everything that sits on the lower body: gaps, handles, lamps, grille, bumpers, plates. */
export function drawLowerParts(scene: Scene, form: CarForm, look: CarLook): string {
  const side = scene.camera.eye[1] > 0 ? 1 : -1;
  const sides = drawSide(scene, form, look, side);
  const ends =
    scene.camera.eye[0] > 0
      ? drawFront(scene, form, look)
      : form.shape.lower_length === form.shape.length
        ? drawRear(scene, form, look)
        : '';
  return sides + ends;
}

function drawSide(scene: Scene, form: CarForm, look: CarLook, side: 1 | -1): string {
  const { shape, lower, front } = form;
  const ppm = pixelsPerMetre(scene.camera, [0, (side * shape.width) / 2, 0.7]);
  const on = (d: number, z: number) => form.onSide(side, front - d, z);
  const top = (d: number) => form.topAt(front - d);
  const parts: string[] = [];
  const gap = (places: Vec[]) => {
    const d = traceOn(scene, lower, places, false);
    const w = Math.max(1.1, ppm * 0.007);
    parts.push(
      `<path d="${d}" transform="translate(${(w * 0.8).toFixed(1)} 0)" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="${w.toFixed(1)}"/>`,
      `<path d="${d}" fill="none" stroke="#050607" stroke-opacity=".78" stroke-width="${w.toFixed(1)}"/>`,
    );
  };
  const sill = shape.sill + 0.07;
  const rearArch = shape.rear_axle - shape.wheel * 1.22;
  const [first, ...others] = shape.doors;
  gap([on(first!, top(first!) - 0.01), on(first! - 0.07, 0.62), on(first! + 0.02, sill)]);
  others.forEach((d, i) => {
    const last = i === others.length - 1 && others.length > 1 && shape.roof < 2;
    if (last && d > rearArch) {
      const z = shape.wheel * 2.25;
      gap([
        on(d, top(d) - 0.01),
        on(d + 0.04, z + 0.1),
        on(rearArch - 0.02, z - 0.22),
        on(rearArch - 0.1, sill),
      ]);
    } else gap([on(d, top(d) - 0.01), on(d, sill)]);
  });
  const lastDoor = shape.doors[shape.doors.length - 1]!;
  gap([on(first! + 0.02, sill), on(Math.min(lastDoor, rearArch - 0.1), sill)]);
  if (shape.cladding) {
    const from = shape.front_axle + shape.wheel * 1.1;
    const to = Math.min(rearArch + 0.02, shape.lower_length);
    const d = traceOn(scene, lower, [
      on(from, shape.sill),
      on(to, shape.sill),
      on(to, sill + 0.03),
      on(from, sill + 0.03),
    ]);
    parts.push(`<path d="${d}" fill="#222426"/>`);
  }
  if (shape.roof > 2 && shape.lower_length > 4) {
    const d = traceOn(scene, lower, [
      on(first! + 0.05, 0.78),
      on(5.75, 0.78),
      on(5.75, 0.87),
      on(first! + 0.05, 0.87),
    ]);
    parts.push(
      `<path d="${d}" fill="#27292b"/><path d="${traceOn(scene, lower, [on(2.3, 1.16), on(5.6, 1.16)], false)}" fill="none" stroke="#26282a" stroke-width="${(ppm * 0.02).toFixed(1)}"/>`,
    );
  }
  const doors = shape.roof > 2 ? [shape.doors[1]!] : shape.doors.slice(1);
  for (const d of doors) {
    const z = top(d) - (shape.roof > 2 ? 0.2 : 0.11);
    const handle = traceOn(scene, lower, [
      on(d - 0.25, z),
      on(d - 0.07, z),
      on(d - 0.07, z + 0.028),
      on(d - 0.25, z + 0.028),
    ]);
    const cup = traceOn(scene, lower, [
      on(d - 0.22, z - 0.018),
      on(d - 0.1, z - 0.018),
      on(d - 0.1, z + 0.02),
      on(d - 0.22, z + 0.02),
    ]);
    parts.push(
      `<path d="${cup}" fill="#000" fill-opacity=".42"/><path d="${handle}" fill="${look.dark_trim ? '#1c1e20' : '#d7dcdf'}" stroke="#000" stroke-opacity=".45" stroke-width="1"/>`,
    );
  }
  // The lid of the tank, on the right as on most cars sold in Sweden.
  if (side === -1 && shape.roof < 2) {
    const [d, z] = [shape.rear_axle + 0.12, top(shape.rear_axle) - 0.19];
    gap([on(d, z), on(d + 0.17, z), on(d + 0.17, z + 0.13), on(d, z + 0.13), on(d, z)]);
  }
  return parts.join('');
}

type Ends = 'front' | 'rear';

/** The place on an end by share of its height, so that lamps rise with the bonnet line. */
const endPlace = (form: CarForm, end: Ends, s: number, h: number): Vec => {
  const place = form.onEnd(end, s, 0);
  return [place[0], place[1], h];
};

type Spot = readonly [s: number, h: number];

function drawFront(scene: Scene, form: CarForm, look: CarLook): string {
  const half = form.shape.width / 2;
  const ppm = pixelsPerMetre(scene.camera, [form.front, 0, 0.6]);
  const trace = (spots: readonly Spot[], closed = true) =>
    traceOn(
      scene,
      form.lower,
      spots.map(([s, h]) => endPlace(form, 'front', s, h)),
      closed,
    );
  const both = (spots: readonly Spot[]) => [spots, spots.map(([s, h]): Spot => [-s, h])];
  const tall = form.shape.roof > 2 ? 0.1 : 0;
  const parts: string[] = [];
  const line = (d: string, colour: string, w: number, opacity = 1) =>
    parts.push(
      `<path d="${d}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${Math.max(1, w * ppm).toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"/>`,
    );
  const fill = (d: string, paint: string, extra = '') =>
    parts.push(`<path d="${d}" fill="${paint}" ${extra}/>`);

  // The gap under the bonnet and the bumper's upper edge.
  line(
    trace(
      [
        [-half - 0.25, 0.92],
        [-half, 0.9],
        [-0.5, 0.885],
        [0.5, 0.885],
        [half, 0.9],
        [half + 0.25, 0.92],
      ],
      false,
    ),
    '#050607',
    0.007,
    0.75,
  );
  fill(
    trace([
      [-0.62, 0.09],
      [0.62, 0.09],
      [0.54, 0.31],
      [-0.54, 0.31],
    ]),
    'url(#mesh)',
    'stroke="#000" stroke-opacity=".5"',
  );
  line(
    trace(
      [
        [-0.56, 0.2],
        [0.56, 0.2],
      ],
      false,
    ),
    '#3a3e41',
    0.012,
  );
  for (const vent of both([
    [0.68, 0.12],
    [0.9, 0.15],
    [0.9, 0.33],
    [0.74, 0.27],
  ]))
    fill(trace(vent), 'url(#mesh)');
  if (form.shape.cladding)
    fill(
      trace([
        [-half - 0.3, 0],
        [half + 0.3, 0],
        [half + 0.3, 0.08],
        [-half - 0.3, 0.08],
      ]),
      '#232527',
    );

  drawGrille(look, tall, trace, fill, line);
  const lamps = both([
    [0.5, 0.69 - tall],
    [half - 0.08, 0.68 - tall],
    [half + 0.1, 0.73 - tall],
    [half + 0.36, 0.86],
    [half + 0.1, 0.875],
    [half - 0.15, 0.865],
    [0.47, 0.82],
  ]);
  lamps.forEach((lamp, i) => {
    const k = i === 0 ? 1 : -1;
    const broken = look.broken.front === k || look.burnt;
    const outline = trace(lamp);
    if (outline === '') return;
    fill(outline, broken ? '#0c0d0e' : 'url(#lamp)', 'stroke="#0b0c0d" stroke-width="2"');
    if (broken) return;
    const [inner, outer] = [0.53, half - 0.02];
    for (const s of [0.1, 0.45]) {
      const [a, b] = [
        k * (inner + (outer - inner) * s),
        k * (inner + (outer - inner) * (s + 0.28)),
      ];
      fill(
        trace([
          [a, 0.735 - tall],
          [b, 0.735 - tall],
          [b, 0.815],
          [a, 0.8],
        ]),
        '#23292e',
        'stroke="#98a3aa" stroke-width="1.5"',
      );
      fill(
        trace([
          [a + (b - a) * 0.2, 0.75],
          [a + (b - a) * 0.8, 0.75],
          [a + (b - a) * 0.8, 0.785],
          [a + (b - a) * 0.2, 0.785],
        ]),
        look.lit ? '#fffbe6' : '#c9d6de',
      );
    }
    line(
      trace(
        [
          [k * 0.51, 0.81],
          [k * 0.52, 0.705 - tall],
          [k * (half - 0.1), 0.7 - tall],
          [k * (half + 0.08), 0.745 - tall],
          [k * (half + 0.26), 0.83],
        ],
        false,
      ),
      look.lit ? '#fffdf2' : '#f2f6f8',
      0.02,
      0.95,
    );
  });
  parts.push(
    drawPlate(
      scene,
      form.lower,
      (s, z) => form.onEnd('front', s, z),
      form.bottomAt(form.front) + (form.shape.roof > 2 ? 0.2 : 0.165),
      look.number,
    ),
  );
  return parts.join('');
}

function drawGrille(
  look: CarLook,
  tall: number,
  trace: (spots: readonly Spot[], closed?: boolean) => string,
  fill: (d: string, paint: string, extra?: string) => void,
  line: (d: string, colour: string, w: number, opacity?: number) => void,
): void {
  const rim = look.dark_trim ? '#1a1c1e' : '#cfd5d9';
  const ring = `stroke="${rim}" stroke-width="3" stroke-linejoin="round"`;
  if (look.grille === 'kidney') {
    for (const k of [1, -1]) {
      fill(
        trace([
          [k * 0.03, 0.5],
          [k * 0.3, 0.53],
          [k * 0.37, 0.68],
          [k * 0.33, 0.83],
          [k * 0.03, 0.84],
        ]),
        'url(#mesh)',
        ring,
      );
      for (const s of [0.08, 0.14, 0.2, 0.26])
        line(
          trace(
            [
              [k * s, 0.54],
              [k * s, 0.81],
            ],
            false,
          ),
          '#4a4f53',
          0.008,
        );
    }
    return;
  }
  if (look.grille === 'closed') {
    line(
      trace(
        [
          [-0.5, 0.6],
          [0.5, 0.6],
        ],
        false,
      ),
      '#000',
      0.006,
      0.5,
    );
    fill(
      trace([
        [-0.028, 0.76],
        [0.028, 0.76],
        [0, 0.66],
      ]),
      rim,
    );
    return;
  }
  const spots: readonly Spot[] =
    look.grille === 'hex'
      ? [
          [-0.36, 0.36],
          [0.36, 0.36],
          [0.44, 0.62],
          [0.38, 0.82],
          [-0.38, 0.82],
          [-0.44, 0.62],
        ]
      : look.grille === 'slim'
        ? [
            [-0.44, 0.66],
            [0.44, 0.66],
            [0.46, 0.79],
            [-0.46, 0.79],
          ]
        : [
            [-0.36, 0.5],
            [0.36, 0.5],
            [0.41, 0.66],
            [0.38, 0.83 + tall * 0.3],
            [-0.38, 0.83 + tall * 0.3],
            [-0.41, 0.66],
          ];
  fill(trace(spots), 'url(#mesh)', ring);
  const [low, high] =
    look.grille === 'hex' ? [0.42, 0.78] : look.grille === 'slim' ? [0.69, 0.77] : [0.55, 0.79];
  const bars = look.grille === 'slim' ? 2 : 5;
  for (let i = 0; i < bars; i++) {
    const h = low + ((high - low) * i) / Math.max(1, bars - 1);
    line(
      trace(
        [
          [-0.36, h],
          [0.36, h],
        ],
        false,
      ),
      '#50565a',
      0.01,
    );
  }
  const middle = (low + high) / 2;
  const badge = Array.from(
    { length: 12 },
    (_, i): Spot => [
      0.065 * Math.cos((i * Math.PI) / 6),
      middle + 0.1 * Math.sin((i * Math.PI) / 6),
    ],
  );
  fill(trace(badge), '#1c2024', 'stroke="#dde2e5" stroke-width="3"');
}

function drawRear(scene: Scene, form: CarForm, look: CarLook): string {
  const half = form.shape.width / 2;
  const ppm = pixelsPerMetre(scene.camera, [form.rear, 0, 0.6]);
  const trace = (spots: readonly Spot[], closed = true) =>
    traceOn(
      scene,
      form.lower,
      spots.map(([s, h]) => endPlace(form, 'rear', s, h)),
      closed,
    );
  const both = (spots: readonly Spot[]) => [spots, spots.map(([s, h]): Spot => [-s, h])];
  const parts: string[] = [];
  const line = (d: string, colour: string, w: number, opacity = 1) =>
    parts.push(
      `<path d="${d}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${Math.max(1, w * ppm).toFixed(1)}" stroke-linejoin="round"/>`,
    );
  const fill = (d: string, paint: string, extra = '') =>
    parts.push(`<path d="${d}" fill="${paint}" ${extra}/>`);
  const boxy = form.shape.roof > 2;

  fill(
    trace([
      [-half - 0.25, 0],
      [half + 0.25, 0],
      [half + 0.2, 0.13],
      [0.6, 0.2],
      [-0.6, 0.2],
      [-half - 0.2, 0.13],
    ]),
    '#1f2123',
  );
  for (const pipe of both([
    [0.45, 0.04],
    [0.62, 0.04],
    [0.62, 0.1],
    [0.45, 0.1],
  ]))
    if (!boxy) fill(trace(pipe), '#0b0c0d', 'stroke="#a9b0b4" stroke-width="2"');
  if (boxy)
    line(
      trace(
        [
          [0, 0.16],
          [0, 1],
        ],
        false,
      ),
      '#050607',
      0.012,
      0.8,
    );
  else
    line(
      trace(
        [
          [-0.66, 1],
          [-0.68, 0.5],
          [-0.55, 0.42],
          [0.55, 0.42],
          [0.68, 0.5],
          [0.66, 1],
        ],
        false,
      ),
      '#050607',
      0.008,
      0.75,
    );
  const lamps = boxy
    ? both([
        [half - 0.14, 0.4],
        [half + 0.02, 0.4],
        [half + 0.02, 0.78],
        [half - 0.14, 0.78],
      ])
    : both([
        [0.5, 0.68],
        [half - 0.12, 0.6],
        [half + 0.2, 0.68],
        [half + 0.28, 0.86],
        [half - 0.1, 0.9],
        [0.5, 0.86],
      ]);
  lamps.forEach((lamp, i) => {
    const k = i === 0 ? 1 : -1;
    const broken = look.broken.rear === k;
    fill(trace(lamp), broken ? '#170405' : 'url(#tail)', 'stroke="#2a0507" stroke-width="2"');
    if (broken || boxy) return;
    line(
      trace(
        [
          [k * 0.54, 0.77],
          [k * (half - 0.1), 0.75],
          [k * (half + 0.2), 0.79],
        ],
        false,
      ),
      '#ff9c92',
      0.018,
      0.9,
    );
    fill(
      trace([
        [k * 0.54, 0.7],
        [k * 0.68, 0.68],
        [k * 0.68, 0.74],
        [k * 0.54, 0.75],
      ]),
      '#e8e6e2',
      'fill-opacity=".8"',
    );
  });
  for (const reflex of both([
    [0.66, 0.22],
    [0.84, 0.23],
    [0.84, 0.27],
    [0.66, 0.26],
  ]))
    fill(trace(reflex), '#8f1a1e');
  const z = form.bottomAt(form.rear) + (boxy ? 0.3 : 0.4);
  const wide = 0.32;
  const low =
    (z - 0.09 - form.bottomAt(form.rear)) / (form.topAt(form.rear) - form.bottomAt(form.rear));
  const high =
    (z + 0.1 - form.bottomAt(form.rear)) / (form.topAt(form.rear) - form.bottomAt(form.rear));
  fill(
    trace([
      [-wide, low],
      [wide, low],
      [wide - 0.02, high],
      [-wide + 0.02, high],
    ]),
    '#000',
    'fill-opacity=".32"',
  );
  if (!look.dark_trim && !boxy)
    line(
      trace(
        [
          [-0.36, high + 0.02],
          [0.36, high + 0.02],
        ],
        false,
      ),
      '#d9dee1',
      0.016,
    );
  parts.push(drawPlate(scene, form.lower, (s, h) => form.onEnd('rear', -s, h), z, look.number));
  return parts.join('');
}
