import type { Auction } from '@restvarde/contract/auctions/auction';
import { parseKronor } from '@restvarde/contract/money';
import {
  OFFER_DAYS,
  OFFER_SENTENCE,
  offerExpiry,
  offerFault,
  offerRangeSentence,
  proposedOffer,
} from '@restvarde/contract/sale/offer-rules';
import { useEffect, useRef, useState } from 'react';
import { useFaultFocus } from '../../../base/forms/fault-focus.ts';
import { OFFER_TIMES, offerTerms } from '../../../features/sales/offer-terms.ts';
import { Button } from '../../../ui/button/button.tsx';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import { formatWhen } from '../../../ui/format/dates.ts';
import { Select } from '../../../ui/select/select.tsx';
import styles from './settle.module.css';
import type { Offered } from './settle-acts.ts';

/** An offer to the highest bidder: the middle of bid and reserve is filled in, Enter makes it (HOME-7, OFFER-7). */
export function OfferPart(props: {
  auction: Auction;
  bid: number;
  onOffer: (offered: Offered) => void;
  onClose: () => void;
}) {
  const { auction, bid, onOffer, onClose } = props;
  const { sale, bindsUntil } = offerTerms(auction);
  const [written, setWritten] = useState(() => String(proposedOffer(sale, bid)));
  const [days, setDays] = useState<number>(OFFER_DAYS.least);
  const [attempt, setAttempt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useFaultFocus(attempt);
  useEffect(() => field.current?.select(), []);

  const amount = parseKronor(written);
  const fault = amount === null ? OFFER_SENTENCE.amount : offerFault(sale, bid, amount);
  const now = serverClock.now();
  const until = offerExpiry(new Date(now), days, bindsUntil);

  return (
    <form
      noValidate
      className={styles.offer}
      aria-label="Erbjud ett pris"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (amount === null || fault !== null) setAttempt(attempt + 1);
        else onOffer({ amount, days });
      }}
    >
      <TextField
        label="Erbjudande i kronor, exkl. moms"
        description={offerRangeSentence(sale, bid)}
        suffix="kr"
        size="lg"
        inputMode="numeric"
        autoComplete="off"
        value={written}
        onChange={setWritten}
        inputRef={field}
        error={attempt > 0 && fault !== null ? fault : undefined}
        isRequired
      />
      <Select
        label="Tid att svara"
        choices={OFFER_TIMES}
        value={days}
        onChange={setDays}
        description={`Gäller till ${formatWhen(until, now)}. Om verkstaden antar erbjudandet är köpet bindande för er båda.`}
      />
      <div className={styles.offerButtons}>
        <Button type="submit" variant="primary">
          Erbjud
        </Button>
        <Button onPress={onClose}>Avbryt</Button>
      </div>
    </form>
  );
}
