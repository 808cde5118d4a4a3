import { noise } from '../random.ts';
import type { Dent } from './car-form.ts';
import { CAR_SHAPES, type CarBody } from './car-shapes.ts';
import { blend, type Rgb } from './paint.ts';
import type { Skin } from './shell.ts';
import { add, clamp, smoothstep, type Vec } from './vectors.ts';

export type DamageKind = 'front' | 'rear' | 'side' | 'hail' | 'fire' | 'water' | 'glass' | 'paint';

/** Folds of sheet metal: sharp ridges, not waves. */
function fold(p: Vec, size: number, salt: number): Vec {
  const at = (k: number) => noise(p[0] / size + salt + k * 17, p[1] / size, p[2] / size + k * 5);
  const ridge = (k: number) => 1 - 2 * Math.abs(at(k));
  return [ridge(1), ridge(2), ridge(3)];
}

/** A blow and the paint it fell on. */
export type Blow = { kind: DamageKind; side: 1 | -1; seed: number; colour: Rgb; severe: boolean };

/** The measures of a vehicle that decide where a blow lands; metres. */
export type Measures = {
  /** Half the length and half the width. */
  end: number;
  half: number;
  sill: number;
  /** Height of the bonnet, and of the roof. */
  waist: number;
  roof: number;
  /** Where a blow to the side lands, and the middle of the windscreen. */
  door: number;
  screen: Vec;
};

export function measureCar(body: CarBody): Measures {
  const shape = CAR_SHAPES[body];
  const end = shape.length / 2;
  const waist = shape.top[3]![1];
  return {
    end,
    half: shape.width / 2,
    sill: shape.sill,
    waist,
    roof: body === 'truck' ? 3.12 : body === 'motorhome' ? 2.8 : shape.roof,
    door: end - shape.doors[1]! + 0.15,
    screen: [end - (shape.cowl + shape.roof_front) / 2, 0, (shape.roof + waist) / 2],
  };
}

/** What the blow did to the form. `side` is the side it hit. */
export function dentOf(
  kind: DamageKind,
  m: Measures,
  side: 1 | -1,
  seed: number,
  severe: boolean,
): Dent {
  const force = severe ? 1.45 : 1;
  const { end, half, waist } = m;
  const salt = (seed % 97) * 1.37;
  const crumple = (p: Vec, k: number, depth: number): Vec => {
    const coarse = fold(p, 0.42, salt);
    const fine = fold(p, 0.16, salt + 40);
    const a = 0.055 * depth * k;
    const b = 0.02 * depth * k;
    return [
      coarse[0] * a + fine[0] * b,
      coarse[1] * a + fine[1] * b,
      coarse[2] * a * 1.2 + fine[2] * b,
    ];
  };
  if (kind === 'front') {
    return (p) => {
      const across = smoothstep(-1.1, 0.55, (side * p[1]) / half);
      const reach = smoothstep(end - 1.25, end, p[0]) * (0.25 + 0.75 * across);
      if (reach <= 0) return p;
      const low = smoothstep(waist + 0.4, waist - 0.1, p[2]);
      const push = -0.42 * force * reach * reach * low;
      // The bonnet has nowhere to go but up.
      const tent = smoothstep(end - 1.25, end - 0.62, p[0]) * smoothstep(end, end - 0.6, p[0]);
      const rise = 0.15 * force * tent * across * smoothstep(waist - 0.28, waist - 0.12, p[2]);
      const fall = -0.05 * reach * smoothstep(end - 0.4, end, p[0]);
      return add(
        add(p, [push, -side * 0.05 * reach * low, rise + fall]),
        crumple(p, reach * low, force),
      );
    };
  }
  if (kind === 'rear') {
    return (p) => {
      const across = smoothstep(-1.1, 0.5, (side * p[1]) / half);
      const reach = smoothstep(-end + 0.9, -end, p[0]) * (0.25 + 0.75 * across);
      if (reach <= 0) return p;
      const low = smoothstep(waist + 0.6, waist, p[2]);
      const push = 0.34 * force * reach * reach * low;
      return add(add(p, [push, -side * 0.04 * reach, 0.04 * reach]), crumple(p, reach * low, 0.9));
    };
  }
  if (kind === 'side') {
    const centre: Vec = [m.door, side * half, m.sill + 0.42];
    return (p) => {
      if (p[1] * side < half * 0.4) return p;
      const dx = (p[0] - centre[0]) / 0.95;
      const dz = (p[2] - centre[2]) / 0.38;
      const k = Math.exp(-(dx * dx + dz * dz) * 1.5);
      const gouge = Math.exp(-((dz * 2.6 + 0.3 + dx * 0.3) ** 2)) * Math.exp(-dx * dx * 0.6);
      const depth = 0.13 * k + 0.035 * gouge;
      return add(add(p, [0, -side * depth, 0]), crumple(p, Math.min(1, k * 1.5), 0.55));
    };
  }
  if (kind === 'fire') {
    return (p) => add(p, crumple(p, 0.25 * smoothstep(-0.2, end - 0.4, p[0]), 0.8));
  }
  return (p) => p;
}

