import { between, makeRandom } from '../random.ts';
import { project } from './camera.ts';
import type { Blow, Measures } from './damage.ts';
import { blend, hexOf, parseColour, times } from './paint.ts';
import type { Scene } from './shell.ts';
import type { Vec } from './vectors.ts';
import { drawWheel } from './wheel.ts';

export const measureMotorcycle = (): Measures => ({
  end: 1.1,
  half: 0.36,
  sill: 0.25,
  waist: 0.8,
  roof: 1.25,
  door: 0.1,
  screen: [0.5, 0, 1.1],
});

type Spot = readonly [x: number, z: number];

/** A motorcycle built of flat parts, each in its own plane across the width. */
export function drawMotorcycle(
  scene: Scene,
  look: { colour: string; seed: number },
  blow: Blow,
): string {
  const { camera } = scene;
  const near = camera.eye[1] > 0 ? 1 : -1;
  const paint = parseColour(look.colour);
  const ppm = camera.focal / Math.abs(Math.hypot(camera.eye[0], camera.eye[1]));
  const at = ([x, z]: Spot, y: number): string => {
    const p = project(camera, [x, y * near, z]);
    return `${p[0].toFixed(1)} ${p[1].toFixed(1)}`;
  };
  const curve = (spots: readonly Spot[], y: number, closed: boolean): string => {
    // Through the middle of each edge, with the corners as handles: soft shapes from few points.
    const n = spots.length;
    const middle = (a: Spot, b: Spot): Spot => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    if (!closed) {
      const inner = spots
        .slice(1, -1)
        .map(
          (p, i) => `Q${at(p, y)} ${at(i === n - 3 ? spots[n - 1]! : middle(p, spots[i + 2]!), y)}`,
        );
      return `M${at(spots[0]!, y)}${n === 2 ? `L${at(spots[1]!, y)}` : inner.join('')}`;
    }
    const steps = spots.map((p, i) => `Q${at(p, y)} ${at(middle(p, spots[(i + 1) % n]!), y)}`);
    return `M${at(middle(spots[n - 1]!, spots[0]!), y)}${steps.join('')}z`;
  };
  const shape = (spots: readonly Spot[], y: number, fill: string, more = '') =>
    `<path d="${curve(spots, y, true)}" fill="${fill}" ${more}/>`;
  const pipe = (spots: readonly Spot[], y: number, width: number, colour: string) =>
    `<path d="${curve(spots, y, false)}" fill="none" stroke="${colour}" stroke-width="${(width * ppm).toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"/>`;
  const tube = (spots: readonly Spot[], y: number, width: number, dark: string, bright: string) =>
    pipe(spots, y, width, dark) +
    pipe(
      spots.map(([x, z]): Spot => [x, z + width * 0.18]),
      y,
      width * 0.35,
      bright,
    );
  const shadeOf = (k: number) =>
    hexOf(k > 1 ? blend(paint, [255, 255, 255], k - 1) : times(paint, k));
  const wheel = (x: number, centreY: number, isOval = false) => {
    const [cx, cy] = project(camera, [x, near * centreY, 0.31]);
    const turn = `translate(${cx.toFixed(1)} ${cy.toFixed(1)}) rotate(24) scale(1.06 .8) rotate(-24) translate(${(-cx).toFixed(1)} ${(-cy).toFixed(1)})`;
    return `<g${isOval ? ` transform="${turn}"` : ''}>${drawWheel(
      camera,
      { centre: [x, near * centreY, 0.31] as Vec, radius: 0.31, side: near as 1 | -1, steer: 0 },
      { rim: look.seed % 2 ? 'ten' : 'five', dark: true, turn: look.seed % 60, width: 0.13 },
    )}</g>`;
  };
  const isBent = blow.kind === 'front';
  const bent = isBent ? -0.17 : 0;
  const axle = 0.74 + bent;
  const defs = `<linearGradient id="tank" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${shadeOf(1.55)}"/><stop offset=".22" stop-color="${shadeOf(1.1)}"/><stop offset=".55" stop-color="${shadeOf(0.85)}"/><stop offset="1" stop-color="${shadeOf(0.4)}"/></linearGradient><linearGradient id="steel" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d4d9dc"/><stop offset=".4" stop-color="#8a9196"/><stop offset="1" stop-color="#3d4245"/></linearGradient><linearGradient id="leather" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#4b4d50"/><stop offset=".35" stop-color="#242628"/><stop offset="1" stop-color="#0f1011"/></linearGradient>`;
  const fork: Spot[] = [
    [0.43, 0.98],
    [0.55, 0.7],
    [axle, 0.31],
  ];
  // biome-ignore format: one part to a line reads as a drawing list
  const parts = [
    defs,
    tube(fork, -0.11, 0.05, '#1d1f20', '#3a3d3f'),
    wheel(axle, 0.06, isBent),
    wheel(-0.7, 0.08),
    shape([[0.5 + bent, 0.55], [0.62 + bent, 0.68], [0.86 + bent, 0.66], [0.98 + bent, 0.5], [0.84 + bent, 0.6], [0.66 + bent, 0.6]], 0.06, 'url(#tank)', 'stroke="#000" stroke-opacity=".4"'),
    tube([[-0.1, 0.4], [-0.4, 0.36], [-0.7, 0.31]], 0.1, 0.075, '#2c2f31', '#75797c'),
    shape([[-0.72, 0.9], [-0.98, 0.98], [-1.0, 0.9], [-0.82, 0.78], [-0.5, 0.66], [-0.42, 0.78]], 0.05, 'url(#tank)'),
    shape([[-0.96, 0.97], [-1.03, 0.95], [-1.01, 0.89], [-0.94, 0.9]], 0.06, 'url(#tail)'),
    tube([[-0.86, 0.8], [-0.98, 0.6], [-1.02, 0.52]], 0.03, 0.03, '#161718', '#2c2e30'),
    tube([[0.36, 0.86], [0.2, 0.55], [0.14, 0.3]], 0.06, 0.06, '#26282a', '#55595c'),
    tube([[0.3, 0.78], [-0.1, 0.72], [-0.42, 0.8]], 0.06, 0.055, '#26282a', '#5d6164'),
    shape([[0.3, 0.66], [0.34, 0.4], [0.2, 0.2], [-0.16, 0.18], [-0.24, 0.36], [-0.16, 0.62], [0.06, 0.7]], 0.1, '#25282a', 'stroke="#0c0d0d" stroke-width="2"'),
    shape([[0.26, 0.66], [0.34, 0.5], [0.2, 0.4], [0.06, 0.5], [0.1, 0.66]], 0.13, 'url(#steel)'),
    ...[0, 1, 2, 3, 4, 5].map((i) => pipe([[0.29 - i * 0.004, 0.63 - i * 0.035], [0.1, 0.62 - i * 0.035]], 0.14, 0.008, '#2e3234')),
    shape([[0.04, 0.44], [0.18, 0.36], [0.16, 0.24], [0.0, 0.2], [-0.14, 0.26], [-0.14, 0.4]], 0.16, 'url(#steel)', 'stroke="#1b1d1e" stroke-width="2"'),
    shape([[0.0, 0.4], [0.09, 0.35], [0.09, 0.27], [0.0, 0.24], [-0.08, 0.28], [-0.08, 0.37]], 0.17, '#43484b', 'stroke="#a7adb0" stroke-width="2"'),
    tube([[0.3, 0.6], [0.44, 0.42], [0.32, 0.2], [0, 0.16], [-0.3, 0.22]], 0.14, 0.045, '#5b5550', '#b5aea6'),
    tube([[-0.28, 0.22], [-0.5, 0.3], [-0.86, 0.44]], 0.17, 0.11, '#3c4043', '#aeb4b8'),
    shape([[0.36, 0.92], [0.4, 0.8], [0.2, 0.68], [-0.12, 0.7], [-0.2, 0.8], [0.02, 0.94], [0.2, 1.0]], 0.1, 'url(#tank)', 'stroke="#000" stroke-opacity=".35" stroke-width="1.5"'),
    shape([[0.3, 0.9], [0.16, 0.95], [0.0, 0.88], [0.12, 0.9]], 0.12, '#fff', 'fill-opacity=".35"'),
    shape([[-0.06, 0.83], [-0.16, 0.76], [-0.42, 0.78], [-0.76, 0.9], [-0.86, 0.97], [-0.62, 0.93], [-0.36, 0.86]], 0.08, 'url(#leather)'),
    shape([[0.66, 1.02], [0.7, 0.88], [0.6, 0.72], [0.4, 0.56], [0.3, 0.66], [0.42, 0.92], [0.52, 1.04]], 0.14, 'url(#tank)', 'stroke="#000" stroke-opacity=".4" stroke-width="1.5"'),
    shape([[0.66, 0.98], [0.74, 0.88], [0.66, 0.8], [0.58, 0.88]], 0.12, isBent ? '#0a0b0c' : 'url(#lamp)', 'stroke="#111" stroke-width="2"'),
    isBent ? `<path d="M${at([0.7, 0.94], 0.13)} ${at([0.63, 0.88], 0.13)} ${at([0.71, 0.83], 0.13)}" fill="none" stroke="#dfe8ee" stroke-width="4"/>` : '',
    shape([[0.5, 1.04], [0.66, 1.02], [0.6, 1.12], [0.42, 1.26], [0.4, 1.2]], 0.08, '#b7cad6', 'fill-opacity=".55" stroke="#2b3338" stroke-width="1.5"'),
    tube(fork, 0.13, 0.055, '#7d8387', '#e3e7e9'),
    tube([[0.44, 1.0], [0.36, 1.07], [0.26, 1.05]], 0.26, 0.035, '#121314', '#3b3e40'),
    tube([[0.42, 1.05], [0.44, 1.16]], 0.25, 0.014, '#1b1c1d', '#3b3e40'),
    near === blow.side ? '' : shape([[0.4, 1.15], [0.5, 1.16], [0.5, 1.24], [0.4, 1.23]], 0.25, '#25282a'),
    tube([[-0.2, 0.3], [-0.08, 0.28]], 0.22, 0.03, '#17181a', '#4a4d4f'),
  ];
  if (near === blow.side) parts.push(drawSlide(at, blow));
  return parts.join('');
}

