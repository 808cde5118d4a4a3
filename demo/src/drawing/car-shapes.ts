/** Lengths in metres; `d` is always the distance behind the foremost point. */
export type CarShape = {
  length: number;
  width: number;
  /** Length of the lower body, when a box or a bed follows behind the cab. */
  lower_length: number;
  sill: number;
  /** Height of bonnet, waist and boot lid: pairs of d and z. */
  top: readonly (readonly [d: number, z: number])[];
  front_axle: number;
  rear_axle: number;
  wheel: number;
  cowl: number;
  roof_front: number;
  roof_rear: number;
  tail: number;
  roof: number;
  /** Width of the roof as a share of the width at the waist. */
  tumble: number;
  /** How far the glasshouse stands in from the lower body, each side. */
  inset: number;
  /** d of the gaps between doors; the first is the front of the front door. */
  doors: readonly number[];
  /** Pairs of d between which the side has glass. */
  panes: readonly (readonly [from: number, to: number])[];
  /** How much the front leans back at its top and bottom edge, and bows sideways. */
  nose: readonly [top: number, bottom: number, bow: number];
  tailend: readonly [top: number, bottom: number, bow: number];
  cladding: boolean;
  rear_glass: boolean;
  rails?: boolean;
  /** Radii of the lower body's rounded edges. */
  round?: readonly [number, number, number];
};

const sedan: CarShape = {
  length: 4.76,
  width: 1.85,
  lower_length: 4.76,
  sill: 0.2,
  top: [
    [0, 0.79],
    [0.12, 0.83],
    [0.5, 0.895],
    [1.25, 0.965],
    [1.7, 0.965],
    [3.4, 1.0],
    [4.2, 1.05],
    [4.6, 1.05],
    [4.76, 1.0],
  ],
  front_axle: 0.9,
  rear_axle: 3.72,
  wheel: 0.335,
  cowl: 1.28,
  roof_front: 2.08,
  roof_rear: 3.42,
  tail: 4.25,
  roof: 1.455,
  tumble: 0.76,
  inset: 0.075,
  doors: [1.42, 2.5, 3.42],
  panes: [
    [1.55, 2.5],
    [2.58, 3.45],
    [3.5, 3.82],
  ],
  nose: [0.07, 0.1, 0.13],
  tailend: [0.03, 0.12, 0.11],
  cladding: false,
  rear_glass: true,
};

const kombi: CarShape = {
  ...sedan,
  top: [
    [0, 0.8],
    [0.12, 0.84],
    [0.5, 0.905],
    [1.25, 0.97],
    [1.7, 0.97],
    [3.4, 1.0],
    [4.3, 1.03],
    [4.76, 1.0],
  ],
  roof_rear: 4.3,
  tail: 4.7,
  roof: 1.475,
  tumble: 0.78,
  panes: [
    [1.55, 2.5],
    [2.58, 3.45],
    [3.53, 4.36],
  ],
  tailend: [0.05, 0.12, 0.1],
};

const hatchback: CarShape = {
  ...sedan,
  length: 4.28,
  lower_length: 4.28,
  width: 1.8,
  top: [
    [0, 0.8],
    [0.12, 0.85],
    [0.45, 0.92],
    [1.1, 0.99],
    [1.5, 0.995],
    [3.2, 1.02],
    [4.0, 1.05],
    [4.28, 1.0],
  ],
  front_axle: 0.85,
  rear_axle: 3.48,
  wheel: 0.325,
  cowl: 1.1,
  roof_front: 1.86,
  roof_rear: 3.48,
  tail: 4.16,
  roof: 1.48,
  tumble: 0.77,
  doors: [1.24, 2.3, 3.2],
  panes: [
    [1.4, 2.3],
    [2.38, 3.2],
    [3.3, 3.72],
  ],
  nose: [0.07, 0.1, 0.13],
};

const suv: CarShape = {
  ...kombi,
  length: 4.66,
  lower_length: 4.66,
  width: 1.9,
  sill: 0.31,
  top: [
    [0, 0.97],
    [0.12, 1.01],
    [0.5, 1.07],
    [1.25, 1.115],
    [1.7, 1.115],
    [3.4, 1.14],
    [4.3, 1.17],
    [4.66, 1.12],
  ],
  front_axle: 0.87,
  rear_axle: 3.72,
  wheel: 0.39,
  cowl: 1.14,
  roof_front: 1.88,
  roof_rear: 4.1,
  tail: 4.58,
  roof: 1.72,
  tumble: 0.8,
  doors: [1.32, 2.42, 3.35],
  panes: [
    [1.5, 2.42],
    [2.5, 3.38],
    [3.46, 4.2],
  ],
  nose: [0.06, 0.12, 0.12],
  cladding: true,
};

