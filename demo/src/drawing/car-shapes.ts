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
  sill: 0.27,
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
  wheel: 0.375,
  cowl: 1.22,
  roof_front: 1.98,
  roof_rear: 4.1,
  tail: 4.58,
  roof: 1.67,
  tumble: 0.78,
  doors: [1.36, 2.42, 3.35],
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

/** The shapes of everything that has a bonnet and a cab. */
export const CAR_SHAPES = {
  sedan,
  kombi,
  hatchback,
  suv,
  van,
  pickup,
  truck,
  motorhome,
} as const;

export type CarBody = keyof typeof CAR_SHAPES;
