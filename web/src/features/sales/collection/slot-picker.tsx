import { stockholmDate, weekdayDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import type { SlotDay } from '@restvarde/contract/sale-calls/collections';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import styles from './slot-picker.module.css';

/** Days shown before «Visa fler dagar». */
const FIRST_DAYS = 8;

export interface SlotPickerProps {
  days: readonly SlotDay[];
  /** `YYYY-MM-DDTHH:MM`; either half may be empty. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

const costText = (cost: number) =>
  cost === 0 ? 'Ingen lagringsavgift' : `Lagring till dess: ${formatKronor(cost)}`;

/** Chooses a slot: first the day, with the cost of storage by then, and then the time (PICK-13). */
export function SlotPicker({ days, value, onChange, error }: SlotPickerProps) {
  const [isAll, setAll] = useState(false);
  const errorId = useId();
  const [date = '', time = ''] = value.split('T');
  const today = stockholmDate(new Date(serverClock.now()));
  const chosen = days.find((day) => day.date === date);
  const isBeyond = days.findIndex((day) => day.date === date) >= FIRST_DAYS;
  const shown = isAll || isBeyond ? days : days.slice(0, FIRST_DAYS);
  return (
    <>
      <Chips
        legend="Dag"
        className={styles.days ?? ''}
        choices={shown.map((day) => ({
          id: day.date,
          label: weekdayDate(day.date, today),
          detail: costText(day.storage_cost),
        }))}
        value={date}
        onChange={(next) => onChange(`${next}T`)}
        describedBy={error === undefined ? undefined : errorId}
      />
      {shown.length < days.length && (
        <Button variant="quiet" size="sm" onPress={() => setAll(true)}>
          Visa fler dagar
        </Button>
      )}
      {chosen !== undefined && (
        <Chips
          legend={`Klockan, ${weekdayDate(chosen.date, today)}. ${costText(chosen.storage_cost)}`}
          className={styles.times ?? ''}
          choices={chosen.times.map((slot) => ({ id: slot, label: slot }))}
          value={time}
          onChange={(next) => onChange(`${date}T${next}`)}
          describedBy={error === undefined ? undefined : errorId}
        />
      )}
      {error !== undefined && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

function Chips(props: {
  legend: string;
  className: string;
  choices: readonly { id: string; label: string; detail?: string }[];
  value: string;
  onChange: (id: string) => void;
  describedBy: string | undefined;
}) {
  const { legend, className, choices, value, onChange, describedBy } = props;
  const name = useId();
  return (
    <fieldset className={styles.group} aria-describedby={describedBy}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={className}>
        {choices.map(({ id, label, detail }) => (
          <label key={id} className={styles.chip}>
            <input
              type="radio"
              className="visually-hidden"
              {...{ name, value: id }}
              checked={id === value}
              onChange={() => onChange(id)}
            />
            <span>{label}</span>
            {detail !== undefined && <span className={styles.detail}>{detail}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
