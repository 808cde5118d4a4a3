import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { FORM_SENTENCE, isAboutTime } from '@restvarde/contract/auctions/auction-form';
import { type MovedEnd, moveEnds } from '@restvarde/contract/auctions/move-ends';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { useFaultFocus } from '../../../base/forms/fault-focus.ts';
import { AUCTION_LISTS } from '../../../features/auctions/list-key.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DateField } from '../../../ui/date/date-field.tsx';
import { TimeField } from '../../../ui/date/time-field.tsx';
import { Failure, Notice } from '../../../ui/feedback/notice.tsx';
import { showSuccess } from '../../../ui/feedback/toast.ts';
import { formatDate, formatTime } from '../../../ui/format/dates.ts';
import { formatCount } from '../../../ui/format/numbers.ts';
import { Modal } from '../../../ui/modal/modal.tsx';
import styles from './auction-rows.module.css';

/** Moves the end of all selected auctions, and shows why some could not be moved (LIST-15). */
export default function MoveEndsDialog(props: {
  chosen: readonly AuctionCard[];
  /** Called with the auctions that could not be moved. */
  onDone: (left: readonly number[]) => void;
  onClose: () => void;
}) {
  const { onDone, onClose } = props;
  // The selection when the dialog opened, whatever happens to the list.
  const [chosen] = useState(props.chosen);
  const formId = useId();
  const client = useQueryClient();
  const latest =
    chosen
      .map(({ end_dt }) => end_dt)
      .sort()
      .at(-1) ?? new Date().toISOString();
  const [date, setDate] = useState(formatDate(latest));
  const [time, setTime] = useState(formatTime(latest));
  const [fault, setFault] = useState<{ sentence: string } | null>(null);
  useFaultFocus(fault);
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () =>
      call(moveEnds, {
        body: { auction_ids: chosen.map(({ id }) => id), end_dt: `${date}T${time}` },
      }),
    onSuccess({ results }) {
      const refused = results.filter((one) => one.error !== null);
      void client.invalidateQueries({ queryKey: AUCTION_LISTS });
      onDone(refused.map(({ auction_id }) => auction_id));
      if (refused.length > 0) return;
      showSuccess(movedText(results.length));
      onClose();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const read = moveEnds.body.safeParse({ auction_ids: [1], end_dt: `${date}T${time}` });
    const sentence = read.error?.issues[0]?.message ?? FORM_SENTENCE.endDate;
    setFault(read.success ? null : { sentence });
    if (read.success) mutate();
  }

  const refused = data?.results.filter((one) => one.error !== null) ?? [];
  return (
    <Modal
      title={
        data === undefined
          ? `Flytta slutet för ${auctions(chosen.length)}`
          : 'Slutet flyttades inte för alla'
      }
      onOpenChange={onClose}
      isDismissable={false}
      footer={
        data === undefined ? (
          <>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              isPending={isPending}
              pendingLabel="Flyttar …"
            >
              Flytta slut
            </Button>
            <Button onPress={onClose}>Avbryt</Button>
          </>
        ) : (
          <Button autoFocus onPress={onClose}>
            Stäng
          </Button>
        )
      }
    >
      {data === undefined ? (
        <form id={formId} className={styles.fields} noValidate onSubmit={submit}>
          <Failure message={error?.message} />
          <DateField
            label="Slutdatum"
            value={date}
            onChange={setDate}
            error={fault && !isAboutTime(fault.sentence) ? fault.sentence : undefined}
          />
          <TimeField
            label="Sluttid"
            value={time}
            onChange={setTime}
            error={fault && isAboutTime(fault.sentence) ? fault.sentence : undefined}
          />
        </form>
      ) : (
        <Refused
          moved={data.results.length - refused.length}
          refused={refused}
          numberOf={(id) => chosen.find((card) => card.id === id)?.number ?? String(id)}
        />
      )}
    </Modal>
  );
}

function Refused(props: {
  moved: number;
  refused: readonly MovedEnd[];
  numberOf: (id: number) => string;
}) {
  const { moved, refused, numberOf } = props;
  return (
    <>
      <Notice
        tone="warn"
        isAlert
      >{`${moved > 0 ? `${movedText(moved)} ` : ''}${auctions(refused.length)} är oförändrade och fortfarande valda.`}</Notice>
      <ul className="stack gap-1">
        {refused.map(({ auction_id, error }) => (
          <li key={auction_id}>
            <strong>{numberOf(auction_id)}</strong>
            <span>{`: ${error}`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const auctions = (count: number) => formatCount(count, 'auktion', 'auktioner');
const movedText = (count: number) => `Slutet är flyttat för ${auctions(count)}.`;
