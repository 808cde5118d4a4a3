import { project } from './camera.ts';
import type { CarForm, CarLook } from './car-form.ts';
import { drawGlasshouse } from './car-glasshouse.ts';
import { drawLowerParts } from './car-lower-parts.ts';
import { drawAlcove, drawCargo } from './cargo-drawing.ts';
import { facesSeen, type Scene, type Skin, traceOn } from './shell.ts';
import { drawFace } from './shell-face.ts';
import type { Vec } from './vectors.ts';
import { drawWheel } from './wheel.ts';

export function drawCar(scene: Scene, form: CarForm, look: CarLook, skin: Skin): string {
  const { camera } = scene;
  const nearSide = camera.eye[1] > 0 ? 1 : -1;
  const wheel = (w: (typeof form.wheels)[number]) =>
    drawWheel(camera, w, { rim: look.rim, dark: look.dark_rim, turn: look.wheel_turn });
  const under = form.wheels.filter((w) => w.centre[0] > form.rear);
  const far = under.filter((w) => w.side !== nearSide);
  const near = under
    .filter((w) => w.side === nearSide)
    .sort((a, b) => (camera.eye[0] > 0 ? a.centre[0] - b.centre[0] : b.centre[0] - a.centre[0]));
  const body = facesSeen(scene).map((face) =>
    drawFace(scene, form.lower, face, skin, face === 'top' ? { hide: underRoof(form) } : {}),
  );
  const carries = form.shape.lower_length < form.shape.length;
  const cargo = carries ? drawCargo(scene, form, look) : '';
  const alcove = look.body === 'motorhome' ? drawAlcove(scene, form) : '';
  const ahead = camera.eye[0] > 0;
  return [
    ahead ? cargo : '',
    ...far.map(wheel),
    drawUnderside(scene, form),
    // Seen from an end, the near wheels show under the bumper as well.
    ...(Math.abs(camera.eye[1]) < Math.abs(camera.eye[0]) * 0.5 ? near.map(wheel) : []),
    ...body,
    drawArches(scene, form, nearSide),
    ...near.map((w) => `<g clip-path="url(#arches)">${wheel(w)}</g>`),
    drawLowerParts(scene, form, look),
    look.body === 'pickup' ? drawBed(scene, form) : '',
    drawGlasshouse(scene, form, look, skin),
    alcove,
    ahead ? '' : cargo,
  ].join('');
}

const underRoof = (form: CarForm) => (box: Vec) =>
  box[0] < form.front - form.shape.cowl - 0.35 &&
  box[0] > form.front - form.shape.tail + 0.25 &&
  Math.abs(box[1]) < form.shape.width / 2 - 0.3;

function drawBed(scene: Scene, form: CarForm): string {
  const half = form.shape.width / 2 - 0.13;
  const [x0, x1] = [form.rear + 0.1, form.front - form.shape.tail - 0.06];
  const ring: Vec[] = [
    [x0, -half, 1],
    [x1, -half, 1],
    [x1, half, 1],
    [x0, half, 1],
  ];
  return `<path d="${traceOn(scene, form.lower, ring)}" fill="#141617" stroke="#2b2e30" stroke-width="5"/>`;
}

function drawUnderside(scene: Scene, form: CarForm): string {
  const half = form.shape.width / 2 - 0.12;
  const tail = form.rear + (form.shape.lower_length < form.shape.length ? 0 : 0.6);
  const ring: Vec[] = [
    [form.front - 0.6, half, 0.3],
    [form.front - 0.6, -half, 0.3],
    [tail, -half, 0.3],
    [tail, half, 0.3],
  ];
  const low = ring.map((p) => project(scene.camera, [p[0], p[1], form.shape.sill - 0.02]));
  const high = ring.map((p) => project(scene.camera, [p[0], p[1], form.shape.sill + 0.2]));
  const quads = low.map((p, i) => {
    const j = (i + 1) % 4;
    return `M${p} ${low[j]} ${high[j]} ${high[i]}z`;
  });
  return `<path d="${quads.join('')}M${low.join(' ')}z" fill="#0b0c0d"/>`;
}

/** The wheel openings of the near side, and the clip that keeps the wheels inside them. */
function drawArches(scene: Scene, form: CarForm, side: 1 | -1): string {
  const { camera } = scene;
  const half = form.shape.width / 2;
  const reach = form.shape.wheel * 1.16;
  const dark: string[] = [];
  const lips: string[] = [];
  const clip: string[] = [];
  for (const w of form.wheels.filter((one) => one.side === side && one.centre[0] > form.rear)) {
    const x = w.centre[0];
    const arc: Vec[] = [];
    const start = Math.asin(Math.min(1, (form.bottomAt(x) - w.radius) / reach));
    for (let k = 0; k <= 28; k++) {
      const a = start + ((Math.PI - 2 * start) * k) / 28;
      const [ax, az] = [x + reach * Math.cos(a), w.radius + reach * Math.sin(a)];
      const z = Math.max(az, form.bottomAt(ax));
      arc.push(form.lower.bend(form.onSide(side, ax, z)));
    }
    const points = arc.map((p) => project(camera, p));
    dark.push(`M${points.join(' ')}z`);
    lips.push(`M${points.join(' ')}`);
    const ends = [arc[28]!, arc[0]!].map((p, i): Vec[] => {
      const out = i === 0 ? -0.5 : 0.5;
      return [
        [p[0] + out, side * (half - 0.05), p[2] - 0.01],
        [p[0] + out, side * (half + 0.1), -0.25],
      ];
    });
    const below = [ends[0]![0]!, ends[0]![1]!, ends[1]![1]!, ends[1]![0]!];
    clip.push(`M${[...points, ...below.map((p) => project(camera, p))].join(' ')}z`);
  }
  const trim = form.shape.cladding
    ? `<path d="${lips.join('')}" fill="none" stroke="#26282a" stroke-width="${(camera.focal / 150).toFixed(1)}"/>`
    : `<path d="${lips.join('')}" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="3"/>`;
  return `<clipPath id="arches"><path d="${clip.join('')}"/></clipPath><path d="${dark.join('')}" fill="#08090a"/>${trim}`;
}