/** The marks of a bike that slid on its side, and the cracked fairing. */
function drawSlide(at: (spot: Spot, y: number) => string, blow: Blow): string {
  const random = makeRandom(blow.seed * 3 + 2);
  const lines: string[] = [];
  for (let i = 0; i < 40; i++) {
    const spots: readonly [number, number, number, number][] = [
      [0.0, 0.36, 0.62, 0.98],
      [-0.16, 0.12, 0.22, 0.4],
      [-0.85, -0.5, 0.3, 0.46],
      [0.0, 0.34, 0.72, 0.9],
    ];
    const [x0, x1, z0, z1] = spots[i % 4]!;
    const [x, z] = [between(random, x0, x1), between(random, z0, z1)];
    const long = between(random, 0.04, 0.18);
    lines.push(`M${at([x, z], 0.16)} ${at([x - long, z + between(random, -0.015, 0.02)], 0.16)}`);
  }
  const crack = [
    [0.36, 0.62],
    [0.44, 0.7],
    [0.42, 0.78],
    [0.52, 0.84],
    [0.5, 0.95],
  ].map(([x, z]) => at([x!, z!], 0.15));
  const hole = [
    [0.55, 0.74],
    [0.6, 0.8],
    [0.57, 0.86],
    [0.5, 0.8],
    [0.48, 0.72],
  ].map(([x, z]) => at([x!, z!], 0.15));
  // Where it slid, paint and chrome are ground away.
  const grounds = [
    [
      [0.02, 0.84],
      [0.14, 0.9],
      [0.3, 0.84],
      [0.26, 0.76],
      [0.08, 0.75],
    ],
    [
      [-0.12, 0.38],
      [-0.02, 0.42],
      [0.14, 0.36],
      [0.1, 0.25],
      [-0.08, 0.24],
    ],
    [
      [-0.86, 0.46],
      [-0.56, 0.34],
      [-0.5, 0.3],
      [-0.6, 0.29],
      [-0.88, 0.41],
    ],
  ].map(
    (ring, i) =>
      `<path d="M${ring.map(([x, z]) => at([x! + between(random, -0.015, 0.015), z!], 0.16 + i * 0.005)).join(' ')}z" fill="${['#cfcac0', '#7d7a75', '#8f8a83'][i]}" fill-opacity=".62"/>`,
  );
  return `${grounds.join('')}<path d="${lines.join('')}" stroke="#f0ece4" stroke-opacity=".85" stroke-width="2.2" fill="none"/><path d="M${hole.join(' ')}z" fill="#08090a"/><path d="M${crack.join(' ')}" fill="none" stroke="#070808" stroke-width="4"/>`;
}
