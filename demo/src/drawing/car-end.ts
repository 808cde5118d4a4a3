import type { CarForm } from './car-form.ts';
import type { Vec } from './vectors.ts';

export type Ends = 'front' | 'rear';

/** The place on an end by share of its height, so that lamps rise with the bonnet line. */
export const endPlace = (form: CarForm, end: Ends, s: number, h: number): Vec => {
  const place = form.onEnd(end, s, 0);
  return [place[0], place[1], h];
};

/** A place on an end: metres from the middle line, share of the height. */
export type Spot = readonly [s: number, h: number];
