import type { CarLook } from '../drawing/car-form.ts';
import type { CarBody } from '../drawing/car-shapes.ts';

/** What of a vehicle only its pictures show, by registration number: silhouette, grille, driver's place. */
export type Look = {
  shape: CarBody | 'motorcycle' | 'caravan' | 'trailer';
  grille: CarLook['grille'];
  dash: 'dials' | 'digital' | 'screen' | 'van';
};

const PAINTS: Record<string, string> = {
  Svart: '#111316',
  Vit: '#eceeed',
  Silver: '#b4bbc0',
  Grå: '#6d747a',
  Mörkgrå: '#34393e',
  Blå: '#1b58a6',
  Mörkblå: '#152a52',
  Ljusblå: '#6fa0cb',
  Röd: '#b3151d',
  Mörkröd: '#5c0f18',
  Grön: '#2a6445',
  Brun: '#54392a',
  Beige: '#bba985',
  Gul: '#f0b90f',
  Orange: '#d65a12',
};
export const paintOf = (colour: string): string => PAINTS[colour]!;

// In the order of vehicles.json.
export const LOOKS: readonly Look[] = (
  [
    ['estate_box', 'wide', 'digital'],
    ['hatchback', 'slim', 'dials'],
    ['fastback', 'closed', 'screen'],
    ['suv_boxy', 'hex', 'dials'],
    ['van', 'wide', 'van'],
    ['estate_long', 'wide', 'dials'],
    ['motorcycle', 'wide', 'dials'],
    ['estate_sport', 'kidney', 'digital'],
    ['suv_compact', 'slim', 'digital'],
    ['caravan', 'wide', 'dials'],
    ['suv_large', 'wide', 'digital'],
    ['van_low', 'hex', 'van'],
    ['estate_sport', 'hex', 'digital'],
    ['estate_old', 'wide', 'dials'],
    ['estate_long', 'slim', 'digital'],
    ['pickup', 'hex', 'dials'],
    ['hatchback', 'slim', 'dials'],
    ['estate_box', 'wide', 'digital'],
    ['truck', 'wide', 'van'],
    ['suv_upright', 'wide', 'digital'],
    ['sedan', 'wide', 'dials'],
    ['motorcycle', 'wide', 'dials'],
    ['suv_compact', 'closed', 'digital'],
    ['hatch_small', 'wide', 'dials'],
    ['sedan', 'wide', 'digital'],
    ['motorhome', 'wide', 'van'],
    ['van', 'slim', 'van'],
    ['hatch_bow', 'closed', 'digital'],
    ['estate_box', 'wide', 'dials'],
    ['suv_slope', 'hex', 'digital'],
    ['hatch_wedge', 'hex', 'dials'],
    ['saloon_long', 'kidney', 'digital'],
    ['trailer', 'wide', 'dials'],
    ['suv_slope', 'wide', 'dials'],
    ['hatch_wedge', 'hex', 'digital'],
    ['suv_boxy', 'wide', 'digital'],
    ['estate_sport', 'hex', 'dials'],
    ['pickup', 'slim', 'dials'],
    ['caravan', 'wide', 'dials'],
    ['estate_long', 'hex', 'digital'],
    ['suv_upright', 'wide', 'dials'],
    ['van_low', 'wide', 'van'],
    ['saloon_old', 'wide', 'dials'],
    ['crossback', 'closed', 'screen'],
    ['estate_long', 'wide', 'dials'],
    ['hatch_bow', 'closed', 'screen'],
    ['motorcycle', 'wide', 'dials'],
    ['suv_large', 'slim', 'dials'],
    ['truck', 'hex', 'van'],
    ['hatch_low', 'slim', 'digital'],
    ['minibus', 'slim', 'van'],
    ['motorhome', 'wide', 'van'],
  ] as const
).map(([shape, grille, dash]) => ({ shape, grille, dash }));
