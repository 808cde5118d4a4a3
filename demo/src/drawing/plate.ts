import { type Point, project } from './camera.ts';
import { isSeen, type Scene, type Shell, surfacePoint } from './shell.ts';
import type { Vec } from './vectors.ts';

// Letters as strokes on a grid four wide and six high, so that no font has to be installed.
const STROKES: Record<string, string> = {
  A: '06 20 46|13 33',
  B: '00 06 36 45 44 33 03|33 42 41 30 00',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 45 41 20 00',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06|40 46|03 43',
  I: '20 26',
  V: '00 26 40',
  J: '40 45 36 16 05',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  P: '06 00 30 41 42 33 03',
  R: '06 00 30 41 42 33 03|23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  W: '00 16 23 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  Z: '00 40 06 46',
  '0': '10 30 41 45 36 16 05 01 10',
  '1': '11 20 26',
  '2': '01 10 30 41 42 06 46',
  '3': '00 40 23 33 44 45 36 16 05',
  '4': '30 04 44|30 36',
  '5': '40 00 03 33 44 45 36 16 05',
  '6': '41 30 10 01 05 16 36 45 44 33 03',
  '7': '00 40 16',
  '8': '13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33',
  '9': '43 13 02 01 10 30 41 45 36 16 05',
};

/** The text as polylines in a box from 0,0 (upper left) to 1,1; unknown signs become a gap. */
export function strokeText(text: string): Point[][] {
  const pitch = 1 / (text.length * 6 - 2);
  return [...text].flatMap((letter, i) =>
    (STROKES[letter] ?? '')
      .split('|')
      .filter((stroke) => stroke !== '')
      .map((stroke) =>
        stroke.split(' ').map((p): Point => [(i * 6 + Number(p[0])) * pitch, Number(p[1]) / 6]),
      ),
  );
}

const join = (points: Point[]): string =>
  `M${points.map((p) => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`).join(' ')}`;

/** A Swedish registration plate in the plane that `at` spans: a across, b downwards, 0 to 1. */
function drawPlateOn(at: (a: number, b: number) => Point, number: string): string {
  const box = (a0: number, b0: number, a1: number, b1: number) =>
    `${join([at(a0, b0), at(a1, b0), at(a1, b1), at(a0, b1)])}z`;
  const [left, right] = [at(0, 0.5), at(1, 0.5)];
  const size = Math.hypot(right[0] - left[0], right[1] - left[1]);
  const text = strokeText(`${number.slice(0, 3)} ${number.slice(3)}`);
  const letters = text.map((stroke) =>
    join(stroke.map(([a, b]) => at(0.145 + a * 0.8, 0.19 + b * 0.62))),
  );
  return (
    `<path d="${box(-0.012, -0.06, 1.012, 1.06)}" fill="#17181a"/><path d="${box(0, 0, 1, 1)}" fill="#f3f4f1"/>` +
    `<path d="${box(0.006, 0.04, 0.075, 0.96)}" fill="#1d4fa3"/>` +
    `<path d="${box(0.028, 0.2, 0.052, 0.34)}" fill="#f2cf4a"/><path d="${box(0.028, 0.66, 0.052, 0.84)}" fill="#fff"/>` +
    `<path d="${letters.join('')}" fill="none" stroke="#111" stroke-width="${(size * 0.021).toFixed(2)}" stroke-linejoin="round" stroke-linecap="round"/>`
  );
}

/** The plate on an end of a shell; nothing when that end is turned away. */
export function drawPlate(
  scene: Scene,
  shell: Shell,
  place: (across: number, z: number) => Vec,
  z: number,
  number: string,
): string {
  if (!isSeen(scene, shell, place(0, z))) return '';
  const at = (a: number, b: number) =>
    project(scene.camera, surfacePoint(shell, place((a - 0.5) * 0.52, z + (0.5 - b) * 0.115)));
  return drawPlateOn(at, number);
}
