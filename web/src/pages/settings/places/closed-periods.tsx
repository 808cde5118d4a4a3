import { isDate, stockholmDate } from '@restvarde/contract/dates';
import {
  type BookingHours,
  CLOSED_PERIODS,
  HOURS_SENTENCE,
} from '@restvarde/contract/hours/booking-hours';
import { useState } from 'react';
import layout from '../../../base/forms/form-layout.module.css';
import { Button } from '../../../ui/button/button.tsx';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { DateField } from '../../../ui/date/date-field.tsx';
import { RowButton } from '../parts/list-row.tsx';
import styles from './opening-hours-dialog.module.css';

type Period = BookingHours['closed'][number];

const nameOf = ({ from, to }: Period) => (from === to ? from : `${from} – ${to}`);

/** The days on which a place is closed, such as holidays: a day, or a first and a last one (PICK-12). */
export function ClosedPeriods(props: {
  periods: Period[];
  onChange: (periods: Period[]) => void;
  error: string | undefined;
}) {
  const { periods, onChange, error } = props;
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const today = stockholmDate(new Date(serverClock.now()));

  function add() {
    const period = { from, to: to === '' ? from : to };
    const isValid = isDate(period.from) && isDate(period.to) && period.from <= period.to;
    setFaulty(!isValid);
    if (!isValid) return;
    const others = periods.filter((one) => nameOf(one) !== nameOf(period));
    onChange([...others, period].sort((a, b) => a.from.localeCompare(b.from)));
    setFrom('');
    setTo('');
  }

  return (
    <fieldset className={`stack gap-2 ${styles.week}`}>
      <legend className={styles.legend}>Stängda dagar</legend>
      {periods.length > 0 && (
        <ul className="stack gap-1">
          {periods.map((period) => (
            <li key={nameOf(period)} className={`row tabular gap-3 ${styles.period}`}>
              <span>{nameOf(period)}</span>
              <RowButton
                of={nameOf(period)}
                onPress={() => onChange(periods.filter((one) => one !== period))}
              >
                Ta bort
              </RowButton>
            </li>
          ))}
        </ul>
      )}
      {periods.length < CLOSED_PERIODS && (
        <>
          <div className={layout.pair}>
            <DateField
              label="Stängt från"
              isOptional
              value={from}
              onChange={setFrom}
              min={today}
              error={isFaulty ? HOURS_SENTENCE.closed : error}
            />
            <DateField label="Till och med" isOptional value={to} onChange={setTo} min={today} />
          </div>
          <div>
            <Button size="sm" onPress={add}>
              Lägg till stängda dagar
            </Button>
          </div>
        </>
      )}
    </fieldset>
  );
}
