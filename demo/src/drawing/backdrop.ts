import { between, makeRandom, type Random } from '../random.ts';
import type { Place } from './backdrop-shapes.ts';
import { gradient, rect } from './backdrop-shapes.ts';
import { type Camera, WIDTH } from './camera.ts';
import { drawGround } from './ground.ts';
import { drawHall } from './hall.ts';
import type { Hour } from './light.ts';
import { blend, type Light } from './paint.ts';
import { drawContainers, drawFence, drawTrees, drawWorks } from './surroundings.ts';

/** What lies behind and under the vehicle. `turn` moves the surroundings as the camera goes round. */
export function drawBackdrop(
  camera: Camera,
  light: Light,
  place: Place,
  hour: Hour,
  seed: number,
  turn: number,
): string {
  const random = makeRandom(seed * 31 + Math.round(turn));
  const y = camera.cy;
  if (place === 'hall') return drawHall(camera, light, random);
  const parts = [drawSky(light, y, hour, random)];
  // Pixels a metre takes thirty metres away: the surroundings stand about there.
  const m = Math.max(14, camera.focal / 34);
  if (place === 'works')
    parts.push(drawTrees(light, y, m * 1.1, seed + 7), drawWorks(light, y, m, random));
  else if (place === 'harbour') parts.push(drawContainers(light, y, m, random));
  else
    parts.push(
      drawTrees(light, y, m * (place === 'forest' ? 2 : 1.3), seed + turn * 0.01, place === 'snow'),
    );
  parts.push(drawGround(camera, light, place, random));
  if (place === 'fence') parts.push(drawFence(light, y, m * 1.3, random));
  return parts.join('');
}

function drawSky(light: Light, y: number, hour: Hour, random: Random): string {
  const parts = [
    `<defs>${gradient('sky', [
      [0, light.zenith],
      [0.75, blend(light.zenith, light.horizon, 0.8)],
      [1, light.horizon],
    ])}<radialGradient id="cloud"><stop offset="0" stop-color="#fff" stop-opacity=".75"/><stop offset=".5" stop-color="#fff" stop-opacity=".32"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>`,
    rect(0, 0, WIDTH, y + 2, 'url(#sky)'),
  ];
  const count = hour === 'overcast' ? 6 : 4;
  const strength = hour === 'overcast' ? 0.5 : 0.75;
  for (let i = 0; i < count; i++) {
    const [cx, cy] = [between(random, -100, WIDTH + 100), y * between(random, 0.05, 0.8)];
    for (let k = 0; k < 3; k++) {
      const rx = between(random, 100, 250);
      parts.push(
        `<ellipse cx="${(cx + between(random, -150, 150)).toFixed()}" cy="${(cy + between(random, -14, 14)).toFixed()}" rx="${rx.toFixed()}" ry="${(rx * between(random, 0.12, 0.26)).toFixed()}" fill="url(#cloud)" opacity="${strength}"/>`,
      );
    }
  }
  return parts.join('');
}
