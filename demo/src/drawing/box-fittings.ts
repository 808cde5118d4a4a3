import { rectangle, sideOf } from './box-panels.ts';
import { pixelsPerMetre } from './camera.ts';
import type { Blow } from './damage.ts';
import { type Scene, type Shell, traceOn } from './shell.ts';
import type { Vec } from './vectors.ts';

/** Windows, door and stripes of a caravan. */
export function drawCaravanParts(scene: Scene, shell: Shell, near: number, blow: Blow): string {
  const on = sideOf(shell, near);
  const parts: string[] = [];
  const ppm = pixelsPerMetre(scene.camera, [0, (near * shell.width) / 2, 1.4]);
  const glass = (ring: Vec[]) => {
    const d = traceOn(scene, shell, ring);
    if (d)
      parts.push(
        `<path d="${d}" fill="url(#pane)" stroke="#17191a" stroke-width="${(ppm * 0.028).toFixed(1)}" stroke-linejoin="round"/>`,
      );
  };
  const stripe = ['#1f5f8b', '#9c2f35', '#5f7f3f', '#7a7f83'][blow.seed % 4]!;
  const band = (z0: number, z1: number, colour: string) => {
    const d = traceOn(scene, shell, [
      on(shell.x0, z0),
      on(shell.x1, z0),
      on(shell.x1, z1),
      on(shell.x0, z1 + 0.1),
    ]);
    parts.push(`<path d="${d}" fill="${colour}"/>`);
  };
  band(0.96, 1.03, stripe);
  band(0.84, 0.93, '#9aa0a4');
  glass(rectangle(on, 0.85, 1.28, 2.0, 1.95));
  glass(rectangle(on, -2.15, 1.28, -1.05, 1.95));
  if (near < 0) {
    const door = traceOn(scene, shell, rectangle(on, -0.35, 0.52, 0.35, 2.3), true);
    parts.push(
      `<path d="${door}" fill="#000" fill-opacity=".04" stroke="#333" stroke-opacity=".7" stroke-width="2.5"/>`,
    );
    glass(rectangle(on, -0.2, 1.4, 0.2, 1.95));
    parts.push(
      `<path d="${traceOn(scene, shell, rectangle(on, 0.22, 1.12, 0.3, 1.24, 0.02))}" fill="#2a2c2e"/>`,
    );
  } else {
    glass(rectangle(on, -0.45, 1.42, 0.35, 1.95));
    parts.push(
      `<path d="${traceOn(scene, shell, rectangle(on, -0.9, 0.6, -0.6, 0.9, 0.02))}" fill="none" stroke="#555" stroke-width="2"/>`,
    );
    parts.push(
      `<path d="${traceOn(scene, shell, rectangle(on, 1.1, 0.62, 1.9, 0.92, 0.02))}" fill="none" stroke="#555" stroke-width="2"/>`,
    );
  }
  const end =
    (x: number) =>
    (y: number, z: number): Vec => [x, y, z];
  glass(rectangle(end(shell.x1), -0.85, 1.3, 0.85, 1.98, 0.08));
  glass(rectangle(end(shell.x0), -0.7, 1.4, 0.7, 1.95, 0.08));
  parts.push(
    `<path d="${traceOn(scene, shell, rectangle(end(shell.x1), -0.85, 0.52, 0.85, 0.95, 0.06))}" fill="#000" fill-opacity=".06" stroke="#444" stroke-opacity=".6" stroke-width="2"/>`,
  );
  return parts.join('');
}

/** Frame and doors of a trailer. */
export function drawTrailerParts(scene: Scene, shell: Shell, near: number, axle: number): string {
  const on = sideOf(shell, near);
  const parts: string[] = [];
  for (let x = shell.x0 + 0.4; x < shell.x1 - 0.1; x += 0.42) {
    parts.push(
      `<path d="${traceOn(scene, shell, [on(x, shell.z0 + 0.05), on(x, shell.z1 - 0.06)], false)}" stroke="#000" stroke-opacity=".14" stroke-width="2.5" fill="none"/>`,
    );
  }
  const frame = (z0: number, z1: number) =>
    `<path d="${traceOn(scene, shell, [on(shell.x0, z0), on(shell.x1, z0), on(shell.x1, z1), on(shell.x0, z1)])}" fill="#a8adb0" stroke="#666b6e" stroke-width="1.5"/>`;
  parts.push(frame(shell.z0 + 0.01, shell.z0 + 0.08), frame(shell.z1 - 0.08, shell.z1 - 0.02));
  const rear = (y: number, z: number): Vec => [shell.x0, y, z];
  parts.push(
    `<path d="${traceOn(scene, shell, [rear(0, shell.z0 + 0.1), rear(0, shell.z1 - 0.1)], false)}" stroke="#222" stroke-width="3" fill="none"/>`,
  );
  for (const k of [1, -1])
    parts.push(
      `<path d="${traceOn(scene, shell, [rear(k * 0.12, shell.z0 + 0.12), rear(k * 0.12, shell.z1 - 0.12)], false)}" stroke="#90969a" stroke-width="6" fill="none"/>`,
    );
  parts.push(
    `<path d="${traceOn(scene, shell, rectangle(on, axle + 0.6, shell.z0 + 0.1, axle + 0.66, shell.z0 + 0.14, 0.01))}" fill="#e08a1e"/>`,
  );
  return parts.join('');
}
