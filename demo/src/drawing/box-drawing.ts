import { between, makeRandom } from '../random.ts';
import { drawCaravanParts, drawTrailerParts } from './box-fittings.ts';
import { archOver, openingOver, sideOf, written } from './box-panels.ts';
import { pixelsPerMetre, project } from './camera.ts';
import type { Dent } from './car-form.ts';
import type { Blow, Measures } from './damage.ts';
import { drawPlate } from './plate.ts';
import { facesSeen, isSeen, type Scene, type Shell, type Skin, traceOn } from './shell.ts';
import { drawFace } from './shell-face.ts';
import type { Vec } from './vectors.ts';
import { drawWheel } from './wheel.ts';

/** Bodies without a bonnet: metres. */
export const BOX_BODIES = {
  caravan: {
    length: 5.4,
    width: 2.3,
    bottom: 0.42,
    roof: 2.56,
    axle: -0.3,
    wheel: 0.32,
    bar: 1.15,
  },
  trailer: {
    length: 3.2,
    width: 1.62,
    bottom: 0.52,
    roof: 1.95,
    axle: -0.25,
    wheel: 0.29,
    bar: 1.1,
  },
} as const;

export type BoxBody = keyof typeof BOX_BODIES;

export function measureBox(body: BoxBody): Measures {
  const b = BOX_BODIES[body];
  const end = b.length / 2;
  return {
    end: end + 0.5,
    half: b.width / 2,
    sill: b.bottom,
    waist: 1.2,
    roof: b.roof,
    door: 0.6,
    screen: [end, 0, 1.6],
  };
}

export function drawBoxBody(
  scene: Scene,
  body: BoxBody,
  look: { registration_number: string; colour: string },
  blow: Blow,
  dent: Dent,
  skin: Skin,
): string {
  const b = BOX_BODIES[body];
  const x1 = b.length / 2 - 0.1;
  const x0 = x1 - b.length + 0.2;
  const round: Vec = body === 'caravan' ? [0.42, 0.1, 0.3] : [0.06, 0.05, 0.05];
  const shell: Shell = {
    x0,
    x1,
    width: b.width,
    z0: b.bottom,
    z1: b.roof,
    round,
    bend: (p) => dent([p[0], p[1] * (1 - 0.01 * (p[2] - b.bottom)), p[2]]),
  };
  const near = scene.camera.eye[1] > 0 ? 1 : -1;
  const wheelAt = (side: number) =>
    drawWheel(
      scene.camera,
      {
        centre: [b.axle, side * (b.width / 2 - (body === 'trailer' ? -0.14 : 0.05)), b.wheel],
        radius: b.wheel,
        side: side > 0 ? 1 : -1,
        steer: 0,
      },
      { rim: body === 'caravan' ? 'five' : 'steel', dark: false, turn: 12, width: 0.17 },
    );
  const bar = drawBar(scene, x1, b.bar, b.bottom);
  const faces = facesSeen(scene).map((face) => drawFace(scene, shell, face, skin));
  const details =
    body === 'caravan'
      ? drawCaravanParts(scene, shell, near, blow)
      : drawTrailerParts(scene, shell, near, b.axle);
  const plate = drawPlate(
    scene,
    shell,
    (s, z) => [x0, -s - b.width * 0.28, z],
    b.bottom + 0.24,
    look.registration_number,
  );
  const parts = [wheelAt(-near)];
  if (scene.camera.eye[0] < 0) parts.push(bar);
  parts.push(drawFloor(scene, shell), ...faces, details, plate);
  parts.push(drawRearLamps(scene, shell), drawSideMarks(scene, shell, blow, b.bottom));
  if (body === 'caravan') {
    parts.push(`<path d="${archOver(scene, shell, near, b.axle, b.wheel)}" fill="#0c0d0e"/>`);
    parts.push(
      `<clipPath id="arch"><path d="${openingOver(scene, shell, near, b.axle, b.wheel)}"/></clipPath>`,
    );
    parts.push(`<g clip-path="url(#arch)">${wheelAt(near)}</g>`);
  } else
    parts.push(
      wheelAt(near),
      drawMudguard(scene, b.axle, near * (b.width / 2 + 0.14), b.wheel, near),
    );
  if (scene.camera.eye[0] >= 0) parts.push(bar);
  return parts.join('');
}

function drawFloor(scene: Scene, shell: Shell): string {
  const h = shell.width / 2 - 0.15;
  const ring: Vec[] = [
    [shell.x1 - 0.3, h, 0],
    [shell.x1 - 0.3, -h, 0],
    [shell.x0 + 0.3, -h, 0],
    [shell.x0 + 0.3, h, 0],
  ];
  const low = ring.map((p) => project(scene.camera, [p[0], p[1], shell.z0 - 0.1]));
  const high = ring.map((p) => project(scene.camera, [p[0], p[1], shell.z0 + 0.15]));
  const quads = low.map(
    (p, i) => `M${written([p, low[(i + 1) % 4]!, high[(i + 1) % 4]!, high[i]!])}z`,
  );
  return `<path d="${quads.join('')}M${written(low)}z" fill="#101112"/>`;
}

