import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Bid } from '@restvarde/contract/bids/bids';
import { formatKronor, parseKronor } from '@restvarde/contract/money';
import {
  isTooShort,
  OFFER_DAYS,
  OFFER_SENTENCE,
  offerExpiry,
  offerFault,
  offerRangeSentence,
} from '@restvarde/contract/sale/offer-rules';
import { makeOffer } from '@restvarde/contract/sale-calls/sales';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../base/api/api-error.ts';
import { call } from '../../../base/api/call.ts';
import { useFaultFocus } from '../../../base/forms/fault-focus.ts';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { showSuccess } from '../../../ui/feedback/toast.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import { formatWhen } from '../../../ui/format/dates.ts';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import { Select } from '../../../ui/select/select.tsx';
import { auctionQuery } from '../../auctions/auction-query.ts';
import { OFFER_TIMES, offerTerms } from '../../sales/offer-terms.ts';
import { bidderOf } from '../bids-query.ts';
import { ReasonFields, useReason } from './reason-fields.tsx';

/** Offers the object to the station of a bid, for an amount and a period (OFFER-7). */
export default function OfferDialog(props: {
  auction: Auction;
  bid: Pick<Bid, 'id' | 'bid' | 'service_station_name'>;
  /** Called when the offer has been made. */
  onDone?: () => void;
  onClose: () => void;
}) {
  const { auction, bid, onDone, onClose } = props;
  const client = useQueryClient();
  const [written, setWritten] = useState('');
  const [days, setDays] = useState<number>(OFFER_DAYS.least);
  /** The number of attempts that failed validation here. */
  const [attempt, setAttempt] = useState(0);
  const reason = useReason();
  const { sale, bindsUntil } = offerTerms(auction);
  const amount = parseKronor(written);
  const fault = amount === null ? OFFER_SENTENCE.amount : offerFault(sale, bid.bid, amount);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (offered: number) =>
      call(makeOffer, {
        params: { id: auction.id, bidId: bid.id },
        body: { amount: offered, days, ...reason.body },
      }),
    onSuccess() {
      void client.invalidateQueries({ queryKey: auctionQuery(auction.id).queryKey });
      showSuccess(`Erbjudandet är skickat till ${bidderOf(bid)}.`);
      onDone?.();
      onClose();
    },
  });
  useFaultFocus(attempt);
  useFaultFocus(error);
  const refused = error instanceof ApiError ? error.fields : {};
  const reasonError = refused.reason?.[0];
  // Of equal sealed bids the earlier is the highest, which only the server knows.
  const isOther = bid.bid !== auction.highest_bid || reasonError !== undefined;
  const now = new Date(serverClock.now());
  const until = offerExpiry(now, days, bindsUntil);
  const isLate = isTooShort(now, bindsUntil);
  const refusal = error !== null && Object.keys(refused).length === 0 ? error.message : null;
  const why = until === bindsUntil ? ', då auktionen ska vara avgjord.' : '.';

  function send() {
    const isValid = !isOther || reason.check();
    if (amount === null || fault !== null || !isValid) {
      setAttempt(attempt + 1);
      return false;
    }
    mutate(amount);
    return true;
  }

  return (
    <AlertDialog
      title="Erbjud ett pris"
      onOpenChange={onClose}
      confirmLabel="Skicka erbjudandet"
      onConfirm={send}
      isPending={isPending}
      pendingLabel="Skickar …"
      isConfirmDisabled={isLate}
      error={isLate ? OFFER_SENTENCE.tooShort : refusal}
    >
      <p>
        <strong>{bidderOf(bid)}</strong>{' '}
        <span>{`har bjudit ${formatKronor(bid.bid)}${auction.reservation_price !== null ? `. Reservationspriset är ${formatKronor(auction.reservation_price)}` : ''}. Om verkstaden antar erbjudandet är köpet bindande för er båda.`}</span>
      </p>
      <TextField
        label="Belopp i kronor"
        description={`Exkl. moms. ${offerRangeSentence(sale, bid.bid)}`}
        suffix="kr"
        inputMode="numeric"
        autoComplete="off"
        value={written}
        onChange={setWritten}
        error={attempt > 0 && fault !== null ? fault : refused.amount?.[0]}
        isRequired
      />
      <Select
        label="Tid att svara"
        choices={OFFER_TIMES}
        value={days}
        onChange={setDays}
        description={`Gäller till ${formatWhen(until, now)}${why}`}
      />
      {isOther && <ReasonFields reason={reason} error={reasonError} />}
    </AlertDialog>
  );
}
