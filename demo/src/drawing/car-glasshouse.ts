import { type Point, pixelsPerMetre, project } from './camera.ts';
import type { CarForm, CarLook } from './car-form.ts';
import { facesSeen, type Scene, type Shell, type Skin, surfacePoint, traceOn } from './shell.ts';
import { drawFace } from './shell-face.ts';
import { add, clamp, type Vec } from './vectors.ts';

/** The roof, pillars and windows over the waist, and the mirrors. */
export function drawGlasshouse(scene: Scene, form: CarForm, look: CarLook, skin: Skin): string {
  const faces = facesSeen(scene);
  const near = scene.camera.eye[1] > 0 ? 1 : -1;
  const parts = [drawMirror(scene, form, skin, -near)];
  parts.push(...faces.map((face) => drawFace(scene, form.upper, face, skin)));
  const panes = outlineGlass(form);
  const seen = panes.map((pane) => traceOn(scene, form.upper, pane)).join('');
  const ppm = pixelsPerMetre(scene.camera, [0, 0, 1.2]);
  const glass = faces
    .filter((face) => face !== 'top')
    .map((face) =>
      drawFace(
        scene,
        form.upper,
        face,
        () =>
          look.burnt ? { colour: [14, 13, 12], gloss: 0.35 } : { colour: [26, 32, 36], gloss: 1.7 },
        { tile: 34 },
      ),
    );
  parts.push(
    `<path d="${seen}" fill="#0c0f11"/><clipPath id="glass"><path d="${seen}"/></clipPath>`,
    `<g clip-path="url(#glass)">${glass.join('')}${look.burnt ? '' : drawInside(scene, form, panes)}</g>`,
    `<path d="${seen}" fill="none" stroke="#08090a" stroke-width="${(ppm * 0.022).toFixed(1)}" stroke-linejoin="round"/>`,
  );
  if (!look.dark_trim && form.shape.roof < 1.9) parts.push(drawTrim(scene, form, ppm));
  parts.push(drawRails(scene, form, look, ppm));
  parts.push(drawMirror(scene, form, skin, near));
  return parts.join('');
}

const low = 0.05;
const highOf = (form: CarForm) => (form.shape.tumble > 0.85 ? 0.58 : 0.8);

function paneOn(form: CarForm, side: 1 | -1, from: number, to: number): Vec[] {
  const ring: Vec[] = [];
  const place = (d: number, g: number): Vec => {
    const [t, y] = form.onGlasshouse(side, form.front - d, g);
    return [clamp(t, 0.055, 0.965), y, g];
  };
  const high = highOf(form);
  for (let k = 0; k <= 6; k++) ring.push(place(from + ((to - from) * k) / 6, low));
  for (let k = 6; k >= 0; k--) ring.push(place(from + ((to - from) * k) / 6, high));
  return ring;
}

function outlineGlass(form: CarForm): Vec[][] {
  const { shape, upper } = form;
  const panes: Vec[][] = [];
  for (const side of [1, -1] as const) {
    shape.panes.forEach(([from, to], i) => {
      const first = i === 0 ? shape.cowl - 0.1 : from;
      panes.push(paneOn(form, side, first, to));
    });
  }
  const half = upper.width / 2;
  const top = shape.tumble > 0.85 ? 0.66 : 0.88;
  panes.push([
    [1, -half * 0.93, 0.03],
    [1, half * 0.93, 0.03],
    [1, half * 0.88, top - 0.04],
    [1, half * 0.7, top],
    [1, -half * 0.7, top],
    [1, -half * 0.88, top - 0.04],
  ]);
  if (shape.rear_glass) {
    panes.push([
      [0, -half * 0.86, 0.12],
      [0, half * 0.86, 0.12],
      [0, half * 0.84, 0.78],
      [0, half * 0.7, 0.84],
      [0, -half * 0.7, 0.84],
      [0, -half * 0.84, 0.78],
    ]);
  } else if (shape.lower_length > 5) {
    for (const k of [1, -1])
      panes.push([
        [0, k * half * 0.12, 0.12],
        [0, k * half * 0.84, 0.12],
        [0, k * half * 0.84, 0.5],
        [0, k * half * 0.12, 0.5],
      ]);
  }
  return panes;
}

const path = (points: Point[]): string =>
  `M${points.map((p) => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join(' ')}z`;

