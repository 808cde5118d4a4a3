import {
  type Condition,
  hasHighVoltage,
  NO_CONDITION,
  type PanelDamage,
} from '@restvarde/contract/auctions/condition';
import type { DocumentKind } from '@restvarde/contract/auctions/document-kinds';
import type { ImageView } from '@restvarde/contract/auctions/image-views';
import type { Panel } from '@restvarde/contract/auctions/panels';
import type { DamageKind, Vehicle } from './vehicles.ts';

const CARS = ['estate', 'suv', 'hatchback', 'sedan', 'compact van', 'van', 'pickup', 'minibus'];

const PRIMARY: Record<Exclude<DamageKind, 'side'>, Condition['primary_damage']> = {
  front: 'front',
  rear: 'rear',
  hail: 'hail',
  fire: 'fire_engine',
  water: 'water',
  glass: 'glass',
  paint: 'vandalism',
};

const FUELS: [RegExp, Condition['fuel']][] = [
  [/Plug-in|PHEV|GTE|530e|T8/, 'plugin'],
  [/Tesla|Electric|Leaf|Polestar|ID\.3/, 'electric'],
  [/Hybrid/, 'hybrid'],
  [/TGI/, 'gas'],
  [/\bD\d|TDI|CDI|TiD|HDi|CRDi|dCi|D-4D|\d+ ?d\b|Daily|Transit|Vivaro|650 DG|A461/, 'diesel'],
];

const CANNOT_START =
  /inte startas|ska bärgas|startar inte|tagit in vatten|utbränd|lossnat|förstört/;

type Side = 'left' | 'right';

const damage = (
  panel: Panel,
  kind: PanelDamage['kind'],
  severity: PanelDamage['severity'],
  note = '',
): PanelDamage => ({ panel, kind, severity, note });

/** The damages of a car's panels, as its pictures show them. */
const PANELS: Record<DamageKind, (side: Side, airbag: boolean) => PanelDamage[]> = {
  front: (side, airbag) => [
    damage('front_bumper', 'deformed', 3),
    damage('grille', 'broken', 2),
    damage('bonnet', airbag ? 'deformed' : 'dent', airbag ? 3 : 2),
    damage(`${side}_headlight`, 'broken', 3, 'Fästena är av.'),
    damage(`${side}_front_wing`, 'dent', 2),
    ...(airbag ? [damage('interior', 'broken', 2, 'Förarens krockkudde har löst ut.')] : []),
  ],
  rear: (side) => [
    damage('rear_bumper', 'deformed', 3),
    damage('boot_lid', 'dent', 2),
    damage(`${side}_taillight`, 'broken', 3),
    damage(`${side}_rear_wing`, 'dent', 1),
  ],
  side: (side) => [
    damage(`${side}_front_door`, 'dent', 3),
    damage(`${side}_front_door`, 'scratch', 2),
    damage(`${side}_rear_door`, 'dent', 2),
    damage(`${side}_sill`, 'deformed', 2, 'Kan behöva riktas i bänk.'),
  ],
  hail: () => [
    damage('bonnet', 'dent', 2, 'Många små bucklor.'),
    damage('roof', 'dent', 2),
    damage('left_front_wing', 'dent', 1),
    damage('right_front_wing', 'dent', 1),
  ],
  fire: () => [
    damage('engine_bay', 'burnt', 3),
    damage('bonnet', 'burnt', 3),
    damage('front_bumper', 'burnt', 3),
    damage('windscreen', 'broken', 2),
    damage('interior', 'burnt', 2),
  ],
  water: () => [
    damage('interior', 'broken', 3, 'Vattnet har stått till mitten av dörrarna.'),
    damage('underbody', 'rust', 1),
  ],
  glass: () => [damage('windscreen', 'broken', 3)],
  paint: (side) => [
    damage(`${side}_front_door`, 'scratch', 2),
    damage(`${side}_rear_door`, 'scratch', 2),
    damage(`${side}_rear_wing`, 'scratch', 1),
  ],
};

/** The condition of a vehicle as the seller entered it on a day; every fifth vehicle has none (DMG-1). */
export function conditionOf(vehicle: Vehicle, checkedOn: string): Condition {
  const { damage: hit, seed, body, model, manufacturer, description } = vehicle;
  if (seed % 5 === 4) return NO_CONDITION;
  const isMotor = !['caravan', 'trailer'].includes(body);
  const isCar = CARS.includes(body);
  const isLost = hit.kind === 'fire' || hit.kind === 'water' || CANNOT_START.test(description);
  const name = `${manufacturer} ${model}`;
  const fuel = isMotor ? (FUELS.find(([words]) => words.test(name))?.[1] ?? 'petrol') : null;
  const drives = hit.kind === 'front' ? 'starts' : 'drives';
  return {
    ...NO_CONDITION,
    ...(isMotor && {
      run_and_drive: isLost ? 'no_start' : drives,
      run_checked_on: checkedOn,
      keys: seed % 3 === 0 ? 1 : 2,
      fuel,
    }),
    rolls: !hit.airbag,
    airbags: isCar ? (hit.airbag ? (seed % 2 === 0 ? 'partly' : 'deployed') : 'intact') : null,
    hv_battery: hasHighVoltage(fuel) ? (isLost ? 'damaged' : 'intact') : null,
    primary_damage: hit.kind === 'side' ? hit.side : PRIMARY[hit.kind],
    secondary_damage: hit.airbag && isCar ? 'interior' : null,
    panels: isCar ? PANELS[hit.kind](hit.side, hit.airbag) : [],
  };
}

const VIEWS: [RegExp, ImageView][] = [
  [/detail/, 'damage'],
  [/interior/, 'interior_front'],
  [/odometer/, 'odometer'],
  [/chassis/, 'vin'],
];

/** What a picture shows, by the name of its file (DMG-6). */
export function viewOf({ damage: { kind, side } }: Vehicle, file: string): ImageView | null {
  const other = side === 'left' ? 'right' : 'left';
  if (file.includes('front-quarter')) return `front_${side}`;
  if (file.includes('rear-quarter')) return `rear_${side}`;
  if (file.includes('other-quarter')) {
    // Seen from the corner opposite to the damage.
    if (kind === 'rear') return `front_${other}`;
    return kind === 'front' ? `rear_${other}` : null;
  }
  return VIEWS.find(([words]) => words.test(file))?.[1] ?? null;
}

/** What a document is, by its name (DMG-7). */
export const kindOf = (name: string): DocumentKind =>
  name.startsWith('Besiktning') ? 'inspection' : name.startsWith('Skadekalkyl') ? 'cabas' : 'other';
