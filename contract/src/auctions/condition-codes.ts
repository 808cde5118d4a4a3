import * as z from 'zod/mini';

/** Whether the object starts and drives (DMG-1). */
export const RUN_AND_DRIVE_CODES = ['drives', 'starts', 'no_start'] as const;

/** Kinds and places of damage (DMG-2). */
export const DAMAGE_CODES = [
  'front',
  'rear',
  'left',
  'right',
  'roof',
  'underbody',
  'all_over',
  'mechanical',
  'fire',
  'fire_engine',
  'water',
  'hail',
  'vandalism',
  'theft',
  'interior',
  'glass',
  'electrical',
  'minor',
  'other',
] as const;

export const runAndDrive = z.enum(RUN_AND_DRIVE_CODES);

export const damageCode = z.enum(DAMAGE_CODES);
