import { HEIGHT, type Point, project, WIDTH } from './camera.ts';
import { blend, hexOf, type Rgb, type Surface, shade } from './paint.ts';
import { type Face, onFace, type Scene, type Shell, type Skin, surfacePoint } from './shell.ts';
import { clamp, cross, dot, mix, normalise, scale, subtract, type Vec } from './vectors.ts';

const OUTWARD: Record<Face, 1 | -1> = { front: 1, rear: -1, left: -1, right: 1, top: 1 };

// More rows and columns near the edges, where the metal turns.
const spread = (k: number): number => k - Math.sin(k * 2 * Math.PI) * 0.09;

type Knot = { at: Point; colour: Rgb; facing: number };

/**
 * One face of a shell, shaded. The form is measured at knots about `tile` pixels apart; between
 * them thin strips carry gradients, so that the paint looks smooth with few elements.
 */
export function drawFace(
  scene: Scene,
  shell: Shell,
  face: Face,
  skin: Skin,
  options: { tile?: number; hide?: (box: Vec) => boolean } = {},
): string {
  const at = (a: number, b: number) =>
    project(scene.camera, surfacePoint(shell, onFace(shell, face, a, b)));
  const tile = options.tile ?? 17;
  const wide = span(at(0, 0.5), at(0.5, 0.5), at(1, 0.5));
  const high = span(at(0.5, 0), at(0.5, 0.5), at(0.5, 1));
  // A face seen from its edge still needs enough columns to tell where it turns away.
  const columns = clamp(Math.ceil(wide / tile), 22, 84);
  const rows = clamp(Math.ceil(high / tile), 6, 44);
  const knots = measureKnots(scene, shell, face, skin, columns, rows);
  const thin = clamp(Math.round(high / rows / 7), 1, 3);
  const hidden = (i: number, j: number): boolean =>
    options.hide?.(onFace(shell, face, spread(i / columns), spread(j / rows))) ?? false;
  const parts: string[] = [];
  for (let j = 0; j < rows; j++) {
    let from = -1;
    for (let i = 0; i <= columns; i++) {
      const seen = i < columns && isSeen(knots, i, j) && !hidden(i, j);
      if (seen && from < 0) from = i;
      if (!seen && from >= 0) {
        drawRow(knots[j]!, knots[j + 1]!, from, i, thin, parts);
        from = -1;
      }
    }
  }
  return parts.join('');
}

const span = (a: Point, b: Point, c: Point): number =>
  Math.hypot(b[0] - a[0], b[1] - a[1]) + Math.hypot(c[0] - b[0], c[1] - b[1]);

// A tile that is mostly turned away would fold over the edge and show as a spike.
function isSeen(knots: Knot[][], i: number, j: number): boolean {
  const [low, high] = [knots[j]!, knots[j + 1]!];
  const [a, b, c, d] = [low[i]!, low[i + 1]!, high[i]!, high[i + 1]!].map((knot) => knot.facing);
  return Math.max(a!, b!, c!, d!) > 0 && Math.min(a!, b!, c!, d!) > -0.25;
}

function measureKnots(
  scene: Scene,
  shell: Shell,
  face: Face,
  skin: Skin,
  columns: number,
  rows: number,
): Knot[][] {
  const boxes: Vec[][] = [];
  for (let j = 0; j <= rows; j++) {
    const line: Vec[] = [];
    for (let i = 0; i <= columns; i++) {
      line.push(onFace(shell, face, spread(i / columns), spread(j / rows)));
    }
    boxes.push(line);
  }
  const space = boxes.map((line) => line.map((p) => surfacePoint(shell, p)));
  return shadeKnots(scene, space, (p, i, j) => skin(p, boxes[j]![i]!), OUTWARD[face]);
}

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
        facing > -0.3 ? shade(scene.light, surfaceAt(p, i, j), normal, toEye) : [0, 0, 0];
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
