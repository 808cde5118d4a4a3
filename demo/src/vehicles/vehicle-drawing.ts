import { drawBackdrop } from '../drawing/backdrop.ts';
import type { Place } from '../drawing/backdrop-shapes.ts';
import { BOX_BODIES, type BoxBody, drawBoxBody, measureBox } from '../drawing/box-drawing.ts';
import { PANE_DEFS } from '../drawing/box-panels.ts';
import {
  type Aim,
  type Camera,
  frameAround,
  frameSpot,
  HEIGHT,
  type Point,
  project,
  WIDTH,
} from '../drawing/camera.ts';
import { drawCar } from '../drawing/car-drawing.ts';
import { type CarLook, formCar } from '../drawing/car-form.ts';
import { PART_DEFS } from '../drawing/car-lower-parts.ts';
import { CAR_SHAPES } from '../drawing/car-shapes.ts';
import { drawChassisPlate } from '../drawing/chassis-plate.ts';
import type { Blow } from '../drawing/damage.ts';
import {
  type DamageKind,
  damageSpot,
  dentOf,
  type Measures,
  measureCar,
  skinOf,
} from '../drawing/damage.ts';
import { drawDebris, drawMarks } from '../drawing/damage-marks.ts';
import { drawInterior, drawOdometer } from '../drawing/interior.ts';
import { type Hour, lightOf } from '../drawing/light.ts';
import { drawMotorcycle, measureMotorcycle } from '../drawing/motorcycle.ts';
import { parseColour } from '../drawing/paint.ts';
import type { Scene } from '../drawing/shell.ts';
import { restartStrips } from '../drawing/shell-face.ts';
import type { Vec } from '../drawing/vectors.ts';
import { WHEEL_DEFS } from '../drawing/wheel.ts';
import { between, makeRandom, pick } from '../random.ts';
import type { Look } from './looks.ts';

export type View =
  | 'front-quarter'
  | 'rear-quarter'
  | 'other-quarter'
  | 'side'
  | 'detail'
  | 'interior'
  | 'odometer'
  | 'chassis'
  | 'tyre';

/** Everything that decides one picture; the same values give the same picture, sign for sign. */
export type VehicleDrawing = Look & {
  /** Paint, as #rrggbb. */
  colour: string;
  registration_number: string;
  chassis_number: string;
  manufacturer: string;
  model_year: number;
  damage: DamageKind;
  /** The side that was hit: 1 is the left. */
  side: 1 | -1;
  airbag: boolean;
  /** Past repair. */
  severe: boolean;
  /** Swedish mil, for the odometer. */
  mileage: number;
  /** Decides place, hour, rims and the camera's stand; one for a vehicle. */
  seed: number;
  view: View;
};

const PLACES: readonly Place[] = ['fence', 'works', 'forest', 'harbour', 'hall', 'snow'];
const HOURS: Record<Place, readonly Hour[]> = {
  fence: ['noon', 'overcast', 'morning', 'dusk'],
  works: ['noon', 'morning', 'overcast', 'dusk'],
  forest: ['overcast', 'morning', 'noon'],
  harbour: ['dusk', 'noon', 'overcast'],
  hall: ['hall'],
  snow: ['winter'],
};

const isBox = (body: Look['shape']): body is BoxBody => Object.hasOwn(BOX_BODIES, body);

function measure(body: Look['shape']): Measures {
  if (body === 'motorcycle') return measureMotorcycle();
  return isBox(body) ? measureBox(body) : measureCar(body);
}

/** A picture of the vehicle as SVG, 1600 × 1064. */
export function drawVehicle(drawing: VehicleDrawing): string {
  const { shape: body, damage, seed, view, side: hit } = drawing;
  restartStrips();
  if (view === 'interior') return wrap(drawInterior(drawing));
  if (view === 'odometer') return wrap(drawOdometer(drawing));
  if (view === 'chassis') return wrap(drawChassisPlate(drawing));
  const random = makeRandom(seed);
  const place = pick(random, PLACES);
  const hour = pick(random, HOURS[place]);
  random();
  const look = {
    rim: pick(random, ['five', 'ten', 'double', 'ten', 'five'] as const),
    dark_rim: random() < 0.4,
    dark_trim: random() < 0.5,
    steer: between(random, -20, 20),
  };
  const measures = measure(body);
  const stand = makeRandom(seed * 13 + view.length * 101 + view.charCodeAt(0));
  const [camera, azimuth] = placeCamera(
    view,
    measures,
    damage,
    hit,
    stand,
    place === 'hall',
    body === 'motorcycle',
  );
  const light = lightOf(hour, azimuth + between(random, 35, 75) * (random() < 0.5 ? 1 : -1));
  const scene: Scene = { camera, light };
  const colour = parseColour(drawing.colour);
  const blow: Blow = { kind: damage, side: hit, seed, colour, severe: drawing.severe };
  const skin = skinOf(damage, measures, colour, hit, seed);
  const dent = dentOf(damage, measures, hit, seed, drawing.severe);

  const parts = [
    `<g filter="url(#far)">${drawBackdrop(camera, light, place, hour, seed, azimuth)}</g>`,
    drawShadow(scene, measures, body === 'motorcycle'),
  ];
  if (body === 'motorcycle') {
    parts.push(drawMotorcycle(scene, drawing, blow));
  } else if (isBox(body)) {
    parts.push(drawBoxBody(scene, body, drawing, blow, dent, skin));
  } else {
    const boxy = CAR_SHAPES[body].roof > 1.9;
    const form = formCar(body, dent, look.steer);
    const car: CarLook = {
      ...look,
      body,
      rim: boxy ? 'steel' : look.rim,
      grille: drawing.grille,
      number: drawing.registration_number,
      wheel_turn: Math.round(random() * 72),
      broken: { front: damage === 'front' ? hit : 0, rear: damage === 'rear' ? hit : 0 },
      lit: hour === 'dusk' && damage !== 'fire',
      burnt: damage === 'fire',
    };
    parts.push(
      drawCar(scene, form, car, skin),
      drawMarks(scene, form, blow),
      drawDebris(scene, form, blow),
    );
  }
  return wrap(parts.join(''));
}

