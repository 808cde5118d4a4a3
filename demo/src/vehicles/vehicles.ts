import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What happened to a vehicle. */
export type DamageKind = 'front' | 'rear' | 'side' | 'hail' | 'fire' | 'water' | 'glass' | 'paint';

/** An invented vehicle of the demo world: its facts, its texts and its pictures in one place. */
export interface Vehicle {
  manufacturer: string;
  model: string;
  model_year: number;
  /** Swedish mil; null for what has no odometer. */
  mileage: number | null;
  registration_number: string;
  chassis_number: string;
  /** A global category's name. */
  category: string;
  body: string;
  colour: string;
  damage: {
    kind: DamageKind;
    /** Of the vehicle, as its driver sees it. */
    side: 'left' | 'right';
    /** One hangs from the steering wheel. */
    airbag: boolean;
  };
  damage_condition: 'REPAIR' | 'DISASSEMBLY';
  /** Whole kronor. */
  start_bid: number;
  reservation_price: number | null;
  /** What happened and what broke, as the pictures show it. */
  description: string;
  /** Files in `pictures/`, the best overview first. */
  pictures: string[];
  /** Decides what else its papers say. */
  seed: number;
}

const ROOT = join(import.meta.dirname, '../..');

/** Where the pictures are, and the companies' logos. */
export const PICTURES = join(ROOT, 'pictures');

const list: Omit<Vehicle, 'seed'>[] = JSON.parse(readFileSync(join(ROOT, 'vehicles.json'), 'utf8'));

/** The demo world's vehicles, always the same and in the same order. */
export const VEHICLES: readonly Vehicle[] = list.map((vehicle, index) => ({
  ...vehicle,
  seed: 101 + index * 7,
}));
