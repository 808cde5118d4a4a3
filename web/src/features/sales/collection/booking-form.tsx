import type { Auction } from '@restvarde/contract/auctions/auction';
import { addDays, isDate, stockholmDate, weekdayDate } from '@restvarde/contract/dates';
import { TIME_SENTENCE } from '@restvarde/contract/fields';
import type { Collection } from '@restvarde/contract/sale/collection';
import {
  BOOKING_DAYS,
  bookingForm,
  bookPickup,
  type SlotDay,
} from '@restvarde/contract/sale-calls/collections';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { call } from '../../../base/api/call.ts';
import { draftSchema } from '../../../base/forms/draft-schema.ts';
import layout from '../../../base/forms/form-layout.module.css';
import { FormMessage } from '../../../base/forms/form-message.tsx';
import { TextAreaInput, useFieldBinding } from '../../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../../base/forms/use-checked-form.ts';
import { Button } from '../../../ui/button/button.tsx';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { DateField } from '../../../ui/date/date-field.tsx';
import { TimeField } from '../../../ui/date/time-field.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { formatDate, formatTime } from '../../../ui/format/dates.ts';
import { SlotPicker } from './slot-picker.tsx';
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
      {failure !== null && failure.length > 0 && (
        <FormMessage title="Tiden kunde inte bokas." messages={failure} />
      )}
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
    <Button type="submit" variant="primary" isPending={isPending} pendingLabel="Bokar …">
      {when === null ? (isNew ? 'Boka tid' : 'Spara tid') : `Boka ${when}`}
    </Button>
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
