import { between, makeRandom, pick } from '../random.ts';
import { VEHICLES, type Vehicle } from './vehicles.ts';

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
