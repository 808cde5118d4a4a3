import * as z from 'zod/mini';

/** What a picture shows (DMG-6). */
export const IMAGE_VIEWS = {
  front_left: 'Snett fram vänster',
  front_right: 'Snett fram höger',
  rear_left: 'Snett bak vänster',
  rear_right: 'Snett bak höger',
  damage: 'Närbild av skadan',
  vin: 'Chassi.nr',
  odometer: 'Mätarställning',
  engine_bay: 'Motorrum',
  interior_front: 'Inredning fram',
  interior_rear: 'Inredning bak',
  underbody: 'Underrede',
  keys: 'Nycklar',
} as const;

export type ImageView = keyof typeof IMAGE_VIEWS;

export const VIEW_NAMES = Object.keys(IMAGE_VIEWS) as ImageView[];

/** How many views there are: the highest `photo_score`. */
export const VIEW_COUNT = VIEW_NAMES.length;

export const imageView = z.nullable(z.enum(VIEW_NAMES));

/** A view as a form or a call writes it. Empty is none. */
export const writtenView = z.pipe(
  z.nullable(z.enum(['', ...VIEW_NAMES])),
  z.transform((written: ImageView | '' | null) => written || null),
);
