import { clamp, dot, mix, smoothstep, type Vec } from './vectors.ts';

/** Red, green and blue, 0 to 255, not rounded. */
export type Rgb = readonly [r: number, g: number, b: number];

export function parseColour(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}
export const blend = (a: Rgb, b: Rgb, k: number): Rgb => [
  mix(a[0], b[0], k),
  mix(a[1], b[1], k),
  mix(a[2], b[2], k),
];
export const times = (a: Rgb, k: number): Rgb => [a[0] * k, a[1] * k, a[2] * k];

export function hexOf(colour: Rgb): string {
  const r = clamp(Math.round(colour[0]), 0, 255);
  const g = clamp(Math.round(colour[1]), 0, 255);
  const b = clamp(Math.round(colour[2]), 0, 255);
  return `#${((1 << 24) | (r << 16) | (g << 8) | b).toString(16).slice(1)}`;
}

/** The light of a place and hour: what paint and glass mirror. */
export type Light = {
  zenith: Rgb;
  horizon: Rgb;
  ground: Rgb;
  /** Towards the sun or the strongest lamp. */
  sun: Vec;
  sunColour: Rgb;
  /** 0 overcast … 1 clear. */
  strength: number;
  /** Overall brightness of what the light falls on. */
  level: number;
};

/** A surface: how much it mirrors (0 matt … 1 new clear coat) and its own colour. */
export type Surface = { colour: Rgb; gloss: number };

function mirrored(light: Light, r: Vec): Rgb {
  const skyline = 0.07 + 0.035 * Math.sin(r[0] * 9 + r[1] * 5) + 0.02 * Math.sin(r[0] * 23);
  if (r[2] > skyline) {
    const k = Math.sqrt(clamp((r[2] - skyline) / (1 - skyline), 0, 1));
    const sky = blend(light.horizon, light.zenith, k);
    return blend(times(light.ground, 0.45), sky, smoothstep(skyline, skyline + 0.1, r[2]));
  }
  const near = smoothstep(0.05, -0.6, r[2]);
  return blend(times(light.ground, 0.45), times(light.ground, 0.85), near);
}

/** The colour that a surface with this normal sends towards the eye (all directions unit). */
export function shade(light: Light, surface: Surface, normal: Vec, toEye: Vec): Rgb {
  const facing = clamp(dot(normal, toEye), 0, 1);
  const r: Vec = [
    2 * facing * normal[0] - toEye[0],
    2 * facing * normal[1] - toEye[1],
    2 * facing * normal[2] - toEye[2],
  ];
  const up = normal[2] * 0.5 + 0.5;
  const sun = Math.max(0, dot(normal, light.sun)) * light.strength;
  const fill = mix(0.34, 0.92, up ** 1.2) + sun * 0.5;
  const own = times(surface.colour, fill * light.level);
  const tint = blend([255, 255, 255], light.horizon, 0.25);
  const lit: Rgb = [(own[0] * tint[0]) / 255, (own[1] * tint[1]) / 255, (own[2] * tint[2]) / 255];
  const mirror = (0.17 + 0.6 * (1 - facing) ** 3) * surface.gloss;
  const seen = blend(lit, mirrored(light, r), mirror);
  const glint = Math.max(0, dot(r, light.sun)) ** 50 * light.strength * surface.gloss * 0.9;
  const sheen = Math.max(0, dot(r, light.sun)) ** 6 * light.strength * surface.gloss * 0.16;
  const k = glint + sheen;
  return [
    seen[0] + light.sunColour[0] * k,
    seen[1] + light.sunColour[1] * k,
    seen[2] + light.sunColour[2] * k,
  ];
}