const van: CarShape = {
  ...kombi,
  length: 5.9,
  lower_length: 5.9,
  width: 2.02,
  sill: 0.3,
  top: [
    [0, 0.9],
    [0.15, 1.02],
    [0.5, 1.13],
    [0.9, 1.25],
    [1.3, 1.3],
    [5.9, 1.3],
  ],
  front_axle: 0.98,
  rear_axle: 4.6,
  wheel: 0.35,
  cowl: 0.82,
  roof_front: 1.78,
  roof_rear: 5.82,
  tail: 5.87,
  roof: 2.58,
  tumble: 0.9,
  inset: 0.015,
  doors: [1.2, 2.25, 3.45],
  panes: [[1.28, 2.2]],
  nose: [0.1, 0.07, 0.14],
  tailend: [0.0, 0.03, 0.03],
  cladding: true,
  rear_glass: false,
};

const pickup: CarShape = {
  ...suv,
  length: 5.3,
  lower_length: 5.3,
  width: 1.87,
  sill: 0.34,
  top: [
    [0, 0.95],
    [0.18, 1.05],
    [0.7, 1.13],
    [1.4, 1.18],
    [1.8, 1.18],
    [3.72, 1.19],
    [5.3, 1.17],
  ],
  front_axle: 0.93,
  rear_axle: 4.1,
  wheel: 0.39,
  cowl: 1.34,
  roof_front: 2.0,
  roof_rear: 3.45,
  tail: 3.72,
  roof: 1.81,
  doors: [1.46, 2.45, 3.35],
  panes: [
    [1.58, 2.45],
    [2.52, 3.42],
  ],
  nose: [0.08, 0.1, 0.13],
  tailend: [0.0, 0.04, 0.04],
};

const truck: CarShape = {
  ...van,
  length: 6.5,
  lower_length: 2.35,
  rear_axle: 4.9,
  roof_rear: 2.25,
  tail: 2.3,
  roof: 2.25,
  doors: [1.2, 2.2],
  panes: [[1.28, 2.12]],
};

const motorhome: CarShape = { ...truck, length: 6.9, rear_axle: 5.0, roof: 2.1 };

type Top = CarShape['top'];
const raised = (top: Top, by: number): Top => top.map(([d, z]) => [d, z + by]);
const stretched = (top: Top, k: number): Top => top.map(([d, z]) => [d * k, z]);

// Estates: the upright box of a Volvo, the sloping tail of a BMW or Audi, the long one of Skoda and Volkswagen.
const estate_box: CarShape = {
  ...kombi,
  length: 4.8,
  lower_length: 4.8,
  roof: 1.5,
  roof_rear: 4.5,
  tail: 4.74,
  tumble: 0.8,
  rails: true,
  panes: [
    [1.55, 2.5],
    [2.58, 3.45],
    [3.53, 4.56],
  ],
  tailend: [0.0, 0.1, 0.07],
  round: [0.2, 0.14, 0.08],
};
const estate_sport: CarShape = {
  ...kombi,
  length: 4.68,
  lower_length: 4.68,
  roof: 1.42,
  roof_rear: 3.95,
  tail: 4.62,
  roof_front: 2.16,
  cowl: 1.36,
  tumble: 0.75,
  wheel: 0.345,
  panes: [
    [1.6, 2.5],
    [2.58, 3.45],
    [3.53, 4.14],
  ],
  tailend: [0.08, 0.1, 0.12],
  rails: true,
};
const estate_long: CarShape = {
  ...kombi,
  length: 4.86,
  lower_length: 4.86,
  top: stretched(kombi.top, 1.02),
  roof: 1.48,
  roof_rear: 4.2,
  tail: 4.78,
  panes: [
    [1.55, 2.55],
    [2.63, 3.55],
    [3.63, 4.4],
  ],
  doors: [1.42, 2.55, 3.52],
  rear_axle: 3.8,
  rails: true,
};
const estate_old: CarShape = {
  ...kombi,
  length: 4.65,
  lower_length: 4.65,
  roof: 1.49,
  roof_front: 2.12,
  roof_rear: 3.9,
  tail: 4.5,
  wheel: 0.315,
  width: 1.76,
  tumble: 0.79,
  top: [
    [0, 0.7],
    [0.12, 0.76],
    [0.5, 0.84],
    [1.25, 0.93],
    [1.7, 0.95],
    [3.4, 0.99],
    [4.3, 1.03],
    [4.65, 0.98],
  ],
  panes: [
    [1.55, 2.5],
    [2.58, 3.4],
    [3.48, 4.1],
  ],
};

