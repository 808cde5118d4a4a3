import { project } from './camera.ts';
import { type Scene, type Shell, traceOn } from './shell.ts';
import type { Vec } from './vectors.ts';

/** Dark glass as on caravans; once in a picture. */
export const PANE_DEFS =
  '<linearGradient id="pane" x1="0" y1="0" x2=".35" y2="1"><stop offset="0" stop-color="#7f97a6"/><stop offset=".38" stop-color="#3d4c56"/><stop offset=".42" stop-color="#222b31"/><stop offset="1" stop-color="#151b1f"/></linearGradient>';

/** Points as SVG writes them. */
export const written = (points: readonly (readonly [number, number])[]): string =>
  points.map((p) => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join(' ');

/** Places on a flat side, by x and z. */
export const sideOf =
  (shell: Shell, k: number) =>
  (x: number, z: number): Vec => [x, (k * shell.width) / 2, z];
/** A rectangle with its corners cut. */
export const rectangle = (
  on: (x: number, z: number) => Vec,
  x0: number,
  z0: number,
  x1: number,
  z1: number,
  r = 0.05,
): Vec[] => [
  on(x0 + r, z0),
  on(x1 - r, z0),
  on(x1, z0 + r),
  on(x1, z1 - r),
  on(x1 - r, z1),
  on(x0 + r, z1),
  on(x0, z1 - r),
  on(x0, z0 + r),
];

/** The opening for a wheel in a flat side. */
export function archOver(
  scene: Scene,
  shell: Shell,
  near: number,
  axle: number,
  wheel: number,
): string {
  const on = sideOf(shell, near);
  const ring: Vec[] = [];
  for (let k = 0; k <= 20; k++) {
    const a = (Math.PI * k) / 20;
    ring.push(
      on(axle + wheel * 1.25 * Math.cos(a), Math.max(shell.z0, wheel + wheel * 0.75 * Math.sin(a))),
    );
  }
  return traceOn(scene, shell, ring);
}

/** That opening and everything under the floor: where the wheel shows. */
export function openingOver(
  scene: Scene,
  shell: Shell,
  near: number,
  axle: number,
  wheel: number,
): string {
  const y = (near * shell.width) / 2;
  const points: (readonly [number, number])[] = [];
  for (let k = 0; k <= 20; k++) {
    const a = (Math.PI * k) / 20;
    points.push(
      project(scene.camera, [
        axle + wheel * 1.25 * Math.cos(a),
        y,
        Math.max(shell.z0, wheel + wheel * 0.75 * Math.sin(a)),
      ]),
    );
  }
  const below: Vec[] = [
    [axle - 1, y, shell.z0],
    [axle - 1, y, -0.2],
    [axle + 1, y, -0.2],
    [axle + 1, y, shell.z0],
  ];
  return `M${written([...points, ...below.map((p) => project(scene.camera, p))])}z`;
}