/** The drawbar with its jockey wheel and hitch. */
function drawBar(scene: Scene, x1: number, long: number, bottom: number): string {
  const { camera } = scene;
  const z = bottom + 0.02;
  const tip: Vec = [x1 + long, 0, z];
  const w = pixelsPerMetre(camera, tip) * 0.07;
  const line = (a: Vec, b: Vec, colour: string, k = 1) =>
    `<path d="M${written([project(camera, a), project(camera, b)])}" stroke="${colour}" stroke-width="${(w * k).toFixed(1)}" stroke-linecap="round" fill="none"/>`;
  return [
    line([x1 - 0.3, 0.55, z], tip, '#55595c'),
    line([x1 - 0.3, -0.55, z], tip, '#6d7276'),
    line([x1 + long * 0.72, 0, z + 0.35], [x1 + long * 0.72, 0, 0.14], '#8d9296', 0.8),
    line([x1 + long * 0.72 - 0.06, 0, 0.09], [x1 + long * 0.72 + 0.06, 0, 0.09], '#1a1b1c', 2.4),
    line(tip, [tip[0] + 0.22, 0, z + 0.04], '#2a2c2e', 1.6),
    line([tip[0] - 0.1, 0, z + 0.06], [tip[0] - 0.3, 0, z + 0.26], '#b0262a', 0.7),
  ].join('');
}

function drawRearLamps(scene: Scene, shell: Shell): string {
  const parts: string[] = [];
  for (const k of [1, -1]) {
    const y = k * (shell.width / 2 - 0.2);
    const ring: Vec[] = [
      [shell.x0, y - 0.12, shell.z0 + 0.14],
      [shell.x0, y + 0.12, shell.z0 + 0.14],
      [shell.x0, y + 0.12, shell.z0 + 0.28],
      [shell.x0, y - 0.12, shell.z0 + 0.28],
    ];
    if (isSeen(scene, shell, ring[0]!))
      parts.push(
        `<path d="${traceOn(scene, shell, ring)}" fill="url(#tail)" stroke="#222" stroke-width="2"/>`,
      );
  }
  return parts.join('');
}

function drawMudguard(scene: Scene, axle: number, y: number, wheel: number, near: number): string {
  const arc = (depth: number) => {
    const points: (readonly [number, number])[] = [];
    for (let k = 0; k <= 16; k++) {
      const a = (Math.PI * k) / 16;
      points.push(
        project(scene.camera, [
          axle + wheel * 1.2 * Math.cos(a),
          y - near * depth,
          wheel + wheel * 1.2 * Math.sin(a),
        ]),
      );
    }
    return points;
  };
  return `<path d="M${written([...arc(0), ...arc(0.2).reverse()])}z" fill="#26282a" stroke="#26282a" stroke-width="5" stroke-linejoin="round"/>`;
}

/** Scratches where the blow fell. */
function drawSideMarks(scene: Scene, shell: Shell, blow: Blow, bottom: number): string {
  if (blow.kind === 'hail') return drawDimples(scene, shell, blow.seed);
  if (blow.kind === 'fire' || blow.kind === 'water') return '';
  const random = makeRandom(blow.seed * 5 + 1);
  const on = sideOf(shell, blow.side);
  const parts: string[] = [];
  const centre =
    blow.kind === 'rear' ? shell.x0 + 0.6 : blow.kind === 'front' ? shell.x1 - 0.6 : 0.6;
  for (let i = 0; i < 34; i++) {
    const x = centre + between(random, -0.8, 0.6);
    const z = bottom + between(random, 0.15, 0.75);
    const line = [0, 0.5, 1].map((k) =>
      on(x + k * between(random, 0.15, 0.5), z + between(random, -0.015, 0.015)),
    );
    parts.push(
      `<path d="${traceOn(scene, shell, line, false)}" fill="none" stroke="${['#4a4743', '#8d8983', '#2b2a29'][i % 3]}" stroke-opacity="${between(random, 0.3, 0.8).toFixed(2)}" stroke-width="${between(random, 1, 3.4).toFixed(1)}"/>`,
    );
  }
  // A tear in the thin sheet.
  const tear = Array.from({ length: 14 }, (_, i) => {
    const t = i < 7 ? i / 6 : (13 - i) / 6;
    return on(
      centre - 0.35 + t * 0.8,
      bottom + 0.45 + (i < 7 ? 0 : 0.06 * Math.sin(t * Math.PI)) + between(random, -0.012, 0.012),
    );
  });
  parts.push(`<path d="${traceOn(scene, shell, tear)}" fill="#0b0b0c"/>`);
  return parts.join('');
}

/** Hail on thin sheet: dimples on the near side, most of them high up. */
function drawDimples(scene: Scene, shell: Shell, seed: number): string {
  const random = makeRandom(seed * 5 + 2);
  const on = sideOf(shell, scene.camera.eye[1] > 0 ? 1 : -1);
  const ring = (x: number, z: number, r: number) =>
    Array.from({ length: 8 }, (_, i) =>
      on(x + r * Math.cos((i * Math.PI) / 4), z + r * Math.sin((i * Math.PI) / 4)),
    );
  const darks: string[] = [];
  const glints: string[] = [];
  for (let i = 0; i < 150; i++) {
    const x = between(random, shell.x0 + 0.15, shell.x1 - 0.15);
    const z = shell.z1 - 0.12 - (shell.z1 - shell.z0 - 0.25) * random() ** 1.6;
    const r = between(random, 0.014, 0.03);
    darks.push(traceOn(scene, shell, ring(x, z, r)));
    glints.push(traceOn(scene, shell, ring(x, z - r * 0.5, r * 0.5)));
  }
  return `<path d="${darks.join('')}" fill="#000" fill-opacity=".22"/><path d="${glints.join('')}" fill="#fff" fill-opacity=".6"/>`;
}
