import type { Auction } from '@restvarde/contract/auctions/auction';
import { addDays, isDate, stockholmDate, weekdayDate } from '@restvarde/contract/dates';
import { TIME_SENTENCE } from '@restvarde/contract/fields';
import { formatKronor } from '@restvarde/contract/money';
import type { Collection } from '@restvarde/contract/sale/collection';
import {
  BOOKING_DAYS,
  bookingForm,
  bookPickup,
  type SlotDay,
} from '@restvarde/contract/sale-calls/collections';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { call } from '../../../base/api/call.ts';
import { draftSchema } from '../../../base/forms/draft-schema.ts';
import layout from '../../../base/forms/form-layout.module.css';
import { FormMessage } from '../../../base/forms/form-message.tsx';
import { TextAreaInput, useFieldBinding } from '../../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../../base/forms/use-checked-form.ts';
import { Button, SaveButton } from '../../../ui/button/button.tsx';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { DateField } from '../../../ui/date/date-field.tsx';
import { TimeField } from '../../../ui/date/time-field.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { formatDate, formatTime } from '../../../ui/format/dates.ts';
import styles from './slot-picker.module.css';
import { slotsQuery } from './slots-query.ts';

/** `booked_dt` is `YYYY-MM-DDTHH:MM`; either half may be empty. */
type Draft = { booked_dt: string; note: string };
const schema = draftSchema(bookingForm, (draft: Draft) => draft);

/** Books the pickup: a slot where the place has slots, else any time, and who comes with what (PICK-4, PICK-13). */
export default function BookingForm(props: {
  auction: Auction;
  collection: Collection;
  onDone: (changed: Auction) => void;
  onClose: () => void;
}) {
  const { auction, collection, onDone, onClose } = props;
  const { booked_dt, booked_note } = collection;
  const client = useQueryClient();
  const slots = useQuery(slotsQuery(auction.id));
  const { form, control, failure, ...state } = useCheckedForm({
    initial: {
      booked_dt: booked_dt === null ? 'T' : `${formatDate(booked_dt)}T${formatTime(booked_dt)}`,
      note: booked_note,
    },
    schema,
    async send() {
      try {
        onDone(await call(bookPickup, { params: { id: auction.id }, body: form.getValues() }));
      } finally {
        // Booked now, or by somebody else meanwhile.
        void client.invalidateQueries({ queryKey: slotsQuery(auction.id).queryKey });
      }
    },
  });
  if (slots.isPending) return <Skeleton height="18rem" radius="var(--radius)" />;
  const days = slots.data?.days ?? null;
  return (
    <form noValidate onSubmit={state.onSubmit} className="stack gap-4">
      <FormMessage title="Tiden kunde inte bokas." messages={failure} />
      {days === null ? (
        <>
          <Notice tone="warn">
            Platsen har inga bokningsbara tider. Kontrollera att den är öppen när du kommer.
          </Notice>
          <WhenInput control={control} />
        </>
      ) : (
        <SlotInput control={control} days={days} />
      )}
      <TextAreaInput
        control={control}
        name="note"
        label="Vem kommer, och med vad?"
        isOptional
        rows={2}
        maxLength={300}
      />
      <div className={layout.buttons}>
        <SubmitButton control={control} isPending={state.isPending} isNew={booked_dt === null} />
        <Button onPress={onClose}>Avbryt</Button>
      </div>
    </form>
  );
}

function SlotInput(props: { control: Control<Draft, unknown, unknown>; days: SlotDay[] }) {
  const { control, days } = props;
  const { value, onChange, error } = useFieldBinding({ control, name: 'booked_dt' });
  return <SlotPicker {...{ days, value, onChange, error }} />;
}

/** Names the chosen time: «Boka tis 1 dec 10:00». */
function SubmitButton(props: {
  control: Control<Draft, unknown, unknown>;
  isPending: boolean;
  isNew: boolean;
}) {
  const { control, isPending, isNew } = props;
  const [date = '', time = ''] = useWatch({ control, name: 'booked_dt' }).split('T');
  const today = stockholmDate(new Date(serverClock.now()));
  const when =
    isDate(date) && /^\d\d:\d\d$/.test(time) ? `${weekdayDate(date, today)}\u00a0${time}` : null;
  return (
    <SaveButton isPending={isPending} pendingLabel="Bokar …">
      {when === null ? (isNew ? 'Boka tid' : 'Spara tid') : `Boka ${when}`}
    </SaveButton>
  );
}

/** A date and a time that are one form field. An error is shown at the half it belongs to. */
function WhenInput({ control }: { control: Control<Draft, unknown, unknown> }) {
  const { value, onChange, error, inputRef } = useFieldBinding({ control, name: 'booked_dt' });
  const [date = '', time = ''] = value.split('T');
  const today = stockholmDate(new Date(serverClock.now()));
  const isTimes = error === TIME_SENTENCE;
  return (
    <div className={layout.pair}>
      <DateField
        label="Dag"
        value={date}
        onChange={(next) => onChange(`${next}T${time}`)}
        min={today}
        max={addDays(today, BOOKING_DAYS)}
        error={isTimes ? undefined : error}
        inputRef={inputRef}
        autoFocus
      />
      <TimeField
        label="Klockan"
        value={time}
        onChange={(next) => onChange(`${date}T${next}`)}
        error={isTimes ? error : undefined}
      />
    </div>
  );
}

/** Days shown before «Visa fler dagar». */
const FIRST_DAYS = 8;

interface SlotPickerProps {
  days: readonly SlotDay[];
  /** `YYYY-MM-DDTHH:MM`; either half may be empty. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

const costText = (cost: number) =>
  cost === 0 ? 'Ingen lagringsavgift' : `Lagring till dess: ${formatKronor(cost)}`;

/** Chooses a slot: first the day, with the cost of storage by then, and then the time (PICK-13). */
function SlotPicker({ days, value, onChange, error }: SlotPickerProps) {
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
