import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