/** The middle of the damage in space: where a close picture looks. */
export function damageSpot(kind: DamageKind, m: Measures, side: 1 | -1): Vec {
  const { end, half } = m;
  switch (kind) {
    case 'front':
      return [end - 0.45, side * half * 0.5, m.sill + 0.42];
    case 'rear':
      return [-end + 0.3, side * half * 0.5, m.sill + 0.42];
    case 'side':
    case 'paint':
      return [m.door, side * half, m.sill + 0.45];
    case 'hail':
      return [end - 0.75, side * half * 0.35, m.waist - 0.05];
    case 'fire':
      return [end - 0.7, side * half * 0.3, m.waist - 0.1];
    case 'water':
      return [m.door + 0.4, side * half, 0.55];
    case 'glass':
      return [m.screen[0], side * 0.15, m.screen[2]];
  }
}

/** The paint with what fire or water left on it. */
export function skinOf(
  kind: DamageKind,
  m: Measures,
  colour: Rgb,
  side: 1 | -1,
  seed: number,
): Skin {
  const salt = (seed % 89) * 2.1;
  if (kind === 'fire') {
    const spot = damageSpot('fire', m, side);
    return (p) => {
      const far = Math.hypot(
        (p[0] - spot[0]) * 0.62,
        (p[1] - spot[1]) * 0.6,
        (p[2] - spot[2]) * 0.8,
      );
      const rough =
        noise(p[0] * 3 + salt, p[1] * 3, p[2] * 3) * 0.22 +
        noise(p[0] * 9, p[1] * 9, p[2] * 9 + salt) * 0.09;
      const k = smoothstep(1.25, 0.72, far + rough);
      const ash = smoothstep(0.05, 0.55, noise(p[0] * 4, p[1] * 4 + salt, p[2] * 4)) * 0.75;
      const rust = smoothstep(0.1, 0.6, noise(p[0] * 2.3 + salt, p[1] * 2.3, p[2] * 2.3 + 9));
      const fine = noise(p[0] * 26, p[1] * 26, p[2] * 26) * 0.12;
      const bare = blend([26, 23, 22], [98, 58, 36], rust * 0.8);
      const burnt = blend(bare, [168, 158, 148], clamp(ash * k + fine, 0, 1));
      const rim = smoothstep(0.02, 0.5, k) * (1 - smoothstep(0.5, 0.98, k));
      const scorched = blend(colour, [96, 66, 44], rim * 0.75);
      return { colour: blend(scorched, burnt, smoothstep(0.35, 0.95, k)), gloss: 1 - k * 0.92 };
    };
  }
  if (kind === 'water') {
    const line = m.sill + 0.52;
    return (p) => {
      const wave = noise(p[0] * 2.4, p[1] * 2.4, salt) * 0.03;
      const k = smoothstep(line + 0.015 + wave, line - 0.03 + wave, p[2]);
      const streak = smoothstep(0.1, 0.7, noise(p[0] * 14, p[1] * 14, p[2] * 1.2 + salt));
      const mud: Rgb = blend([146, 122, 88], [112, 92, 66], streak);
      const thick =
        0.66 + 0.3 * smoothstep(line, m.sill, p[2]) + noise(p[0] * 6, p[1] * 6, p[2] * 6) * 0.12;
      const dust = 0.14 * smoothstep(m.roof, line, p[2]);
      return { colour: blend(colour, mud, Math.max(dust, k * thick)), gloss: 1 - k * 0.9 - dust };
    };
  }
  if (kind === 'paint') return () => ({ colour, gloss: 0.8 });
  return () => ({ colour, gloss: 1 });
}
