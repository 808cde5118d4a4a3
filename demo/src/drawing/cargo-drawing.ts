import { archOver, openingOver, rectangle, sideOf } from './box-panels.ts';
import { project } from './camera.ts';
import type { CarForm, CarLook } from './car-form.ts';
import type { Rgb } from './paint.ts';
import { drawPlate } from './plate.ts';
import { facesSeen, type Scene, type Shell, traceOn } from './shell.ts';
import { drawFace } from './shell-face.ts';
import { smoothstep, type Vec } from './vectors.ts';
import { drawWheel } from './wheel.ts';

const WHITE: Rgb = [228, 230, 229];

/** The box behind the cab of a lorry, or the dwelling of a motorhome, with the wheels under it. */
export function drawCargo(scene: Scene, form: CarForm, look: CarLook): string {
  const home = look.body === 'motorhome';
  const half = home ? 1.12 : 1.1;
  const shell: Shell = {
    x0: -form.front,
    x1: form.rear + (home ? 0.05 : -0.06),
    width: half * 2,
    z0: home ? 0.42 : 0.98,
    z1: home ? 2.72 : 3.12,
    round: home ? [0.12, 0.1, 0.14] : [0.03, 0.03, 0.03],
    bend: form.dent,
  };
  const near: 1 | -1 = scene.camera.eye[1] > 0 ? 1 : -1;
  const far: 1 | -1 = near === 1 ? -1 : 1;
  const axle = form.front - form.shape.rear_axle;
  const radius = form.shape.wheel;
  const wheel = (side: 1 | -1) =>
    drawWheel(
      scene.camera,
      { centre: [axle, side * (half - 0.06), radius], radius, side, steer: 0 },
      { rim: look.rim, dark: false, turn: 30 },
    );
  const skin = () => ({ colour: WHITE, gloss: home ? 0.7 : 0.35 });
  const faces = facesSeen(scene).map((face) => drawFace(scene, shell, face, skin));
  const plateAt = (z: number) =>
    drawPlate(scene, shell, (s, h) => [shell.x0, -s, h], z, look.number);
  if (!home) {
    const doors = drawBoxDoors(scene, shell, near);
    const frame = drawFrame(scene, form, shell);
    return [wheel(far), frame, wheel(near), ...faces, doors, plateAt(shell.z0 + 0.15)].join('');
  }
  return [
    wheel(far),
    ...faces,
    drawDwelling(scene, shell, near),
    `<path d="${archOver(scene, shell, near, axle, radius)}" fill="#0b0c0d"/>`,
    `<clipPath id="home"><path d="${openingOver(scene, shell, near, axle, radius)}"/></clipPath>`,
    `<g clip-path="url(#home)">${wheel(near)}</g>`,
    plateAt(0.75),
  ].join('');
}

/** The bed over the cab of a motorhome; drawn last when seen from in front. */
export function drawAlcove(scene: Scene, form: CarForm): string {
  const alcove: Shell = {
    x0: form.rear - 0.1,
    x1: form.front - 0.85,
    width: 2.2,
    z0: 1.98,
    z1: 2.74,
    round: [0.32, 0.16, 0.2],
    bend: (p) => {
      // The brow rises towards the front.
      const k = smoothstep(form.rear + 0.3, form.front - 0.85, p[0]);
      return form.dent([p[0], p[1], p[2] + 0.16 * k * smoothstep(2.5, 1.98, p[2])]);
    },
  };
  const skin = () => ({ colour: WHITE, gloss: 0.7 });
  const faces = facesSeen(scene).map((face) => drawFace(scene, alcove, face, skin));
  const near = scene.camera.eye[1] > 0 ? 1 : -1;
  const on = sideOf(alcove, near);
  const pane = rectangle(on, form.rear + 0.2, 2.3, form.rear + 0.85, 2.56);
  return `${faces.join('')}<path d="${traceOn(scene, alcove, pane)}" fill="url(#pane)" stroke="#17191a" stroke-width="4"/>`;
}

