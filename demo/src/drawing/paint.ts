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

/** What stands round the vehicle, seen in direction `r`: ground, a dark skyline, the sky with its clouds. */
function mirrored(light: Light, r: Vec): Rgb {
  const turn = Math.atan2(r[1], r[0]);
  const skyline =
    0.1 + 0.03 * Math.sin(turn * 5 + 1) + 0.018 * Math.sin(turn * 13) + 0.008 * Math.sin(turn * 41);
  const dark = times(light.ground, 0.32);
  if (r[2] > skyline) {
    const up = clamp((r[2] - skyline) / (1 - skyline), 0, 1);
    const sky = blend(light.horizon, light.zenith, up ** 0.55);
    const cloud = 0.5 + 0.5 * Math.sin(turn * 3.1 + r[2] * 7) * Math.sin(r[2] * 11 + turn);
    const bright = blend(sky, [255, 255, 255], 0.16 * cloud * smoothstep(0.05, 0.35, up));
    return blend(dark, bright, smoothstep(skyline, skyline + 0.035, r[2]));
  }
  if (r[2] > -0.02) return dark;
  return blend(
    times(light.ground, 0.95),
    times(light.ground, 0.42),
    smoothstep(-0.03, -0.75, r[2]),
  );
}

/** The colour that a surface at `p` with this normal sends towards the eye (all directions unit). */
export function shade(light: Light, surface: Surface, normal: Vec, toEye: Vec, p: Vec): Rgb {
  const facing = clamp(dot(normal, toEye), 0, 1);
  const r: Vec = [
    2 * facing * normal[0] - toEye[0],
    2 * facing * normal[1] - toEye[1],
    2 * facing * normal[2] - toEye[2],
  ];
  const up = normal[2] * 0.5 + 0.5;
  const sun = Math.max(0, dot(normal, light.sun)) * light.strength;
  // Low parts lie in the vehicle's own shade.
  const open = mix(0.5, 1, smoothstep(-0.05, 0.75, p[2] + normal[2] * 0.5));
  const fill = (mix(0.3, 0.84, up ** 1.1) + sun * 0.62) * open;
  const own = times(surface.colour, fill * light.level);
  const tint = blend([255, 255, 255], light.horizon, 0.25);
  const lit: Rgb = [(own[0] * tint[0]) / 255, (own[1] * tint[1]) / 255, (own[2] * tint[2]) / 255];
  const mirror = clamp((0.11 + 0.74 * (1 - facing) ** 3.4) * surface.gloss, 0, 0.92);
  const seen = blend(lit, times(mirrored(light, r), mix(0.7, 1, open)), mirror);
  const glint = Math.max(0, dot(r, light.sun)) ** 220 * light.strength * surface.gloss * 1.1;
  const sheen = Math.max(0, dot(r, light.sun)) ** 9 * light.strength * surface.gloss * 0.14;
  const k = glint + sheen;
  return [
    seen[0] + light.sunColour[0] * k,
    seen[1] + light.sunColour[1] * k,
    seen[2] + light.sunColour[2] * k,
  ];
}
