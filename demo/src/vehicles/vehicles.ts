import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { between, makeRandom, pick } from '../random.ts';

export type DamageKind = 'front' | 'rear' | 'side' | 'hail' | 'fire' | 'water' | 'glass' | 'paint';

/** A fictional vehicle: facts, texts and pictures. */
export interface Vehicle {
  manufacturer: string;
  model: string;
  model_year: number;
  /** Swedish mil; null without an odometer. */
  mileage: number | null;
  registration_number: string;
  chassis_number: string;
  /** Name of a global category. */
  category: string;
  body: string;
  colour: string;
  damage: {
    kind: DamageKind;
    /** As the driver sees it. */
    side: 'left' | 'right';
    /** An airbag hangs from the steering wheel. */
    airbag: boolean;
  };
  damage_condition: 'REPAIR' | 'DISASSEMBLY';
  /** Whole kronor. */
  start_bid: number;
  reservation_price: number | null;
  /** The damage, as the pictures show it. */
  description: string;
  /** Files in `pictures/`, the best overview first. */
  pictures: string[];
  /** Seed of the documents' other content. */
  seed: number;
}

const ROOT = join(import.meta.dirname, '../..');

/** Folder of the pictures and the companies' logos. */
export const PICTURES = join(ROOT, 'pictures');

const list: Omit<Vehicle, 'seed'>[] = JSON.parse(readFileSync(join(ROOT, 'vehicles.json'), 'utf8'));

/** The demo's vehicles, in a fixed order. */
export const VEHICLES: readonly Vehicle[] = list.map((vehicle, index) => ({
  ...vehicle,
  seed: 101 + index * 7,
}));

const LETTERS = 'ABCDEFGHJKLMNOPRSTUWXYZ';
const FIGURES = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
/** Offset into the demo's own vehicles, so that the first model differs from theirs. */
const FIRST = 20;

/**
 * Returns further vehicles, the same for each first seed: the demo's own in turn unless `modelOf` chooses, with other years, mileages, numbers
 * and prices.
 */
export function moreVehicles(
  count: number,
  firstSeed = 7_001,
  modelOf = (place: number) => VEHICLES[(FIRST + place) % VEHICLES.length]!,
): Vehicle[] {
  return Array.from({ length: count }, (_, place) => {
    const seed = firstSeed + place;
    const random = makeRandom(seed);
    const model = modelOf(place);
    const price = between(random, 0.5, 1.8);
    const text = (length: number, signs: string) =>
      Array.from({ length }, () => pick(random, [...signs])).join('');
    return {
      ...model,
      model_year: model.model_year - Math.floor(between(random, 0, 6)),
      mileage: model.mileage && Math.round((model.mileage * between(random, 0.3, 2)) / 10) * 10,
      registration_number: text(3, LETTERS) + String(100 + Math.floor(between(random, 0, 900))),
      chassis_number: model.chassis_number.slice(0, 9) + text(8, FIGURES),
      start_bid: Math.max(500, Math.round((model.start_bid * price) / 500) * 500),
      reservation_price:
        model.reservation_price && Math.round((model.reservation_price * price) / 500) * 500,
      seed,
    };
  });
}
