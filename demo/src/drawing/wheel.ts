import { type Camera, type Point, project } from './camera.ts';
import { add, scale, type Vec } from './vectors.ts';

/** Where a wheel stands: its outer middle, metres; `steer` in degrees. */
export type WheelPlace = { centre: Vec; radius: number; side: 1 | -1; steer: number };

export type Rim = 'five' | 'ten' | 'double' | 'steel' | 'wire';

/** Gradients that every wheel uses; once in a picture. */
export const WHEEL_DEFS = `
<radialGradient id="tyre"><stop offset=".66" stop-color="#101112"/><stop offset=".74" stop-color="#2b2c2e"/>
<stop offset=".8" stop-color="#1c1d1e"/><stop offset=".93" stop-color="#2a2b2c"/><stop offset="1" stop-color="#0d0e0e"/></radialGradient>
<linearGradient id="rim" x1="0" y1="0" x2=".5" y2="1"><stop offset="0" stop-color="#eef1f3"/><stop offset=".45" stop-color="#a9afb4"/>
<stop offset=".6" stop-color="#7d8489"/><stop offset="1" stop-color="#c3c8cb"/></linearGradient>
<linearGradient id="rim-dark" x1="0" y1="0" x2=".5" y2="1"><stop offset="0" stop-color="#73787d"/><stop offset=".5" stop-color="#34383b"/>
<stop offset="1" stop-color="#565b5f"/></linearGradient>
<radialGradient id="barrel"><stop offset="0" stop-color="#2d3033"/><stop offset=".7" stop-color="#141617"/><stop offset="1" stop-color="#0a0b0b"/></radialGradient>
<radialGradient id="disc"><stop offset=".3" stop-color="#4b4f52"/><stop offset=".8" stop-color="#82878a"/><stop offset="1" stop-color="#5c6164"/></radialGradient>
<linearGradient id="wheel-shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity=".62"/>
<stop offset=".3" stop-color="#000" stop-opacity=".1"/><stop offset=".65" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></linearGradient>`;

const turned = (k: number, count: number): string => `rotate(${((k * 360) / count).toFixed(1)})`;

function drawSpokes(rim: Rim, fill: string): string {
  const repeat = (count: number, path: string) =>
    Array.from({ length: count }, (_, k) => `<path transform="${turned(k, count)}" d="${path}"/>`);
  if (rim === 'steel') {
    const holes = Array.from(
      { length: 10 },
      (_, k) =>
        `<ellipse transform="${turned(k, 10)}" cy="-.47" rx=".07" ry=".045" fill="#0e0f10"/>`,
    );
    return `<circle r=".62" fill="${fill}"/>${holes.join('')}<circle r=".3" fill="#8d9397"/><circle r=".3" fill="none" stroke="#5a5f63" stroke-width=".02"/>`;
  }
  const shapes = {
    five: repeat(5, 'M-.09-.1L-.14-.6Q0-.67.14-.6L.09-.1z'),
    ten: repeat(10, 'M-.045-.12L-.05-.63L.05-.63L.045-.12z'),
    double: repeat(5, 'M-.1-.12L-.2-.58L-.12-.62L-.02-.2L.02-.2L.12-.62L.2-.58L.1-.12z'),
    wire: repeat(18, 'M-.012-.1L-.012-.63L.012-.63L.012-.1z'),
  }[rim];
  return `<g fill="${fill}" stroke="#000" stroke-opacity=".35" stroke-width=".012">${shapes.join('')}</g>`;
}

/** The wheel's outer side in a unit circle. */
function drawFace(rim: Rim, dark: boolean, turn: number): string {
  const fill = dark ? 'url(#rim-dark)' : 'url(#rim)';
  const disc =
    rim === 'steel'
      ? ''
      : '<circle r=".45" fill="url(#disc)"/><path d="M-.44-.2A.48.48 0 0 1-.2-.44L-.14-.3A.33.33 0 0 0-.3-.14z" fill="#8f2320"/>';
  return (
    '<circle r="1" fill="url(#tyre)"/>' +
    '<circle r=".86" fill="none" stroke="#3b3c3e" stroke-width=".012"/>' +
    '<circle r=".7" fill="url(#barrel)"/>' +
    disc +
    `<g transform="rotate(${turn})">${drawSpokes(rim, fill)}</g>` +
    `<circle r=".66" fill="none" stroke="${fill}" stroke-width=".065"/>` +
    `<circle r=".13" fill="${dark ? '#3c4043' : '#b7bcc0'}" stroke="#555" stroke-width=".015"/>` +
    '<circle r="1" fill="url(#wheel-shade)"/>'
  );
}

/** A wheel with its width, as the camera sees it; `flat` lets the air out. */
export function drawWheel(
  camera: Camera,
  wheel: WheelPlace,
  look: { rim: Rim; dark: boolean; turn: number; width?: number },
): string {
  const angle = (wheel.steer * Math.PI) / 180;
  const forward: Vec = [Math.cos(angle), Math.sin(angle), 0];
  const outward: Vec = [-Math.sin(angle) * wheel.side, Math.cos(angle) * wheel.side, 0];
  const matrixAt = (depth: number): string => {
    const centre = add(wheel.centre, scale(outward, -depth));
    const at = (v: Vec, k: number): Point =>
      project(camera, add(centre, scale(v, k * wheel.radius)));
    const [c, f, b] = [project(camera, centre), at(forward, 1), at(forward, -1)];
    const [u, d] = [at([0, 0, 1], 1), at([0, 0, 1], -1)];
    const m = [
      (f[0] - b[0]) / 2,
      (f[1] - b[1]) / 2,
      (d[0] - u[0]) / 2,
      (d[1] - u[1]) / 2,
      c[0],
      c[1],
    ];
    return `matrix(${m.map((k) => k.toFixed(2)).join(' ')})`;
  };
  const width = look.width ?? 0.2;
  const tread = [1, 0.85, 0.7, 0.55, 0.4, 0.25, 0.12].map(
    (k, i) =>
      `<circle r="1" transform="${matrixAt(width * k)}" fill="${i % 2 ? '#191a1b' : '#111213'}"/>`,
  );
  return `${tread.join('')}<g transform="${matrixAt(0)}">${drawFace(look.rim, look.dark, look.turn)}</g>`;
}
