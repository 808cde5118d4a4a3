import { pixelsPerMetre } from './camera.ts';
import type { CarForm, CarLook } from './car-form.ts';
import { drawFront } from './car-front.ts';
import { drawRear } from './car-rear.ts';
import { type Scene, traceOn } from './shell.ts';
import type { Vec } from './vectors.ts';

/** Gradients of lamps and plastic; once in a picture. */
export const PART_DEFS = `
<linearGradient id="lamp" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3d454b"/><stop offset=".35" stop-color="#b9c4cc"/>
<stop offset=".6" stop-color="#e9eff3"/><stop offset="1" stop-color="#6d777f"/></linearGradient>
<linearGradient id="tail" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#6d0d10"/><stop offset=".4" stop-color="#c9252a"/>
<stop offset=".55" stop-color="#e8474a"/><stop offset="1" stop-color="#7a0f13"/></linearGradient>
<linearGradient id="mesh" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2a2d30"/><stop offset=".5" stop-color="#111315"/><stop offset="1" stop-color="#1d2022"/></linearGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#fff"/><stop offset=".4" stop-color="#fffbe8" stop-opacity=".75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>`;

/** Everything that sits on the lower body: gaps, handles, lamps, grille, bumpers, plates. */
export function drawLowerParts(scene: Scene, form: CarForm, look: CarLook): string {
  const side = scene.camera.eye[1] > 0 ? 1 : -1;
  const sides = drawSide(scene, form, look, side);
  const ends =
    scene.camera.eye[0] > 0
      ? drawFront(scene, form, look)
      : form.shape.lower_length === form.shape.length
        ? drawRear(scene, form, look)
        : '';
  return sides + ends;
}

function drawSide(scene: Scene, form: CarForm, look: CarLook, side: 1 | -1): string {
  const { shape, lower, front } = form;
  const ppm = pixelsPerMetre(scene.camera, [0, (side * shape.width) / 2, 0.7]);
  const on = (d: number, z: number) => form.onSide(side, front - d, z);
  const top = (d: number) => form.topAt(front - d);
  const parts: string[] = [];
  const gap = (places: Vec[]) => {
    const d = traceOn(scene, lower, places, false);
    const w = Math.max(1.1, ppm * 0.007);
    parts.push(
      `<path d="${d}" transform="translate(${(w * 0.8).toFixed(1)} 0)" fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="${w.toFixed(1)}"/>`,
      `<path d="${d}" fill="none" stroke="#050607" stroke-opacity=".78" stroke-width="${w.toFixed(1)}"/>`,
    );
  };
  const sill = shape.sill + 0.07;
  const rearArch = shape.rear_axle - shape.wheel * 1.22;
  const [first, ...others] = shape.doors;
  gap([on(first!, top(first!) - 0.01), on(first! - 0.07, 0.62), on(first! + 0.02, sill)]);
  others.forEach((d, i) => {
    const last = i === others.length - 1 && others.length > 1 && shape.roof < 1.9;
    if (last && d > rearArch) {
      const z = shape.wheel * 2.25;
      gap([
        on(d, top(d) - 0.01),
        on(d + 0.04, z + 0.1),
        on(rearArch - 0.02, z - 0.22),
        on(rearArch - 0.1, sill),
      ]);
    } else gap([on(d, top(d) - 0.01), on(d, sill)]);
  });
  const lastDoor = shape.doors[shape.doors.length - 1]!;
  gap([on(first! + 0.02, sill), on(Math.min(lastDoor, rearArch - 0.1), sill)]);
  if (shape.cladding) {
    const from = shape.front_axle + shape.wheel * 1.1;
    const to = Math.min(rearArch + 0.02, shape.lower_length);
    const d = traceOn(scene, lower, [
      on(from, shape.sill),
      on(to, shape.sill),
      on(to, sill + 0.03),
      on(from, sill + 0.03),
    ]);
    parts.push(`<path d="${d}" fill="#222426"/>`);
  }
  if (shape.roof > 1.9 && shape.lower_length > 4) {
    const d = traceOn(scene, lower, [
      on(first! + 0.05, 0.78),
      on(5.75, 0.78),
      on(5.75, 0.87),
      on(first! + 0.05, 0.87),
    ]);
    parts.push(
      `<path d="${d}" fill="#27292b"/><path d="${traceOn(scene, lower, [on(2.3, 1.16), on(5.6, 1.16)], false)}" fill="none" stroke="#26282a" stroke-width="${(ppm * 0.02).toFixed(1)}"/>`,
    );
  }
  const doors = shape.roof > 1.9 ? [shape.doors[1]!] : shape.doors.slice(1);
  for (const d of doors) {
    const z = top(d) - (shape.roof > 1.9 ? 0.2 : 0.11);
    const handle = traceOn(scene, lower, [
      on(d - 0.25, z),
      on(d - 0.07, z),
      on(d - 0.07, z + 0.028),
      on(d - 0.25, z + 0.028),
    ]);
    const cup = traceOn(scene, lower, [
      on(d - 0.22, z - 0.018),
      on(d - 0.1, z - 0.018),
      on(d - 0.1, z + 0.02),
      on(d - 0.22, z + 0.02),
    ]);
    parts.push(
      `<path d="${cup}" fill="#000" fill-opacity=".42"/><path d="${handle}" fill="${look.dark_trim ? '#1c1e20' : '#d7dcdf'}" stroke="#000" stroke-opacity=".45" stroke-width="1"/>`,
    );
  }
  // The lid of the tank, on the right as on most cars sold in Sweden.
  if (side === -1 && shape.roof < 1.9) {
    const [d, z] = [shape.rear_axle + 0.12, top(shape.rear_axle) - 0.19];
    gap([on(d, z), on(d + 0.17, z), on(d + 0.17, z + 0.13), on(d, z + 0.13), on(d, z)]);
  }
  return parts.join('');
}
