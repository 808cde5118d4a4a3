/** The panels that a car has one of (DMG-3). */
const SINGLE = {
  front_bumper: 'Främre stötfångare',
  grille: 'Grill',
  bonnet: 'Motorhuv',
  windscreen: 'Vindruta',
  roof: 'Tak',
  rear_window: 'Bakruta',
  boot_lid: 'Baklucka',
  rear_bumper: 'Bakre stötfångare',
  engine_bay: 'Motorrum',
  underbody: 'Underrede',
  interior: 'Interiör',
} as const;

/** The panels of each side. */
const PAIRED = {
  headlight: 'strålkastare',
  front_wing: 'framskärm',
  mirror: 'backspegel',
  front_door: 'framdörr',
  rear_door: 'bakdörr',
  sill: 'tröskel',
  rear_wing: 'bakskärm',
  taillight: 'baklykta',
  front_wheel: 'framhjul',
  rear_wheel: 'bakhjul',
} as const;

/** The sides as the driver sees them. */
const SIDES = { left: 'Vänster', right: 'Höger' } as const;

export type Panel = keyof typeof SINGLE | `${keyof typeof SIDES}_${keyof typeof PAIRED}`;

/** The 31 panels of a car and their labels, for lists, messages and the drawing (DMG-3). */
export const PANELS = {
  ...SINGLE,
  ...Object.fromEntries(
    Object.entries(SIDES).flatMap(([side, word]) =>
      Object.entries(PAIRED).map(([panel, label]) => [`${side}_${panel}`, `${word} ${label}`]),
    ),
  ),
} as Record<Panel, string>;

export const PANEL_NAMES = Object.keys(PANELS) as Panel[];