function drawDwelling(scene: Scene, shell: Shell, near: number): string {
  const on = sideOf(shell, near);
  const parts: string[] = [];
  const glass = (ring: Vec[]) =>
    parts.push(
      `<path d="${traceOn(scene, shell, ring)}" fill="url(#pane)" stroke="#17191a" stroke-width="5" stroke-linejoin="round"/>`,
    );
  const middle = shell.x0 + (shell.x1 - shell.x0) * 0.52;
  for (const [z, colour] of [
    [1.02, '#6a7f93'],
    [0.9, '#a9b2b8'],
  ] as const) {
    const ring = [on(shell.x0, z), on(shell.x1, z), on(shell.x1, z + 0.08), on(shell.x0, z + 0.16)];
    parts.push(`<path d="${traceOn(scene, shell, ring)}" fill="${colour}"/>`);
  }
  glass(rectangle(on, shell.x0 + 0.4, 1.35, shell.x0 + 1.3, 1.95));
  glass(rectangle(on, shell.x1 - 1.15, 1.35, shell.x1 - 0.3, 1.95));
  const door = rectangle(on, middle, 0.55, middle + 0.62, 2.3);
  parts.push(
    `<path d="${traceOn(scene, shell, door)}" fill="none" stroke="#444" stroke-opacity=".7" stroke-width="2.5"/>`,
  );
  if (near < 0) glass(rectangle(on, middle + 0.14, 1.45, middle + 0.48, 1.95));
  const rear = (y: number, z: number): Vec => [shell.x0, y, z];
  glass(rectangle(rear, -0.6, 1.5, 0.6, 1.95, 0.06));
  for (const k of [0.85, -0.85]) {
    const lamp = rectangle(rear, k - 0.09, 0.6, k + 0.09, 1.0, 0.03);
    parts.push(`<path d="${traceOn(scene, shell, lamp)}" fill="url(#tail)"/>`);
  }
  return parts.join('');
}

function drawBoxDoors(scene: Scene, shell: Shell, near: number): string {
  const on = sideOf(shell, near);
  const rear = (y: number, z: number): Vec => [shell.x0, y, z];
  const line = (y: number, low: number, high: number, colour: string, width: number) =>
    `<path d="${traceOn(scene, shell, [rear(y, shell.z0 + low), rear(y, shell.z1 - high)], false)}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
  const band = (z0: number, z1: number, colour: string) =>
    `<path d="${traceOn(scene, shell, [on(shell.x0, z0), on(shell.x1, z0), on(shell.x1, z1), on(shell.x0, z1)])}" fill="${colour}"/>`;
  const lamps = [0.85, -0.85].map((k) => {
    const ring = rectangle(rear, k - 0.14, shell.z0 + 0.06, k + 0.14, shell.z0 + 0.18, 0.02);
    return `<path d="${traceOn(scene, shell, ring)}" fill="url(#tail)"/>`;
  });
  return [
    band(shell.z0 + 0.01, shell.z0 + 0.09, '#8f9598'),
    band(shell.z1 - 0.09, shell.z1 - 0.03, '#8f9598'),
    band(1.25, 1.31, '#c9a227'),
    line(0, 0.24, 0.1, '#2b2e30', 3),
    ...[0.12, -0.12, 0.8, -0.8].map((y) => line(y, 0.26, 0.12, '#8b9195', 6)),
    ...lamps,
  ].join('');
}

/** Frame, tank and guard rail between the axles. */
function drawFrame(scene: Scene, form: CarForm, shell: Shell): string {
  const near = scene.camera.eye[1] > 0 ? 1 : -1;
  const quad = (x0: number, x1: number, z0: number, z1: number, y: number, fill: string) => {
    const ring: Vec[] = [
      [x0, near * y, z0],
      [x1, near * y, z0],
      [x1, near * y, z1],
      [x0, near * y, z1],
    ];
    return `<path d="M${ring.map((p) => project(scene.camera, p).join(' ')).join(' ')}z" fill="${fill}"/>`;
  };
  const from = form.front - form.shape.rear_axle + 0.5;
  return [
    quad(shell.x0 + 0.1, shell.x1, 0.62, 1.02, 0.5, '#131415'),
    quad(form.rear - 0.9, form.rear - 0.15, 0.42, 0.8, 0.95, '#2c2f31'),
    quad(from, form.rear - 0.1, 0.56, 0.63, 1.04, '#a4aaae'),
    quad(from, form.rear - 0.1, 0.78, 0.85, 1.04, '#8d9397'),
  ].join('');
}
