import type { Panel } from '@restvarde/contract/auctions/panels';

/** The rectangle of an area, in units of the drawing. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The shape within it. */
  shape: 'rect' | 'circle' | 'front' | 'back' | 'windscreen' | 'rear_window';
}

/** The size of the drawing. No area is narrower or lower than 60, which is 44 px on the narrowest phone. */
export const DRAWING = { width: 400, height: 800 } as const;

const area = (
  [x, y, width, height]: readonly [number, number, number, number],
  shape: Area['shape'] = 'rect',
): Area => ({ x, y, width, height, shape });

/** The areas of one side, from its outer edge; `mirrored` for the right side. */
function side(mirrored: boolean) {
  const at = (x: number, y: number, width: number, height: number, shape?: Area['shape']) =>
    area([mirrored ? DRAWING.width - x - width : x, y, width, height], shape);
  return {
    headlight: at(68, 72, 62, 60),
    front_wheel: at(2, 136, 62, 76, 'circle'),
    front_wing: at(68, 136, 62, 76),
    mirror: at(68, 216, 62, 60),
    sill: at(2, 216, 62, 212),
    front_door: at(68, 280, 62, 72),
    rear_door: at(68, 356, 62, 72),
    rear_wing: at(68, 432, 62, 92),
    rear_wheel: at(2, 432, 62, 92, 'circle'),
    taillight: at(68, 528, 62, 60),
  };
}

const sided = (name: 'left' | 'right', mirrored: boolean) =>
  Object.fromEntries(
    Object.entries(side(mirrored)).map(([panel, where]) => [`${name}_${panel}`, where]),
  );

/**
 * Where each of the 31 panels is drawn: the front, the left side, the top, the right side and the back of a car,
 * unfolded with the front up, and below them what lies inside (DMG-4).
 */
export const AREAS = {
  front_bumper: area([84, 8, 232, 60], 'front'),
  grille: area([134, 72, 132, 60]),
  bonnet: area([134, 136, 132, 76]),
  windscreen: area([134, 216, 132, 60], 'windscreen'),
  roof: area([146, 280, 108, 148]),
  rear_window: area([134, 432, 132, 60], 'rear_window'),
  boot_lid: area([134, 496, 132, 92]),
  rear_bumper: area([84, 592, 232, 60], 'back'),
  engine_bay: area([2, 716, 128, 64]),
  underbody: area([136, 716, 128, 64]),
  interior: area([270, 716, 128, 64]),
  ...sided('left', false),
  ...sided('right', true),
} as Record<Panel, Area>;
