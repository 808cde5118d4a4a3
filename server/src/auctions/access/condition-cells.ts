import type { Condition } from '@restvarde/contract/auctions/condition';
import {
  AIRBAGS,
  CONDITION_LABELS,
  DAMAGES,
  FUELS,
  HV_BATTERY,
  RUN_AND_DRIVE,
} from '@restvarde/contract/auctions/condition-words';
import type { Cell } from '../../http/csv.ts';

/** The parts of a condition that have a column each in an export and an import; damages of panels have none. */
export type ConditionPart = Exclude<keyof Condition, 'panels'>;

export const CONDITION_PARTS = Object.keys(CONDITION_LABELS).filter(
  (part): part is ConditionPart => part !== 'panels',
);

const WORDS: Partial<Record<ConditionPart, Record<string, string>>> = {
  run_and_drive: RUN_AND_DRIVE,
  rolls: { true: 'Ja', false: 'Nej' },
  airbags: AIRBAGS,
  fuel: FUELS,
  hv_battery: HV_BATTERY,
  primary_damage: DAMAGES,
  secondary_damage: DAMAGES,
};

/** The cell of a part in an export: its words, or the number or date (LIST-10). */
export function conditionCell(condition: Partial<Condition>, part: ConditionPart): Cell {
  const value = condition[part] ?? null;
  if (value === null || typeof value === 'number') return value;
  return WORDS[part]?.[String(value)] ?? String(value);
}

/** The value of a part from a cell of an import: words or the value itself (FEED-7). Other text is left as it is. */
export function readConditionCell(part: ConditionPart, written: string): unknown {
  const words = WORDS[part];
  if (part === 'keys') return /^\d{1,3}$/.test(written) ? Number(written) : written;
  if (words === undefined) return written;
  const lower = written.toLowerCase();
  const found = Object.entries(words).find(([value, word]) =>
    [value, word.toLowerCase()].includes(lower),
  );
  if (!found) return written;
  return part === 'rolls' ? found[0] === 'true' : found[0];
}
