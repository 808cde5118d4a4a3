import type { DAMAGE_CODES, RUN_AND_DRIVE_CODES } from './condition-codes.ts';

// The words of the choices of an object's condition, by value (DMG-1 – DMG-3).

export const RUN_AND_DRIVE = {
  drives: 'Startar och rullar för egen maskin',
  starts: 'Startar',
  no_start: 'Startar inte',
} as const satisfies Record<(typeof RUN_AND_DRIVE_CODES)[number], string>;

export const AIRBAGS = {
  intact: 'Ej utlösta',
  deployed: 'Utlösta',
  partly: 'Delvis utlösta',
} as const;

export const FUELS = {
  petrol: 'Bensin',
  diesel: 'Diesel',
  hybrid: 'Elhybrid',
  plugin: 'Laddhybrid',
  electric: 'El',
  gas: 'Gas',
  other: 'Annat',
} as const;

export const HV_BATTERY = { intact: 'Hel', damaged: 'Skadad', removed: 'Borttagen' } as const;

export const DAMAGES = {
  front: 'Front',
  rear: 'Bak',
  left: 'Vänster sida',
  right: 'Höger sida',
  roof: 'Tak',
  underbody: 'Underrede',
  all_over: 'Runt om',
  mechanical: 'Motor eller växellåda',
  fire: 'Brand',
  fire_engine: 'Brand i motorrum',
  water: 'Vatten',
  hail: 'Hagel',
  vandalism: 'Skadegörelse',
  theft: 'Stöld eller saknade delar',
  interior: 'Interiör',
  glass: 'Glas',
  electrical: 'Elsystem',
  minor: 'Mindre skador',
  other: 'Annat',
} as const satisfies Record<(typeof DAMAGE_CODES)[number], string>;

export const PANEL_DAMAGES = {
  scratch: 'Repa',
  dent: 'Buckla',
  broken: 'Trasig',
  deformed: 'Deformerad',
  missing: 'Saknas',
  burnt: 'Bränd',
  rust: 'Rost',
} as const;

export const SEVERITIES = { 1: 'Lätt', 2: 'Måttlig', 3: 'Svår' } as const;

/** The label of the section and of its change in «Historik». */
export const CONDITION_LABEL = 'Skada och skick';

/** The labels of the parts of a condition. */
export const CONDITION_LABELS = {
  run_and_drive: 'Start och körning',
  run_checked_on: 'Kontrollerat',
  rolls: 'Rullar',
  keys: 'Nycklar',
  airbags: 'Krockkuddar',
  fuel: 'Drivmedel',
  hv_battery: 'Högvoltsbatteri',
  primary_damage: 'Skada',
  secondary_damage: 'Ytterligare skada',
  panels: 'Skadade delar',
} as const;

/** What is shown for a part that was not given; never «Nej» (DMG-1). */
export const NOT_GIVEN = 'Ej angivet';
