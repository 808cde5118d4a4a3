import { HEIGHT, type Point, project, WIDTH } from './camera.ts';
import { blend, hexOf, type Rgb, type Surface, shade } from './paint.ts';
import { encodePng } from './png.ts';
import { type Face, onFace, type Scene, type Shell, type Skin, surfacePoint } from './shell.ts';
import { clamp, cross, dot, mix, normalise, scale, subtract, type Vec } from './vectors.ts';

const OUTWARD: Record<Face, 1 | -1> = { front: 1, rear: -1, left: -1, right: 1, top: 1 };

// More rows and columns near the edges, where the metal turns.
const spread = (k: number): number => k - Math.sin(k * 2 * Math.PI) * 0.09;

type Knot = { at: Point; colour: Rgb; facing: number };

/** One face of a shell, shaded for every pixel. */
export function drawFace(
  scene: Scene,
  shell: Shell,
  face: Face,
  skin: Skin,
  options: { tile?: number; hide?: (box: Vec) => boolean } = {},
): string {
  const at = (a: number, b: number) =>
    project(scene.camera, surfacePoint(shell, onFace(shell, face, a, b)));
  const tile = Math.min(7, options.tile ?? 7);
  const wide = span(at(0, 0.5), at(0.5, 0.5), at(1, 0.5));
  const high = span(at(0.5, 0), at(0.5, 0.5), at(0.5, 1));
  const columns = clamp(Math.ceil(wide / tile), 24, 320);
  const rows = clamp(Math.ceil(high / tile), 10, 200);
  return rasterize(scene, shell, face, skin, columns, rows, options.hide ?? (() => false));
}

/** Pixels of a patch for each of the picture's, along each side. */
const FINE = 2;

type Corner = { box: Vec; p: Vec; n: Vec; x: number; y: number; depth: number; facing: number };

function rasterize(
  scene: Scene,
  shell: Shell,
  face: Face,
  skin: Skin,
  columns: number,
  rows: number,
  hide: (box: Vec) => boolean,
): string {
  const { eye } = scene.camera;
  const boxes: Vec[][] = [];
  const space: Vec[][] = [];
  for (let j = 0; j <= rows; j++) {
    boxes.push([]);
    space.push([]);
    for (let i = 0; i <= columns; i++) {
      const box = onFace(shell, face, spread(i / columns), spread(j / rows));
      boxes[j]!.push(box);
      space[j]!.push(surfacePoint(shell, box));
    }
  }
  const corners: Corner[][] = space.map((line, j) =>
    line.map((p, i) => {
      const along = subtract(line[Math.min(columns, i + 1)]!, line[Math.max(0, i - 1)]!);
      const up = subtract(space[Math.min(rows, j + 1)]![i]!, space[Math.max(0, j - 1)]![i]!);
      const n = normalise(scale(cross(along, up), OUTWARD[face]));
      const [x, y] = project(scene.camera, p);
      const away = subtract(eye, p);
      return {
        box: boxes[j]![i]!,
        p,
        n,
        x,
        y,
        depth: Math.hypot(...away),
        facing: dot(n, normalise(away)),
      };
    }),
  );
  let [left, top, right, bottom] = [WIDTH, HEIGHT, 0, 0];
  for (const line of corners)
    for (const c of line) {
      left = Math.min(left, c.x);
      right = Math.max(right, c.x);
      top = Math.min(top, c.y);
      bottom = Math.max(bottom, c.y);
    }
  left = Math.floor(clamp(left - 1, 0, WIDTH));
  right = Math.ceil(clamp(right + 1, 0, WIDTH));
  top = Math.floor(clamp(top - 1, 0, HEIGHT));
  bottom = Math.ceil(clamp(bottom + 1, 0, HEIGHT));
  if (right - left < 2 || bottom - top < 2) return '';
  const w = (right - left) * FINE;
  const h = (bottom - top) * FINE;
  const pixels = new Uint8ClampedArray(w * h * 4);
  const depths = new Float32Array(w * h).fill(1e9);
  const fill = (a: Corner, b: Corner, c: Corner) => {
    const [ax, ay] = [(a.x - left) * FINE, (a.y - top) * FINE];
    const [bx, by] = [(b.x - left) * FINE, (b.y - top) * FINE];
    const [cx, cy] = [(c.x - left) * FINE, (c.y - top) * FINE];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (Math.abs(area) < 1e-9) return;
    const x0 = Math.max(0, Math.floor(Math.min(ax, bx, cx) - 0.5));
    const x1 = Math.min(w - 1, Math.ceil(Math.max(ax, bx, cx) + 0.5));
    const y0 = Math.max(0, Math.floor(Math.min(ay, by, cy) - 0.5));
    const y1 = Math.min(h - 1, Math.ceil(Math.max(ay, by, cy) + 0.5));
    const loose = -0.02;
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const [px, py] = [x + 0.5, y + 0.5];
        const v = ((px - ax) * (cy - ay) - (py - ay) * (cx - ax)) / area;
        const u = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / area;
        const t = 1 - u - v;
        if (u < loose || v < loose || t < loose) continue;
        const depth = a.depth * t + b.depth * v + c.depth * u;
        const k = y * w + x;
        if (depth >= depths[k]!) continue;
        const n = normalise([
          a.n[0] * t + b.n[0] * v + c.n[0] * u,
          a.n[1] * t + b.n[1] * v + c.n[1] * u,
          a.n[2] * t + b.n[2] * v + c.n[2] * u,
        ]);
        const p: Vec = [
          a.p[0] * t + b.p[0] * v + c.p[0] * u,
          a.p[1] * t + b.p[1] * v + c.p[1] * u,
          a.p[2] * t + b.p[2] * v + c.p[2] * u,
        ];
        const box: Vec = [
          a.box[0] * t + b.box[0] * v + c.box[0] * u,
          a.box[1] * t + b.box[1] * v + c.box[1] * u,
          a.box[2] * t + b.box[2] * v + c.box[2] * u,
        ];
        depths[k] = depth;
        const colour = shade(scene.light, skin(p, box), n, normalise(subtract(eye, p)), p);
        pixels[k * 4] = colour[0];
        pixels[k * 4 + 1] = colour[1];
        pixels[k * 4 + 2] = colour[2];
        pixels[k * 4 + 3] = 255;
      }
    }
  };
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const [a, b, c, d] = [
        corners[j]![i]!,
        corners[j]![i + 1]!,
        corners[j + 1]![i + 1]!,
        corners[j + 1]![i]!,
      ];
      if (Math.max(a.facing, b.facing, c.facing, d.facing) <= 0) continue;
      if (hide(a.box)) continue;
      fill(a, b, c);
      fill(a, c, d);
    }
  return `<image x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" href="${encodePng(pixels, w, h)}"/>`;
}