// Saloons: with a boot, as a fastback of the electric kind, the old Saab with its high tail.
const saloon_long: CarShape = {
  ...sedan,
  length: 4.95,
  lower_length: 4.95,
  top: stretched(sedan.top, 1.04),
  rear_axle: 3.88,
  roof_front: 2.2,
  roof_rear: 3.45,
  tail: 4.34,
  doors: [1.46, 2.6, 3.55],
  panes: [
    [1.6, 2.6],
    [2.68, 3.52],
    [3.58, 3.86],
  ],
};
const fastback: CarShape = {
  ...sedan,
  length: 4.7,
  lower_length: 4.7,
  width: 1.87,
  cowl: 0.98,
  roof_front: 2.05,
  roof_rear: 2.95,
  tail: 4.42,
  roof: 1.44,
  wheel: 0.35,
  top: [
    [0, 0.72],
    [0.12, 0.76],
    [0.5, 0.85],
    [1.0, 0.93],
    [1.7, 0.97],
    [3.4, 1.02],
    [4.2, 1.06],
    [4.7, 1.04],
  ],
  panes: [
    [1.35, 2.45],
    [2.53, 3.4],
    [3.46, 3.84],
  ],
  doors: [1.24, 2.45, 3.4],
  tumble: 0.72,
  nose: [0.1, 0.12, 0.18],
};
const crossback: CarShape = {
  ...sedan,
  length: 4.6,
  lower_length: 4.6,
  sill: 0.25,
  roof: 1.5,
  roof_rear: 3.1,
  tail: 4.3,
  wheel: 0.37,
  top: raised(sedan.top, 0.06),
  cladding: true,
  nose: [0.03, 0.06, 0.1],
  round: [0.16, 0.14, 0.08],
};
const saloon_old: CarShape = {
  ...sedan,
  length: 4.63,
  lower_length: 4.63,
  width: 1.76,
  wheel: 0.31,
  roof: 1.44,
  roof_front: 2.05,
  roof_rear: 3.25,
  tail: 4.12,
  top: [
    [0, 0.68],
    [0.12, 0.74],
    [0.5, 0.82],
    [1.25, 0.92],
    [1.7, 0.94],
    [3.4, 1.0],
    [4.1, 1.08],
    [4.5, 1.08],
    [4.63, 1.02],
  ],
};

// Hatchbacks: the ordinary, the small and upright, the one of one curve, the low one.
const hatch_small: CarShape = {
  ...hatchback,
  length: 3.98,
  lower_length: 3.98,
  width: 1.73,
  roof: 1.5,
  cowl: 0.98,
  roof_front: 1.72,
  roof_rear: 3.35,
  tail: 3.92,
  front_axle: 0.8,
  rear_axle: 3.28,
  wheel: 0.305,
  top: stretched(hatchback.top, 0.93),
  doors: [1.12, 2.15, 3.02],
  panes: [
    [1.26, 2.15],
    [2.23, 3.02],
    [3.12, 3.5],
  ],
  tailend: [0.0, 0.1, 0.09],
};
const hatch_bow: CarShape = {
  ...hatchback,
  length: 4.36,
  lower_length: 4.36,
  roof: 1.56,
  cowl: 0.78,
  roof_front: 1.85,
  roof_rear: 3.5,
  tail: 4.26,
  sill: 0.22,
  wheel: 0.345,
  top: [
    [0, 0.86],
    [0.12, 0.9],
    [0.45, 0.98],
    [0.9, 1.04],
    [1.5, 1.06],
    [3.2, 1.06],
    [4.0, 1.08],
    [4.36, 1.02],
  ],
  panes: [
    [1.3, 2.3],
    [2.38, 3.25],
    [3.35, 3.86],
  ],
  doors: [1.16, 2.3, 3.22],
  nose: [0.1, 0.1, 0.16],
};
const hatch_low: CarShape = {
  ...hatchback,
  length: 4.5,
  lower_length: 4.5,
  roof: 1.42,
  roof_rear: 3.3,
  tail: 4.36,
  cowl: 1.2,
  roof_front: 2.0,
  wheel: 0.335,
  top: [
    [0, 0.72],
    [0.12, 0.77],
    [0.45, 0.85],
    [1.1, 0.92],
    [1.5, 0.94],
    [3.2, 1.02],
    [4.1, 1.08],
    [4.5, 1.02],
  ],
  nose: [0.05, 0.1, 0.14],
};
const hatch_wedge: CarShape = {
  ...hatchback,
  roof_rear: 3.6,
  tail: 4.2,
  roof: 1.45,
  wheel: 0.33,
  tailend: [0.02, 0.1, 0.08],
  round: [0.2, 0.14, 0.08],
};

