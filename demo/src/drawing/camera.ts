import { cross, dot, normalise, subtract, type Vec } from './vectors.ts';

export const WIDTH = 1600;
export const HEIGHT = 1064;

/** A camera that looks level, so that verticals stay vertical and the horizon lies at `cy`. */
export type Camera = {
  eye: Vec;
  forward: Vec;
  right: Vec;
  focal: number;
  cx: number;
  cy: number;
};

export type Point = readonly [x: number, y: number];

/** Where a point in space falls in the picture, in pixels. */
export function project(camera: Camera, p: Vec): Point {
  const v = subtract(p, camera.eye);
  const depth = Math.max(0.05, dot(v, camera.forward));
  const k = camera.focal / depth;
  return [camera.cx + k * dot(v, camera.right), camera.cy - k * v[2]];
}

/** Pixels that one metre takes at this point. */
export const pixelsPerMetre = (camera: Camera, p: Vec): number =>
  camera.focal / Math.max(0.05, dot(subtract(p, camera.eye), camera.forward));

export type Aim = {
  /** Degrees from straight ahead of the vehicle, positive on its left. */
  azimuth: number;
  /** Height of the eye, metres. */
  height: number;
  /** Metres from the target. */
  distance: number;
  target: Vec;
};

function aimCamera(aim: Aim): Camera {
  const angle = (aim.azimuth * Math.PI) / 180;
  const eye: Vec = [
    aim.target[0] + aim.distance * Math.cos(angle),
    aim.target[1] + aim.distance * Math.sin(angle),
    aim.height,
  ];
  const forward = normalise([aim.target[0] - eye[0], aim.target[1] - eye[1], 0]);
  const right = cross(forward, [0, 0, 1]);
  return { eye, forward, right, focal: 1, cx: 0, cy: 0 };
}

/** Fits the points into the picture: `fill` is the share of its width or height they take. */
export function frameAround(aim: Aim, points: Vec[], fill: number, shift: Point): Camera {
  const camera = aimCamera(aim);
  const flat = points.map((p) => project(camera, p));
  const xs = flat.map((p) => p[0]);
  const ys = flat.map((p) => p[1]);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const focal = Math.min((WIDTH * fill) / (right - left), (HEIGHT * fill * 0.92) / (bottom - top));
  return {
    ...camera,
    focal,
    cx: WIDTH * (0.5 + shift[0]) - (focal * (left + right)) / 2,
    cy: HEIGHT * (0.53 + shift[1]) - (focal * (top + bottom)) / 2,
  };
}

/** Looks at one spot: `span` metres fill the width of the picture there. */
export function frameSpot(aim: Aim, span: number): Camera {
  const camera = { ...aimCamera(aim), focal: (WIDTH / span) * aim.distance };
  const [x, y] = project(camera, aim.target);
  return { ...camera, cx: WIDTH / 2 - x, cy: HEIGHT / 2 - y };
}
