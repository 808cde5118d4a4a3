import { pixelsPerMetre } from './camera.ts';
import { endPlace, type Spot } from './car-end.ts';
import type { CarForm, CarLook } from './car-form.ts';
import { drawPlate } from './plate.ts';
import { type Scene, traceOn } from './shell.ts';

/** Lamps, grille, bumper and plate of the front. */
export function drawFront(scene: Scene, form: CarForm, look: CarLook): string {
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
  const tall = form.shape.roof > 1.9 ? 0.1 : 0;
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
      form.bottomAt(form.front) + (form.shape.roof > 1.9 ? 0.2 : 0.165),
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
