import type { Condition, PanelDamage } from '@restvarde/contract/auctions/condition';
import {
  AIRBAGS,
  CONDITION_LABELS,
  DAMAGES,
  FUELS,
  HV_BATTERY,
  PANEL_DAMAGES,
  RUN_AND_DRIVE,
  SEVERITIES,
} from '@restvarde/contract/auctions/condition-words';
import { PANELS, type Panel } from '@restvarde/contract/auctions/panels';

/** The parts of a condition that have one value, in the order of pages. */
const PARTS = [
  'run_and_drive',
  'rolls',
  'keys',
  'airbags',
  'fuel',
  'hv_battery',
  'primary_damage',
  'secondary_damage',
] as const;

type Part = (typeof PARTS)[number];

const WORDS: Partial<Record<Part, Record<string, string>>> = {
  run_and_drive: RUN_AND_DRIVE,
  airbags: AIRBAGS,
  fuel: FUELS,
  hv_battery: HV_BATTERY,
  primary_damage: DAMAGES,
  secondary_damage: DAMAGES,
};

/** A given part with its label, in words. */
export interface ConditionRow {
  part: Part;
  label: string;
  text: string;
}

/** The parts that were given (DMG-1). */
export function conditionRows(condition: Condition): ConditionRow[] {
  return PARTS.flatMap((part) => {
    const value = condition[part];
    if (value === null || value === undefined) return [];
    const text =
      typeof value === 'boolean'
        ? value
          ? 'Ja'
          : 'Nej'
        : (WORDS[part]?.[String(value)] ?? String(value));
    return [{ part, label: CONDITION_LABELS[part], text }];
  });
}

/** «buckla, svår» (DMG-4). */
export const damageText = ({ kind, severity }: PanelDamage) =>
  `${PANEL_DAMAGES[kind]}, ${SEVERITIES[severity]}`.toLowerCase();

/** «Vänster framdörr: buckla, svår; repa, lätt» (DMG-4). */
export const panelText = (panel: Panel, damages: readonly PanelDamage[]) =>
  `${PANELS[panel]}: ${damages.map(damageText).join('; ')}`;

/** The damages by panel, in the order in which each panel is first named. */
export function byPanel(damages: readonly PanelDamage[]): [Panel, PanelDamage[]][] {
  return [...Map.groupBy(damages, ({ panel }) => panel)];
}

/** The whole condition in one text, for «Historik». Empty if nothing was given. */
export function conditionText(condition: Condition): string {
  return [
    ...conditionRows(condition).map(({ label, text }) => `${label}: ${text}`),
    ...byPanel(condition.panels).map(([panel, damages]) => panelText(panel, damages)),
  ].join('. ');
}