const span = (a: Point, b: Point, c: Point): number =>
  Math.hypot(b[0] - a[0], b[1] - a[1]) + Math.hypot(c[0] - b[0], c[1] - b[1]);

function shadeKnots(
  scene: Scene,
  space: Vec[][],
  surfaceAt: (p: Vec, i: number, j: number) => Surface,
  outward: 1 | -1,
): Knot[][] {
  const rows = space.length - 1;
  return space.map((line, j) =>
    line.map((p, i) => {
      const along = subtract(line[Math.min(line.length - 1, i + 1)]!, line[Math.max(0, i - 1)]!);
      const up = subtract(space[Math.min(rows, j + 1)]![i]!, space[Math.max(0, j - 1)]![i]!);
      const normal = normalise(scale(cross(along, up), outward));
      const toEye = normalise(subtract(scene.camera.eye, p));
      const facing = dot(normal, toEye);
      const colour: Rgb =
        facing > -0.3 ? shade(scene.light, surfaceAt(p, i, j), normal, toEye, p) : [0, 0, 0];
      return { at: project(scene.camera, p), colour, facing };
    }),
  );
}

/** A loose sheet given by its points, row by row from below; shaded on the side that shows. */
export function drawSheet(
  scene: Scene,
  space: Vec[][],
  surfaceAt: (row: number) => Surface,
  outward: 1 | -1,
): string {
  const knots = shadeKnots(scene, space, (_, __, j) => surfaceAt(j), outward);
  const parts: string[] = [];
  for (let j = 0; j < space.length - 1; j++) {
    drawRow(knots[j]!, knots[j + 1]!, 0, space[0]!.length - 1, 2, parts);
  }
  return parts.join('');
}

