import type { DamageKind } from '../drawing/damage.ts';
import { makeRandom, pick, type Random } from '../random.ts';
import {
  CAR_DAMAGE,
  CARAVAN_DAMAGE,
  MOTORCYCLE_DAMAGE,
  MOTORHOME_DAMAGE,
  REMARKS,
  TRAILER_DAMAGE,
} from './damage-texts.ts';
import type { Body, VehicleDrawing, View } from './vehicle-drawing.ts';
import { type DamageCondition, PAINTS, VEHICLE_ROWS, type VehicleRow } from './vehicle-list.ts';

type VehicleCategory =
  | 'Personbil'
  | 'Lätt lastbil'
  | 'Motorcykel'
  | 'Husbil och husvagn'
  | 'Släpvagn';

/** An invented vehicle of the demo world. Money is whole kronor, mileage Swedish mil. */
export type Vehicle = {
  manufacturer: string;
  model: string;
  model_year: number;
  /** Null for what has no odometer. */
  mileage: number | null;
  registration_number: string;
  chassis_number: string;
  body: Body;
  /** The colour's Swedish name, and as #rrggbb. */
  colour: string;
  paint: string;
  grille: VehicleDrawing['grille'];
  damage: DamageKind;
  /** What happened and what broke, two to four sentences. */
  description: string;
  damage_condition: DamageCondition;
  category: VehicleCategory;
  start_bid: number;
  reservation_price: number | null;
  /** Decides all its pictures. */
  seed: number;
};

const CATEGORY: Record<Body, VehicleCategory> = {
  sedan: 'Personbil',
  kombi: 'Personbil',
  hatchback: 'Personbil',
  suv: 'Personbil',
  van: 'Lätt lastbil',
  pickup: 'Lätt lastbil',
  truck: 'Lätt lastbil',
  motorhome: 'Husbil och husvagn',
  caravan: 'Husbil och husvagn',
  trailer: 'Släpvagn',
  motorcycle: 'Motorcykel',
};

function makeVehicle(row: VehicleRow, index: number): Vehicle {
  const [manufacturer, model, model_year, mileage, body, colour, grille, kind, condition] = row;
  const seed = 101 + index * 7;
  const random = makeRandom(seed);
  return {
    manufacturer,
    model,
    model_year,
    mileage,
    registration_number: inventPlate(random, index),
    chassis_number: inventChassis(random, manufacturer, model_year),
    body,
    colour,
    paint: PAINTS[colour],
    grille,
    damage: kind,
    description: describe(body, kind, index, random),
    damage_condition: condition,
    category: CATEGORY[body],
    start_bid: row[9],
    reservation_price: row[10],
    seed,
  };
}

// The letters that Swedish plates use; the last sign is never an O.
const PLATE_LETTERS = 'ABCDEFGHJKLMNOPRSTUWXYZ';

function inventPlate(random: Random, index: number): string {
  const letter = () => pick(random, [...PLATE_LETTERS]);
  const digit = () => Math.floor(random() * 10);
  // The middle letter counts upwards, so that no two plates can be alike.
  const middle = PLATE_LETTERS[index % PLATE_LETTERS.length]!;
  const first = 'XYZ'[Math.floor(index / PLATE_LETTERS.length)] ?? 'W';
  const last = index % 3 === 0 ? pick(random, [...'ABCDEFGHJKLMNPRSTUWXYZ']) : digit();
  return `${first}${middle}${letter()}${digit()}${digit()}${last}`;
}

const MAKERS: Record<string, string> = {
  Volvo: 'YV1',
  Volkswagen: 'WVW',
  Tesla: 'LRW',
  Toyota: 'JTM',
  'Mercedes-Benz': 'WDB',
  Skoda: 'TMB',
  Yamaha: 'JYA',
  BMW: 'WBA',
  Kia: 'KNA',
  Ford: 'WF0',
  Audi: 'WAU',
  Saab: 'YS3',
  Renault: 'VF1',
  Hyundai: 'KMH',
  Peugeot: 'VF3',
  Nissan: 'SJN',
  Mazda: 'JMZ',
  Seat: 'VSS',
  Polestar: 'LPS',
  Opel: 'W0L',
};

const YEAR_SIGNS = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/** Seventeen signs: a maker's prefix, DEM for the demo, the year's sign, a serial number. */
function inventChassis(random: Random, manufacturer: string, year: number): string {
  const signs = [...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'];
  const some = (count: number, of: string[]) =>
    Array.from({ length: count }, () => pick(random, of));
  const maker = MAKERS[manufacturer] ?? 'YS9';
  const yearSign = YEAR_SIGNS[(year - 1980) % 30]!;
  return `${maker}DEM${some(3, signs).join('')}${yearSign}${pick(random, [...'ABCFGKP'])}${some(6, [...'0123456789']).join('')}`;
}

function describe(body: Body, kind: DamageKind, index: number, random: Random): string {
  const remark = pick(random, REMARKS);
  switch (body) {
    case 'caravan':
      return CARAVAN_DAMAGE[kind === 'hail' ? 1 : kind === 'rear' ? 2 : 0]!;
    case 'motorhome':
      return MOTORHOME_DAMAGE[kind === 'front' ? 1 : 0]!;
    case 'motorcycle':
      return MOTORCYCLE_DAMAGE[kind === 'front' ? 1 : index % 2 === 0 ? 0 : 2]!;
    case 'trailer':
      return TRAILER_DAMAGE[0]!;
    default:
      return `${CAR_DAMAGE[kind][index % CAR_DAMAGE[kind].length]!} ${remark}`;
  }
}

/** The demo world's vehicles, always the same and in the same order. */
export const VEHICLES: readonly Vehicle[] = VEHICLE_ROWS.map(makeVehicle);

/** Three to six pictures of a vehicle, the best overview first. */
export function drawingsOf(vehicle: Vehicle): VehicleDrawing[] {
  const { body, paint, grille, registration_number, damage, seed } = vehicle;
  return chooseViews(vehicle).map((view) => ({
    body,
    colour: paint,
    grille,
    registration_number,
    damage,
    mileage: vehicle.mileage ?? 0,
    seed,
    view,
  }));
}

const OVERVIEWS: Record<DamageKind, readonly View[]> = {
  front: ['front_quarter', 'front_quarter', 'front_quarter', 'front'],
  rear: ['rear_quarter'],
  side: ['side', 'front_quarter', 'rear_quarter'],
  hail: ['front_quarter', 'side'],
  fire: ['front_quarter'],
  water: ['front_quarter', 'side', 'rear_quarter'],
  glass: ['front_quarter', 'front'],
  paint: ['side', 'rear_quarter'],
};

function chooseViews({ body, damage, seed }: Vehicle): View[] {
  const random = makeRandom(seed * 3 + 1);
  const first = body === 'motorcycle' ? 'side' : pick(random, OVERVIEWS[damage]);
  const cabin = body !== 'motorcycle' && body !== 'caravan' && body !== 'trailer';
  const others: View[] = cabin
    ? ['front_quarter', 'other_quarter', 'side', 'interior', 'rear', 'wheel', 'rear_quarter']
    : ['front_quarter', 'other_quarter', 'side', 'rear_quarter'];
  const count = Math.min(others.length, 3 + Math.floor(random() * 4));
  const views: View[] = [first, 'detail'];
  // The first three after the detail say most; the order behind them may vary.
  const rest = others.filter((view) => view !== first);
  if (random() < 0.4) rest.push(...rest.splice(1, 1));
  return [...views, ...rest].slice(0, count);
}
