import {
  changeStagingArea,
  OPENING_HOURS_LENGTH,
  type StagingArea,
  setBookingHours,
} from '@restvarde/contract/categories';
import { messagesByField } from '@restvarde/contract/errors';
import {
  type BookingHours,
  bookingHours,
  SLOT_MINUTES,
  WEEKDAYS,
} from '@restvarde/contract/hours/booking-hours';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../base/api/api-error.ts';
import { call } from '../../../base/api/call.ts';
import { useFaultFocus } from '../../../base/forms/fault-focus.ts';
import { FormDialog } from '../../../base/forms/form-dialog.tsx';
import { TimeField } from '../../../ui/date/time-field.tsx';
import { showSuccess } from '../../../ui/feedback/toast.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { RadioGroup } from '../../../ui/field/radio-group.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { ClosedPeriods } from './closed-periods.tsx';
import styles from './opening-hours-dialog.module.css';

/** Hours proposed to a place that has none. */
const WEEKDAY = { from: '07:00', to: '16:00' };
const PROPOSED: BookingHours = {
  weekdays: [WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, null, null],
  slot_minutes: 60,
  places: 1,
  closed: [],
  is_open_on_holidays: false,
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const MODES = [
  {
    id: 'slots',
    label: 'Bokningsbara tider',
    detail: 'Köparen väljer bland lediga tider. Andra tider kan inte bokas.',
  },
  {
    id: 'text',
    label: 'Fri text',
    detail: 'Köparen ser texten och väljer vilken tid som helst.',
  },
];

/** Sets when objects can be collected at a place: bookable slots, or a text (PICK-12, PICK-4). */
export default function OpeningHoursDialog(props: {
  place: StagingArea;
  /** Only the company's admins change the text. */
  mayWriteText: boolean;
  onClose: () => void;
}) {
  const { place, mayWriteText, onClose } = props;
  const client = useQueryClient();
  const [mode, setMode] = useState(place.booking_hours === null && mayWriteText ? 'text' : 'slots');
  const [hours, setHours] = useState(place.booking_hours ?? PROPOSED);
  const [places, setPlaces] = useState(String(hours.places));
  const [text, setText] = useState(place.booking_hours === null ? place.opening_hours : '');
  const [ownFaults, setOwnFaults] = useState<Record<string, string[]>>({});
  const [attempt, setAttempt] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (wanted: BookingHours | null) => {
      const params = { id: place.id };
      if (wanted !== null || place.booking_hours !== null) {
        await call(setBookingHours, { params, body: { booking_hours: wanted } });
      }
      if (wanted === null && mayWriteText) {
        await call(changeStagingArea, { params, body: { opening_hours: text } });
      }
    },
    onSuccess() {
      showSuccess('Öppettiderna är sparade.');
      onClose();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['staging-areas'] }),
  });
  const refused = error instanceof ApiError ? error.fields : {};
  const faults = { ...refused, ...ownFaults };
  useFaultFocus(Object.keys(faults).length > 0 && `${attempt} ${error !== null}`);

  function save() {
    setOwnFaults({});
    if (mode === 'text') return mutate(null);
    const checked = bookingHours.safeParse({
      ...hours,
      places: /^\d+$/.test(places) ? Number(places) : 0,
    });
    if (checked.success) return mutate(checked.data);
    setOwnFaults(messagesByField(checked.error));
    setAttempt(attempt + 1);
  }
  const setDay = (index: number, day: BookingHours['weekdays'][number]) =>
    setHours({ ...hours, weekdays: hours.weekdays.map((one, at) => (at === index ? day : one)) });
  const faultOf = (index: number, end: 'from' | 'to') => faults[`weekdays.${index}.${end}`]?.[0];
  const weekdaysFault = Object.keys(faults).some((name) => name.startsWith('weekdays.'))
    ? undefined
    : faults.weekdays?.[0];

  return (
    <FormDialog
      title={`Öppettider för ${place.name}`}
      submitLabel="Spara"
      onClose={onClose}
      checked={{
        onSubmit(event) {
          event.preventDefault();
          if (!isPending) save();
        },
        isPending,
        failure: error !== null && Object.keys(refused).length === 0 ? [error.message] : null,
      }}
    >
      <RadioGroup label="Köparen bokar" choices={MODES} value={mode} onChange={setMode} />
      {mode === 'text' && mayWriteText && (
        <TextArea
          label="Öppettider"
          description="Visas för köparen som bokar hämtning, till exempel ”Vardagar 8–16, lunch 12–13”."
          isOptional
          maxLength={OPENING_HOURS_LENGTH}
          value={text}
          onChange={setText}
          error={faults.opening_hours?.[0]}
        />
      )}
      {mode === 'slots' && (
        <>
          <fieldset className={`stack gap-2 ${styles.week}`}>
            <legend className={styles.legend}>Öppet</legend>
            {WEEKDAYS.map((name, index) => {
              const day = hours.weekdays[index] ?? null;
              return (
                <div key={name} className={styles.day}>
                  <Checkbox
                    isSelected={day !== null}
                    onChange={(isOpen) => setDay(index, isOpen ? WEEKDAY : null)}
                  >
                    {capital(name)}
                  </Checkbox>
                  {day === null ? (
                    <p className={styles.closed}>Stängt</p>
                  ) : (
                    <div className={styles.times}>
                      <TimeField
                        label={`${capital(name)} från`}
                        isLabelHidden
                        value={day.from}
                        onChange={(from) => setDay(index, { ...day, from })}
                        error={faultOf(index, 'from')}
                      />
                      <span aria-hidden="true">–</span>
                      <TimeField
                        label={`${capital(name)} till`}
                        isLabelHidden
                        value={day.to}
                        onChange={(to) => setDay(index, { ...day, to })}
                        error={faultOf(index, 'to')}
                      />
                    </div>
                  )}
                </div>
              );
            })}
            {weekdaysFault !== undefined && (
              <p className={styles.fault} role="alert">
                {weekdaysFault}
              </p>
            )}
          </fieldset>
          <RadioGroup
            label="En tid är"
            orientation="horizontal"
            choices={SLOT_MINUTES.map((minutes) => ({
              id: String(minutes),
              label:
                minutes < 60
                  ? `${minutes} min`
                  : minutes === 60
                    ? '1 timme'
                    : `${minutes / 60} timmar`,
            }))}
            value={String(hours.slot_minutes)}
            onChange={(minutes) => setHours({ ...hours, slot_minutes: Number(minutes) })}
            error={faults.slot_minutes?.[0]}
          />
          <TextField
            label="Hämtningar samtidigt"
            description="Så många kan boka samma tid."
            inputMode="numeric"
            autoComplete="off"
            value={places}
            onChange={setPlaces}
            error={faults.places?.[0]}
          />
          <Checkbox
            isSelected={hours.is_open_on_holidays}
            onChange={(is_open_on_holidays) => setHours({ ...hours, is_open_on_holidays })}
            description="Annars är platsen stängd på svenska helgdagar, midsommarafton, julafton och nyårsafton."
          >
            Öppet även på helgdagar
          </Checkbox>
          <ClosedPeriods
            periods={hours.closed}
            onChange={(closed) => setHours({ ...hours, closed })}
            error={faults.closed?.[0]}
          />
          <p className="quiet">Tider som redan är bokade ändras inte.</p>
        </>
      )}
    </FormDialog>
  );
}