function drawRow(
  low: Knot[],
  high: Knot[],
  from: number,
  to: number,
  thin: number,
  parts: string[],
) {
  for (let s = 0; s < thin; s++) {
    const [k0, k1] = [s / thin, (s + 1) / thin];
    const middle = (k0 + k1) / 2;
    const below: Point[] = [];
    const above: Point[] = [];
    const stops: { at: Point; colour: Rgb }[] = [];
    for (let i = from; i <= to; i++) {
      const [a, b] = [low[i]!, high[i]!];
      below.push(between(a.at, b.at, k0));
      above.push(between(a.at, b.at, k1));
      // A knot that is turned away has no colour of its own: it takes its neighbour's.
      const colour =
        a.facing <= -0.3
          ? b.colour
          : b.facing <= -0.3
            ? a.colour
            : blend(a.colour, b.colour, middle);
      stops.push({ at: between(a.at, b.at, middle), colour });
    }
    parts.push(drawStrip(below, above, stops));
  }
}

const between = (a: Point, b: Point, k: number): Point => [mix(a[0], b[0], k), mix(a[1], b[1], k)];

let strips = 0;
/** Names of gradients start anew with each picture, so that a drawing depends on nothing else. */
export function restartStrips(): void {
  strips = 0;
}

// Strips overlap their neighbours by half a pixel: antialiased seams would show as lines.
function drawStrip(below: Point[], above: Point[], stops: { at: Point; colour: Rgb }[]): string {
  if (isOutside(stops)) return '';
  const ring = straighten(below.map((p, i) => grow(p, above[i]!)));
  ring.push(...straighten(above.map((p, i) => grow(p, below[i]!))).reverse());
  const d = `M${ring.map((p) => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join(' ')}z`;
  const first = stops[0]!.at;
  const last = stops[stops.length - 1]!.at;
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const size = dx * dx + dy * dy;
  const kept = thinOut(stops);
  if (kept.length < 2 || size < 1)
    return `<path fill="${hexOf(stops[stops.length >> 1]!.colour)}" d="${d}"/>`;
  let reached = 0;
  const marks = kept.map((stop) => {
    reached = Math.max(
      reached,
      ((stop.at[0] - first[0]) * dx + (stop.at[1] - first[1]) * dy) / size,
    );
    return `<stop offset="${Math.min(1, reached).toFixed(3)}" stop-color="${hexOf(stop.colour)}"/>`;
  });
  const id = `s${strips++}`;
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${first[0].toFixed(1)}" y1="${first[1].toFixed(1)}" x2="${last[0].toFixed(1)}" y2="${last[1].toFixed(1)}">${marks.join('')}</linearGradient><path fill="url(#${id})" d="${d}"/>`;
}

const isOutside = (stops: { at: Point }[]): boolean =>
  stops.every((stop) => stop.at[0] < -20) ||
  stops.every((stop) => stop.at[0] > WIDTH + 20) ||
  stops.every((stop) => stop.at[1] < -20) ||
  stops.every((stop) => stop.at[1] > HEIGHT + 20);

function grow(p: Point, away: Point): Point {
  const [dx, dy] = [p[0] - away[0], p[1] - away[1]];
  const k = 0.55 / (Math.hypot(dx, dy) || 1);
  return [p[0] + dx * k, p[1] + dy * k];
}

const differ = (a: Rgb, b: Rgb): number =>
  Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]);

/** Keeps the stops that a straight blend between kept ones would miss by more than an eye sees. */
function thinOut<T extends { colour: Rgb }>(stops: T[]): T[] {
  const kept = keepCorners(stops, 12, (a, b, k, stop) =>
    differ(blend(a.colour, b.colour, k), stop.colour),
  );
  const even = kept.length === 2 && differ(kept[0]!.colour, kept[1]!.colour) < 5;
  return even ? kept.slice(0, 1) : kept;
}

/** Leaves out points that lie within a third of a pixel of the line between kept ones. */
const straighten = (points: Point[]): Point[] =>
  keepCorners(points, 0.35, (a, b, _, p) => {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    return Math.abs((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / (Math.hypot(dx, dy) || 1);
  });

/** Ramer, Douglas and Peucker: splits where the miss is worst until none exceeds `limit`. */
function keepCorners<T>(
  all: T[],
  limit: number,
  miss: (a: T, b: T, k: number, one: T) => number,
): T[] {
  const keep = new Array<boolean>(all.length).fill(false);
  keep[0] = true;
  keep[all.length - 1] = true;
  const split = (from: number, to: number): void => {
    let worst = limit;
    let where = -1;
    for (let i = from + 1; i < to; i++) {
      const off = miss(all[from]!, all[to]!, (i - from) / (to - from), all[i]!);
      if (off > worst) {
        worst = off;
        where = i;
      }
    }
    if (where < 0) return;
    keep[where] = true;
    split(from, where);
    split(where, to);
  };
  split(0, all.length - 1);
  return all.filter((_, i) => keep[i]);
}
