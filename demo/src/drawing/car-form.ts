import { CAR_SHAPES, type CarBody, type CarShape } from './car-shapes.ts';
import type { Shell } from './shell.ts';
import { curveThrough, mix, smoothstep, type Vec } from './vectors.ts';
import type { Rim, WheelPlace } from './wheel.ts';

/** Moves a point of the sound body to where the damage has put it. */
export type Dent = (p: Vec) => Vec;

/** A vehicle in space: its panels, its wheels, and where to put things on its sides. */
export type CarForm = {
  shape: CarShape;
  front: number;
  rear: number;
  lower: Shell;
  upper: Shell;
  wheels: WheelPlace[];
  dent: Dent;
  /** Height of the lower body's upper and lower edge at x. */
  topAt: (x: number) => number;
  bottomAt: (x: number) => number;
  /** The place on the lower body's side, at x metres and z metres over the ground. */
  onSide: (side: 1 | -1, x: number, z: number) => Vec;
  /** The place round an end, s metres from the middle line; past the corner it goes along the side. */
  onEnd: (end: 'front' | 'rear', s: number, z: number) => Vec;
  /** The place on the glasshouse's side at x metres, g of its height. */
  onGlasshouse: (side: 1 | -1, x: number, g: number) => Vec;
};

/** How one vehicle of a body differs from another. */
export type CarLook = {
  body: CarBody;
  grille: 'wide' | 'kidney' | 'closed' | 'hex' | 'slim';
  rim: Rim;
  dark_rim: boolean;
  dark_trim: boolean;
  number: string;
  wheel_turn: number;
  /** Lamps that no longer shine or hang together. */
  broken: { front: -1 | 0 | 1; rear: -1 | 0 | 1 };
  lit: boolean;
  burnt: boolean;
};

const sectionOf = curveThrough([
  [0, 0.925],
  [0.1, 0.967],
  [0.2, 0.99],
  [0.27, 0.984],
  [0.5, 0.995],
  [0.68, 1],
  [0.72, 0.993],
  [0.78, 0.977],
  [1, 0.955],
]);

export function formCar(body: CarBody, dent: Dent, steer: number): CarForm {
  const shape = CAR_SHAPES[body];
  const front = shape.length / 2;
  const rear = front - shape.lower_length;
  const half = shape.width / 2;
  const topCurve = curveThrough(shape.top);
  const topAt = (x: number) => topCurve(front - x);
  const bottomAt = (x: number) =>
    shape.sill +
    0.09 * smoothstep(front - 0.75, front, x) +
    0.13 * smoothstep(rear + 0.8, rear, x) * (shape.lower_length === shape.length ? 1 : 0);
  const wheels: WheelPlace[] = [];
  for (const side of [1, -1] as const) {
    for (const axle of [shape.front_axle, shape.rear_axle]) {
      const centre: Vec = [front - axle, side * (half - 0.035), shape.wheel];
      wheels.push({
        centre,
        radius: shape.wheel,
        side,
        steer: axle === shape.front_axle ? steer : 0,
      });
    }
  }

  const flare = (x: number, z: number): number => {
    let out = 0;
    for (const axle of [shape.front_axle, shape.rear_axle]) {
      const distance = Math.hypot(x - (front - axle), z - shape.wheel) - shape.wheel * 1.2;
      out += 0.018 * Math.exp(-((distance / 0.09) ** 2));
    }
    return out;
  };
  const lean = (h: number, [top, bottom]: readonly number[]) =>
    top! * smoothstep(0.45, 1, h) +
    bottom! * smoothstep(0.4, 0, h) +
    0.018 * Math.exp(-(((h - 0.43) / 0.05) ** 2));

  const bendLower = (p: Vec): Vec => {
    const h = p[2];
    const yn = p[1] / half;
    const f = smoothstep(front - 0.9, front, p[0]);
    const r = smoothstep(rear + 0.7, rear, p[0]);
    const x =
      p[0] -
      f * (shape.nose[2] * yn * yn + lean(h, shape.nose)) +
      r * (shape.tailend[2] * yn * yn + lean(h, shape.tailend));
    const z = mix(bottomAt(p[0]), topAt(p[0]), h) - 0.03 * yn * yn * h * h;
    const plan =
      1 - 0.05 * smoothstep(front - 1.6, front, p[0]) - 0.05 * smoothstep(rear + 1.4, rear, p[0]);
    const bulge = Math.abs(yn) > 0.6 ? Math.sign(yn) * flare(p[0], z) * yn ** 4 : 0;
    const y = p[1] * plan * sectionOf(h) + bulge;
    return dent([x, y, z]);
  };
  // The lower box is measured in shares of its height, so that a curve can be its lid.
  const lower: Shell = {
    x0: rear,
    x1: front,
    width: shape.width,
    z0: 0,
    z1: 1,
    round: shape.round ?? [0.24, 0.16, 0.085],
    bend: bendLower,
  };

  const [cowl, tail] = [front - shape.cowl, front - shape.tail];
  const [roofFront, roofRear] = [front - shape.roof_front, front - shape.roof_rear];
  const upperHalf = half - shape.inset;
  const frontAt = (g: number) => mix(cowl, roofFront, g - 0.16 * g * (1 - g));
  const rearAt = (g: number) => mix(tail, roofRear, g - 0.2 * g * (1 - g));
  const bendUpper = (p: Vec): Vec => {
    const [t, g] = [p[0], p[2]];
    const yn = p[1] / upperHalf;
    const x =
      mix(rearAt(g), frontAt(g), t) -
      0.2 * yn * yn * smoothstep(0.6, 1, t) +
      0.09 * yn * yn * smoothstep(0.25, 0, t);
    const base = topAt(x) - 0.035;
    const roof = shape.roof - 0.05 * (2 * t - 1.1) ** 2;
    const boxy = shape.tumble > 0.85 ? 0 : 1;
    const plan =
      1 - boxy * 0.07 * smoothstep(0.55, 0, t) - (0.03 + boxy * 0.02) * smoothstep(0.6, 1, t);
    const z = mix(base, roof, g) - 0.035 * yn * yn * g;
    return dent([x, p[1] * mix(1, shape.tumble, g ** 1.25) * plan, z]);
  };
  const upper: Shell = {
    x0: 0,
    x1: 1,
    width: upperHalf * 2,
    z0: 0,
    z1: 1,
    round: [0.05, 0.15, shape.tumble > 0.85 ? 0.1 : 0.2],
    bend: bendUpper,
  };

  const share = (x: number, z: number) => (z - bottomAt(x)) / (topAt(x) - bottomAt(x));
  return {
    shape,
    front,
    rear,
    lower,
    upper,
    wheels,
    dent,
    topAt,
    bottomAt,
    onSide: (side, x, z) => [x, side * half, share(x, z)],
    onEnd: (end, s, z) => {
      const [edge, inward] = end === 'front' ? [front, -1] : [rear, 1];
      const past = Math.max(0, Math.abs(s) - half);
      const x = edge + inward * past;
      return [x, past > 0 ? Math.sign(s) * half : s, share(x, z)];
    },
    onGlasshouse: (side, x, g) => {
      const t = (x - rearAt(g)) / (frontAt(g) - rearAt(g));
      return [t, side * upperHalf, g];
    },
  };
}
