import { pixelsPerMetre } from './camera.ts';
import { endPlace, type Spot } from './car-end.ts';
import type { CarForm, CarLook } from './car-form.ts';
import { drawPlate } from './plate.ts';
import { type Scene, traceOn } from './shell.ts';

/** Lamps, lid, bumper and plate of the rear. */
export function drawRear(scene: Scene, form: CarForm, look: CarLook): string {
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
  const boxy = form.shape.roof > 1.9;

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