/** What shows through the glass: daylight in the windows behind, seats, the wheel. */
function drawInside(scene: Scene, form: CarForm, panes: Vec[][]): string {
  const { camera } = scene;
  const flat = (shell: Shell, ring: Vec[]) =>
    path(ring.map((p) => project(camera, surfacePoint(shell, p))));
  const behind = panes
    .filter((pane) => traceOn(scene, form.upper, pane) === '')
    .map((pane) => flat(form.upper, pane));
  const waist = form.topAt(form.front - 2);
  const solid = (x: number, y: number, w: number, z0: number, z1: number): string => {
    const ring: Vec[] = [
      [x, y - w, z0],
      [x, y - w * 0.9, z1 - 0.05],
      [x, y - w * 0.6, z1],
      [x, y + w * 0.6, z1],
      [x, y + w * 0.9, z1 - 0.05],
      [x, y + w, z0],
    ];
    const back = ring.map((p): Vec => [p[0] - 0.12, p[1], p[2]]);
    return [ring, back].map((r) => path(r.map((p) => project(camera, p)))).join('');
  };
  const seats: string[] = [];
  const rows = form.shape.doors.length > 2 && form.shape.roof < 1.9 ? [2.35, 3.2] : [2.05];
  for (const d of rows) {
    for (const y of [0.37, -0.37]) {
      seats.push(solid(form.front - d, y, 0.25, waist - 0.35, waist + 0.16));
      seats.push(solid(form.front - d + 0.02, y, 0.13, waist + 0.18, waist + 0.34));
    }
  }
  return `<path d="${behind.join('')}" fill="#cfdbe2" fill-opacity=".3"/><path d="${seats.join('')}" fill="#090b0c" fill-opacity=".62"/>`;
}

function drawTrim(scene: Scene, form: CarForm, ppm: number): string {
  const side = scene.camera.eye[1] > 0 ? 1 : -1;
  const { panes, cowl } = form.shape;
  const pane = paneOn(form, side, cowl - 0.1, panes[panes.length - 1]![1]);
  const d = traceOn(scene, form.upper, pane.slice(0, 7), false);
  return `<path d="${d}" fill="none" stroke="#d5dadd" stroke-width="${(ppm * 0.016).toFixed(1)}"/>`;
}

function drawRails(scene: Scene, form: CarForm, look: CarLook, ppm: number): string {
  if (!form.shape.rails) return '';
  const near = scene.camera.eye[1] > 0 ? 1 : -1;
  const rail = [near].map((side) => {
    const points: Point[] = [];
    for (let k = 0; k <= 14; k++) {
      const p = surfacePoint(form.upper, [
        0.14 + 0.66 * (k / 14),
        side * form.upper.width * 0.43,
        1,
      ]);
      const lift = k === 0 || k === 14 ? 0 : 0.035;
      points.push(project(scene.camera, add(p, [0, 0, lift])));
    }
    return `M${points.map((p) => p.map((v) => v.toFixed(1)).join(' ')).join(' ')}`;
  });
  const w = ppm * 0.026;
  return `<path d="${rail.join('')}" fill="none" stroke="#17191a" stroke-width="${(w * 1.5).toFixed(1)}" stroke-linejoin="round"/><path d="${rail.join('')}" fill="none" stroke="${look.dark_trim ? '#3a3d40' : '#c3c9cd'}" stroke-width="${(w * 0.7).toFixed(1)}" stroke-linejoin="round"/>`;
}

function drawMirror(scene: Scene, form: CarForm, skin: Skin, side: number): string {
  const { shape } = form;
  const tall = shape.roof > 1.9;
  const d = shape.panes[0]![0] + 0.03;
  const height = tall ? 0.36 : 0.15;
  const out = shape.width / 2 + (tall ? 0.06 : 0.02);
  const waist = form.topAt(form.front - d);
  const centre: Vec = [form.front - d, side * out, waist + (tall ? 0.25 : 0.075)];
  const mirror: Shell = {
    x0: -0.07,
    x1: 0.07,
    width: tall ? 0.2 : 0.23,
    z0: -height / 2,
    z1: height / 2,
    round: [0.07, 0.08, 0.06],
    bend: (p) => form.dent(add(centre, [p[0] - Math.abs(p[1]) * 0.15, p[1], p[2]])),
  };
  const plain = () => ({ colour: [30, 32, 34] as const, gloss: 0.4 });
  const foot = [
    [form.front - d - 0.02, side * (out - 0.16), waist - 0.01],
    [form.front - d - 0.02, side * (out - 0.02), waist + 0.04],
    [form.front - d + 0.08, side * (out - 0.16), waist - 0.01],
  ].map((p) => project(scene.camera, form.dent([p[0]!, p[1]!, p[2]!])));
  const parts = [`<path d="${path(foot)}" fill="#141617" stroke="#141617" stroke-width="6"/>`];
  for (const face of facesSeen(scene)) {
    parts.push(drawFace(scene, mirror, face, tall ? plain : skin, { tile: 8 }));
  }
  if (scene.camera.eye[0] < 0) {
    const half = mirror.width / 2 - 0.025;
    const ring = [
      [-half, -1],
      [half, -1],
      [half, 1],
      [-half, 1],
    ].map(([y, z]) => project(scene.camera, mirror.bend([-0.072, y!, z! * (height / 2 - 0.03)])));
    parts.push(`<path d="${path(ring)}" fill="#93a4b0" stroke="#1b1d1f" stroke-width="2"/>`);
  }
  return parts.join('');
}