// Sport utilities: large and square, mid-size, compact, the tall small one, the rugged one, the one like an egg.
const suv_large: CarShape = {
  ...suv,
  length: 4.7,
  lower_length: 4.7,
  roof: 1.75,
  roof_rear: 4.15,
  tail: 4.62,
  round: [0.18, 0.13, 0.08],
  nose: [0.02, 0.08, 0.08],
  tailend: [0.02, 0.1, 0.07],
  rails: true,
};
const suv_boxy: CarShape = {
  ...suv,
  length: 4.42,
  lower_length: 4.42,
  roof: 1.74,
  roof_rear: 3.86,
  tail: 4.36,
  rear_axle: 3.56,
  cowl: 1.14,
  roof_front: 1.8,
  doors: [1.28, 2.32, 3.2],
  panes: [
    [1.4, 2.32],
    [2.4, 3.22],
    [3.3, 3.86],
  ],
  tumble: 0.83,
  round: [0.15, 0.12, 0.07],
  nose: [0.0, 0.06, 0.07],
  tailend: [0.0, 0.08, 0.06],
  wheel: 0.385,
};
const suv_compact: CarShape = {
  ...suv,
  length: 4.2,
  lower_length: 4.2,
  width: 1.8,
  roof: 1.61,
  sill: 0.27,
  roof_rear: 3.5,
  tail: 4.1,
  rear_axle: 3.44,
  cowl: 1.05,
  roof_front: 1.78,
  front_axle: 0.83,
  wheel: 0.345,
  top: [
    [0, 0.9],
    [0.12, 0.94],
    [0.5, 1.0],
    [1.1, 1.04],
    [1.7, 1.05],
    [3.0, 1.08],
    [3.9, 1.12],
    [4.2, 1.06],
  ],
  doors: [1.2, 2.22, 3.1],
  panes: [
    [1.34, 2.22],
    [2.3, 3.1],
    [3.2, 3.62],
  ],
};
const suv_slope: CarShape = {
  ...suv,
  length: 4.56,
  lower_length: 4.56,
  roof: 1.71,
  roof_rear: 3.62,
  tail: 4.46,
  panes: [
    [1.5, 2.42],
    [2.5, 3.38],
    [3.46, 3.98],
  ],
  tailend: [0.06, 0.12, 0.12],
  nose: [0.08, 0.12, 0.15],
};
const suv_upright: CarShape = {
  ...suv,
  length: 4.6,
  lower_length: 4.6,
  roof: 1.74,
  roof_front: 1.86,
  roof_rear: 4.02,
  tail: 4.52,
  nose: [0.03, 0.1, 0.1],
  rails: true,
  round: [0.2, 0.15, 0.08],
  tumble: 0.8,
};

// Vans: tall, low, and low with windows all round.
const van_low: CarShape = {
  ...van,
  length: 5.1,
  lower_length: 5.1,
  width: 1.96,
  roof: 1.98,
  roof_front: 1.72,
  cowl: 0.86,
  roof_rear: 5.0,
  tail: 5.06,
  rear_axle: 4.05,
  top: [
    [0, 0.86],
    [0.15, 0.96],
    [0.5, 1.06],
    [0.9, 1.14],
    [1.3, 1.18],
    [5.1, 1.18],
  ],
  tumble: 0.88,
  doors: [1.12, 2.1, 3.2],
  panes: [[1.2, 2.06]],
};
const minibus: CarShape = {
  ...van_low,
  rear_glass: true,
  panes: [
    [1.2, 2.06],
    [2.16, 3.4],
    [3.5, 4.86],
  ],
  tumble: 0.84,
  roof: 1.97,
};

/** A blunter nose than the wedge of the eighties: the bonnet's front edge comes up by a share of the way. */
function blunt(shape: CarShape, share: number): CarShape {
  const height = Math.max(...shape.top.filter(([d]) => d <= shape.cowl + 0.3).map(([, z]) => z));
  const top = shape.top.map(([d, z]): [number, number] => [
    d,
    d < shape.cowl ? z + (height - z) * share * (1 - 0.3 * (d / shape.cowl)) : z,
  ]);
  return { ...shape, top };
}

const OLD = ['saloon_old', 'estate_old', 'van', 'truck', 'motorhome'];

const SHAPES = {
  sedan,
  saloon_long,
  fastback,
  crossback,
  saloon_old,
  estate_box,
  estate_sport,
  estate_long,
  estate_old,
  hatchback,
  hatch_small,
  hatch_bow,
  hatch_low,
  hatch_wedge,
  suv,
  suv_large,
  suv_boxy,
  suv_compact,
  suv_slope,
  suv_upright,
  van,
  van_low,
  minibus,
  pickup,
  truck,
  motorhome,
} as const;

export type CarBody = keyof typeof SHAPES;

/** The shapes of everything that has a bonnet and a cab. */
export const CAR_SHAPES = Object.fromEntries(
  Object.entries(SHAPES).map(([name, shape]): [string, CarShape] => [
    name,
    OLD.includes(name)
      ? shape
      : blunt(shape, name.startsWith('suv') || name === 'pickup' ? 0.62 : 0.42),
  ]),
) as Record<CarBody, CarShape>;
