import { type Condition, hasHighVoltage, KEYS_MAX } from '@restvarde/contract/auctions/condition';
import {
  AIRBAGS,
  CONDITION_LABELS,
  DAMAGES,
  FUELS,
  HV_BATTERY,
  NOT_GIVEN,
  RUN_AND_DRIVE,
} from '@restvarde/contract/auctions/condition-words';
import { stockholmDate } from '@restvarde/contract/dates';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { DateField } from '../../../ui/date/date-field.tsx';
import fieldStyles from '../../../ui/field/field.module.css';
import { Fault } from '../../../ui/field/field.tsx';
import { Select } from '../../../ui/select/select.tsx';
import styles from './condition.module.css';
import { PanelDamages } from './panel-damages.tsx';
import { conditionFaults, readCondition } from './read-condition.ts';

const NONE = 'none';

/** The choices of a value, the first of which is that it is not given. */
const choicesOf = (words: Record<string, string>) => [
  { id: NONE, label: NOT_GIVEN },
  ...Object.entries(words).map(([id, label]) => ({ id, label })),
];

const CHOICES = {
  run_and_drive: choicesOf(RUN_AND_DRIVE),
  rolls: choicesOf({ yes: 'Ja', no: 'Nej' }),
  keys: choicesOf(
    // Keys of an object that are whole numbers come in their order.
    Object.fromEntries(Array.from({ length: KEYS_MAX + 1 }, (_, count) => [count, String(count)])),
  ),
  airbags: choicesOf(AIRBAGS),
  fuel: choicesOf(FUELS),
  hv_battery: choicesOf(HV_BATTERY),
  primary_damage: choicesOf(DAMAGES),
  secondary_damage: choicesOf(DAMAGES),
};

type Choosable = keyof typeof CHOICES;

const idOf = (value: Condition[Choosable]) =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? NONE);

function chosenValue(part: Choosable, id: string): unknown {
  if (id === NONE) return null;
  if (part === 'rolls') return id === 'yes';
  return part === 'keys' ? Number(id) : id;
}

export interface ConditionFieldsProps {
  /** The form's value: JSON text. */
  value: string;
  onChange: (value: string) => void;
  /** The error of the whole. Set once the form has been checked; the parts then show theirs. */
  error: string | undefined;
}

/** The parts of a condition (DMG-1 – DMG-3). */
export default function ConditionFields({ value, onChange, error }: ConditionFieldsProps) {
  const condition = readCondition(value);
  const faults = error === undefined ? {} : conditionFaults(value, serverClock.now());
  const isShown = Object.entries(faults).some(([path, fault]) => path !== 'panels' && fault);

  function change(part: Partial<Condition>) {
    const next = { ...condition, ...part };
    if (!hasHighVoltage(next.fuel)) next.hv_battery = null;
    if (next.run_and_drive === null) next.run_checked_on = null;
    if (next.primary_damage === null) next.secondary_damage = null;
    onChange(JSON.stringify(next));
  }

  const choice = (part: Choosable) => (
    <Select
      label={CONDITION_LABELS[part]}
      choices={CHOICES[part]}
      value={idOf(condition[part])}
      error={faults[part]}
      onChange={(id) => change({ [part]: chosenValue(part, id) })}
    />
  );

  return (
    <div className={`stack gap-4 ${styles.fields}`}>
      <div className={styles.pair}>
        {choice('run_and_drive')}
        {condition.run_and_drive !== null && (
          <DateField
            label={CONDITION_LABELS.run_checked_on}
            description="Köparen ser datumet. Uppgiften gäller den dagen."
            value={condition.run_checked_on ?? ''}
            max={stockholmDate(new Date(serverClock.now()))}
            error={faults.run_checked_on}
            isRequired
            onChange={(day) => change({ run_checked_on: day || null })}
          />
        )}
        {choice('rolls')}
        {choice('keys')}
        {choice('airbags')}
        {choice('fuel')}
        {hasHighVoltage(condition.fuel) && choice('hv_battery')}
        {choice('primary_damage')}
        {condition.primary_damage !== null && choice('secondary_damage')}
      </div>
      <PanelDamages damages={condition.panels} onChange={(panels) => change({ panels })} />
      {error !== undefined && !isShown && (
        <p className={fieldStyles.error}>
          <Fault error={error} />
        </p>
      )}
    </div>
  );
}