const wrap = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${WHEEL_DEFS}${PART_DEFS}${PANE_DEFS}<filter id="far" x="0" y="0" width="100%" height="100%"><feGaussianBlur stdDeviation="1.3"/></filter><filter id="soft" x="-30%" y="-60%" width="160%" height="220%"><feGaussianBlur stdDeviation="22"/></filter><filter id="close" x="-30%" y="-60%" width="160%" height="220%"><feGaussianBlur stdDeviation="7"/></filter></defs>${content}</svg>`;

function placeCamera(
  view: View,
  m: Measures,
  damage: DamageKind,
  hit: 1 | -1,
  random: () => number,
  inside: boolean,
  flat: boolean,
): [Camera, number] {
  const tall = m.roof > 1.9;
  const target: Vec = [0, 0, 0.7];
  const size = m.end * 2;
  const distance = size * (inside ? 1.35 : between(random, 1.35, 1.8));
  const height = between(random, tall ? 1.35 : 1.15, 1.75);
  const aim = (azimuth: number, more: Partial<Aim> = {}): Aim => ({
    azimuth,
    height,
    distance,
    target,
    ...more,
  });
  const corners: Vec[] = [];
  for (const x of [m.end, -m.end])
    for (const y of [m.half, -m.half]) for (const z of [0, m.roof]) corners.push([x, y, z]);
  const whole = (azimuth: number): [Camera, number] => {
    const shift: Point = [between(random, -0.03, 0.03), between(random, -0.01, 0.05)];
    return [frameAround(aim(azimuth), corners, between(random, 0.8, 0.9), shift), azimuth];
  };
  const spot = damageSpot(damage, m, hit);
  switch (view) {
    case 'front-quarter':
      return whole(hit * (flat ? between(random, 56, 72) : between(random, 28, 56)));
    case 'rear-quarter':
      return whole(hit * (flat ? between(random, 108, 122) : between(random, 126, 150)));
    case 'other-quarter': {
      const [low, high] = flat ? [106, 120] : damage === 'rear' ? [30, 52] : [128, 150];
      return whole(-hit * between(random, low, high));
    }
    case 'side':
      return whole(hit * between(random, 82, 98));
    case 'tyre': {
      const azimuth = hit * between(random, 62, 84);
      const place: Vec = [m.end - 0.9, hit * m.half, 0.36];
      return [
        frameSpot(
          aim(azimuth, { target: place, distance: 2.6, height: 0.8 }),
          between(random, 1.35, 1.6),
        ),
        azimuth,
      ];
    }
    case 'detail': {
      const turn = {
        front: 38,
        rear: 145,
        side: 70,
        hail: 30,
        fire: 35,
        water: 62,
        glass: 22,
        paint: 72,
      }[damage];
      const azimuth = hit * (turn + between(random, -8, 8));
      const high =
        damage === 'hail' || damage === 'fire' ? 1.9 : damage === 'glass' ? m.screen[2] + 0.3 : 1.2;
      const span = flat ? 1.3 : damage === 'glass' || damage === 'hail' ? 1.8 : 2.05;
      return [
        frameSpot(
          aim(azimuth, { target: spot, distance: 3.1, height: high }),
          span * between(random, 0.9, 1.1),
        ),
        azimuth,
      ];
    }
    default:
      return whole(0);
  }
}

/** The dark under the vehicle: soft and wide, and hard where it stands. */
function drawShadow(scene: Scene, m: Measures, thin: boolean): string {
  const { light, camera } = scene;
  const lean = light.strength * 0.35;
  const width = thin ? 0.3 : m.half;
  const outline = (k: number, shift: number): string => {
    const points: string[] = [];
    for (let i = 0; i < 48; i++) {
      const a = (i * Math.PI) / 24;
      const [c, s] = [Math.cos(a), Math.sin(a)];
      const x = Math.sign(c) * Math.abs(c) ** 0.35 * (m.end - 0.14) * (1 + (k - 1) * 0.5);
      const y = Math.sign(s) * Math.abs(s) ** 0.35 * width * k;
      const p = project(camera, [x - light.sun[0] * shift, y - light.sun[1] * shift, 0]);
      points.push(`${p[0].toFixed(1)} ${p[1].toFixed(1)}`);
    }
    return `M${points.join(' ')}z`;
  };
  return (
    `<path d="${outline(1.16, lean)}" fill="#06070a" fill-opacity="${(0.42 + 0.2 * light.strength).toFixed(2)}" filter="url(#soft)"/>` +
    `<path d="${outline(0.97, lean * 0.2)}" fill="#040506" fill-opacity=".8" filter="url(#close)"/>`
  );
}
