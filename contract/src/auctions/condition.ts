import * as z from 'zod/mini';
import { isDate, stockholmDate } from '../dates.ts';
import { SENTENCE } from '../errors.ts';
import { text } from '../fields.ts';
import { damageCode, runAndDrive } from './condition-codes.ts';
import { AIRBAGS, FUELS, HV_BATTERY, PANEL_DAMAGES } from './condition-words.ts';
import { PANEL_NAMES, PANELS, type Panel } from './panels.ts';

export const CONDITION_SENTENCE = {
  checkedOn: 'Ange när det kontrollerades',
  checkedLater: 'Datumet kan inte vara i framtiden',
  hvBattery: 'Anges bara för el- och hybridbilar',
  primaryFirst: 'Ange den första skadan först',
  sameDamage: 'Välj två olika skador',
  samePanel: (panel: Panel) => `Skadan finns redan på ${PANELS[panel].toLowerCase()}`,
} as const;

/** Maximum number of damaged panels (DMG-3). */
export const PANELS_MAX = 60;
export const NOTE_MAX = 200;
export const KEYS_MAX = 9;

// @__NO_SIDE_EFFECTS__
const oneOf = <const Words extends object>(words: Words) =>
  z.enum(Object.keys(words) as (keyof Words & string)[]);

const panelDamage = z.object({
  panel: z.enum(PANEL_NAMES),
  kind: oneOf(PANEL_DAMAGES),
  severity: z.literal([1, 2, 3]),
  note: z._default(text(NOTE_MAX), ''),
});

/** A damage of one panel (DMG-3). */
export type PanelDamage = z.output<typeof panelDamage>;

/** A value, or null if it was left out. */
// @__NO_SIDE_EFFECTS__
const orNull = <Value extends z.ZodMiniType>(value: Value) => z._default(z.nullable(value), null);

const shape = {
  run_and_drive: orNull(runAndDrive),
  run_checked_on: orNull(z.string().check(z.refine(isDate))),
  rolls: orNull(z.boolean()),
  keys: orNull(z.int().check(z.gte(0), z.lte(KEYS_MAX))),
  airbags: orNull(oneOf(AIRBAGS)),
  fuel: orNull(oneOf(FUELS)),
  hv_battery: orNull(oneOf(HV_BATTERY)),
  primary_damage: orNull(damageCode),
  secondary_damage: orNull(damageCode),
  panels: z._default(z.array(panelDamage).check(z.maxLength(PANELS_MAX)), []),
};

/** The condition in an answer: always all keys; null is «Ej angivet» (DMG-1). */
export const condition = z.object(shape);

export type Condition = z.output<typeof condition>;

/** The condition of an auction for which nothing was given. */
export const NO_CONDITION: Condition = /* @__PURE__ */ condition.parse({});

const HIGH_VOLTAGE: readonly unknown[] = ['hybrid', 'plugin', 'electric'];

/** True if a vehicle with this fuel has a high-voltage battery. */
export const hasHighVoltage = (fuel: Condition['fuel']) => HIGH_VOLTAGE.includes(fuel);

/** The later of two damages of the same panel and kind, with their index. */
function repeatedDamages(panels: PanelDamage[]): (PanelDamage & { index: number })[] {
  const seen = new Set<string>();
  return panels.flatMap((damage, index) => {
    const key = `${damage.panel} ${damage.kind}`;
    if (seen.has(key)) return [{ ...damage, index }];
    seen.add(key);
    return [];
  });
}

/** The rules across the parts of a condition (DMG-1 – DMG-3). */
const checkedCondition = /* @__PURE__ */ condition.check(({ value, issues }) => {
  const report = (message: string, ...path: (string | number)[]) =>
    issues.push({ code: 'custom', message, path, input: value });
  const { run_and_drive, run_checked_on, primary_damage, secondary_damage } = value;
  if (run_and_drive !== null && run_checked_on === null)
    report(CONDITION_SENTENCE.checkedOn, 'run_checked_on');
  if (value.hv_battery !== null && !hasHighVoltage(value.fuel))
    report(CONDITION_SENTENCE.hvBattery, 'hv_battery');
  if (secondary_damage !== null && primary_damage === null)
    report(CONDITION_SENTENCE.primaryFirst, 'secondary_damage');
  if (secondary_damage !== null && secondary_damage === primary_damage)
    report(CONDITION_SENTENCE.sameDamage, 'secondary_damage');
  for (const { panel, index } of repeatedDamages(value.panels))
    report(CONDITION_SENTENCE.samePanel(panel), 'panels', index, 'kind');
});

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses JSON text of an object. Undefined for any other text. */
function parseObject(written: string): object | undefined {
  try {
    const value: unknown = JSON.parse(written);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The condition as a form sends it: the JSON text of an object, in which a key that is left out is null. Absent is the
 * same as `{}`; only `{}` clears it (DMG-1, DMG-8).
 */
export const conditionText = z.pipe(
  z.pipe(
    z._default(z.string(), '{}'),
    z.transform((written: string, { issues }): unknown => {
      const value = parseObject(written);
      if (value === undefined)
        issues.push({ code: 'custom', message: SENTENCE.wrong, input: written });
      return value ?? {};
    }),
  ),
  z.pipe(
    checkedCondition as unknown as z.ZodMiniType<Condition, unknown>,
    // A date without a result of the check has no meaning.
    z.transform(
      (checked: Condition): Condition =>
        checked.run_and_drive === null ? { ...checked, run_checked_on: null } : checked,
    ),
  ),
);

/** True if the check of start and driving is dated after today in Stockholm (DMG-1). */
export const isCheckedLater = ({ run_checked_on }: Condition, now: Date): boolean =>
  run_checked_on !== null && run_checked_on > stockholmDate(now);

/** Adds the keys that were not given, and so not stored. All keys are in one order. */
export function fullCondition(stored: Partial<Condition>): Condition {
  const full = { ...NO_CONDITION, ...stored };
  return {
    ...full,
    panels: full.panels.map(({ panel, kind, severity, note }) => ({ panel, kind, severity, note })),
  };
}

/** The keys that were given. Only these are stored. */
export function givenCondition(whole: Condition): Partial<Condition> {
  return Object.fromEntries(
    Object.entries(whole).filter(([key, value]) =>
      key === 'panels' ? whole.panels.length > 0 : value !== null,
    ),
  );
}
