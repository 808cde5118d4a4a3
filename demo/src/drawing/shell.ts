import { type Camera, type Point, project } from './camera.ts';
import type { Light, Surface } from './paint.ts';
import { add, clamp, cross, dot, normalise, scale, subtract, type Vec } from './vectors.ts';

/**
 * A panel of sheet metal: a rounded box whose points `bend` pulls into shape. Everything that
 * lies on it (windows, lamps, gaps between doors, scratches) is named by its place on the box and
 * goes through the same bend, so it follows the form and its damage.
 */
export type Shell = {
  x0: number;
  x1: number;
  width: number;
  z0: number;
  z1: number;
  /** Radii of the rounded edges, one for each axis. */
  round: Vec;
  bend: (p: Vec) => Vec;
};

export type Face = 'front' | 'rear' | 'left' | 'right' | 'top';

export type Scene = { camera: Camera; light: Light };

export function surfacePoint(shell: Shell, p: Vec): Vec {
  const half = shell.width / 2;
  const [rx, ry, rz] = shell.round;
  const q: Vec = [
    clamp(p[0], shell.x0 + rx, shell.x1 - rx),
    clamp(p[1], -half + ry, half - ry),
    clamp(p[2], shell.z0 + rz, shell.z1 - rz),
  ];
  const d = normalise([(p[0] - q[0]) / rx, (p[1] - q[1]) / ry, (p[2] - q[2]) / rz]);
  return shell.bend([q[0] + d[0] * rx, q[1] + d[1] * ry, q[2] + d[2] * rz]);
}

/** A place on a face of the box; a and b run 0 to 1 (along and up; across and up; along, across). */
export function onFace(shell: Shell, face: Face, a: number, b: number): Vec {
  const half = shell.width / 2;
  const x = shell.x0 + (shell.x1 - shell.x0) * a;
  const z = shell.z0 + (shell.z1 - shell.z0) * b;
  const y = -half + shell.width * a;
  if (face === 'front') return [shell.x1, y, z];
  if (face === 'rear') return [shell.x0, y, z];
  if (face === 'left') return [x, half, z];
  if (face === 'right') return [x, -half, z];
  return [x, -half + shell.width * b, shell.z1];
}

export type Skin = (place: Vec, box: Vec) => Surface;

const written = (p: Point): string => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`;

/** Whether the shell at this place turns towards the eye. */
export function isSeen(scene: Scene, shell: Shell, p: Vec): boolean {
  return facing(scene, shell, p) > 0.02;
}

function facing(scene: Scene, shell: Shell, p: Vec): number {
  const half = shell.width / 2;
  const e = 0.02;
  const side = Math.abs(p[1]) >= half - 1e-6;
  const end = p[0] <= shell.x0 + 1e-6 || p[0] >= shell.x1 - 1e-6;
  const du: Vec = side || !end ? [e, 0, 0] : [0, e, 0];
  const dv: Vec = side || end ? [0, 0, e] : [0, e, 0];
  const c = surfacePoint(shell, p);
  const a = subtract(surfacePoint(shell, add(p, du)), surfacePoint(shell, subtract(p, du)));
  const b = subtract(surfacePoint(shell, add(p, dv)), surfacePoint(shell, subtract(p, dv)));
  let n = cross(a, b);
  const out: Vec = side ? [0, p[1], 0] : end ? [p[0] - (shell.x0 + shell.x1) / 2, 0, 0] : [0, 0, 1];
  if (dot(n, out) < 0) n = scale(n, -1);
  return dot(normalise(n), normalise(subtract(scene.camera.eye, c)));
}

/** A polygon or line on the shell as path commands; empty when it is turned away. */
export function traceOn(scene: Scene, shell: Shell, places: Vec[], closed = true): string {
  const dense: Vec[] = [];
  const count = closed ? places.length : places.length - 1;
  for (let i = 0; i < count; i++) {
    const a = places[i]!;
    const b = places[(i + 1) % places.length]!;
    const steps = clamp(Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) / 0.07), 1, 60);
    for (let k = 0; k < steps; k++) dense.push(add(a, scale(subtract(b, a), k / steps)));
  }
  if (!closed) dense.push(places[places.length - 1]!);
  const seen = dense.filter((p) => isSeen(scene, shell, p));
  if (seen.length < (closed ? 3 : 2)) return '';
  const points = seen.map((p) => written(project(scene.camera, surfacePoint(shell, p))));
  return `M${points.join(' ')}${closed ? 'z' : ''}`;
}

/** The faces of a panel that can be seen, farthest first. */
export function facesSeen(scene: Scene): Face[] {
  const { eye } = scene.camera;
  const side: Face = eye[1] > 0 ? 'left' : 'right';
  const [near, far]: Face[] = eye[0] > 0 ? ['front', 'rear'] : ['rear', 'front'];
  if (Math.abs(eye[0]) > Math.abs(eye[1])) return ['top', side, near!];
  // Seen from the side, the rounded edges of both ends show.
  return ['top', far!, near!, side];
}
