import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Collection } from '@restvarde/contract/auctions/collection';
import { addDays, stockholmDate } from '@restvarde/contract/dates';
import { TIME_SENTENCE } from '@restvarde/contract/fields';
import { BOOKING_DAYS, bookingForm, bookPickup } from '@restvarde/contract/sales/collections';
import type { Control } from 'react-hook-form';
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
import { formatDate, formatTime } from '../../../ui/format/dates.ts';

/** `booked_dt` is `YYYY-MM-DDTHH:MM`; either half may be empty. */
type Draft = { booked_dt: string; note: string };
const schema = draftSchema(bookingForm, (draft: Draft) => draft);

/** Books the pick-up: the time, and who comes with what vehicle (PICK-4). */
export default function BookingForm(props: {
  auction: Auction;
  collection: Collection;
  onDone: (changed: Auction) => void;
  onClose: () => void;
}) {
  const { auction, collection, onDone, onClose } = props;
  const { booked_dt, booked_note } = collection;
  const { form, control, failure, ...state } = useCheckedForm({
    initial: {
      booked_dt: booked_dt === null ? 'T' : `${formatDate(booked_dt)}T${formatTime(booked_dt)}`,
      note: booked_note,
    },
    schema,
    async send() {
      onDone(await call(bookPickup, { params: { id: auction.id }, body: form.getValues() }));
    },
  });
  return (
    <form noValidate onSubmit={state.onSubmit} className={layout.fields}>
      {failure !== null && failure.length > 0 && (
        <FormMessage title="Tiden kunde inte bokas." messages={failure} />
      )}
      <WhenInput control={control} />
      <TextAreaInput
        control={control}
        name="note"
        label="Vem kommer, och med vad?"
        isOptional
        rows={2}
        maxLength={300}
      />
      <div className={layout.buttons}>
        <Button type="submit" variant="primary" isPending={state.isPending} pendingLabel="Bokar …">
          {booked_dt === null ? 'Boka tid' : 'Spara tid'}
        </Button>
        <Button onPress={onClose}>Avbryt</Button>
      </div>
    </form>
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
