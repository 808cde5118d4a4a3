import type { Auction } from '@restvarde/contract/auctions/auction';
import { stockholmDate, weekdayDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import type { StationOffer } from '@restvarde/contract/sale/sale';
import { acceptOffer, declineOffer } from '@restvarde/contract/sale-calls/sales';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { call } from '../../base/api/call.ts';
import { useFaultFocus } from '../../base/forms/fault-focus.ts';
import { Button } from '../../ui/button/button.tsx';
import { ConfirmButton } from '../../ui/button/confirm-button.tsx';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { Countdown } from '../../ui/display/countdown.tsx';
import { Money } from '../../ui/display/money.tsx';
import { Failure, Notice } from '../../ui/feedback/notice.tsx';
import { showSuccess } from '../../ui/feedback/toast.ts';
import { formatDate, formatTime } from '../../ui/format/dates.ts';
import { auctionQuery } from '../auctions/auction-query.ts';
import styles from './bid-panel.module.css';
import { closedOfferSentence } from './offer-words.ts';
import TermsCheckbox from './terms-checkbox.tsx';

type Step = 'reading' | 'accepting' | 'declining';

/** The seller's offer to this station, answered in two steps (OFFER-8). */
export default function OfferPanel(props: { auction: Auction; needs_terms: boolean }) {
  const { auction, needs_terms } = props;
  const closed = closedOfferSentence(auction, serverClock.now());
  if (closed !== null) return <Notice tone="info">{closed}</Notice>;
  return auction.offer?.state === 'open' ? (
    <OpenOffer
      key={auction.offer.id}
      auction_id={auction.id}
      offer={auction.offer}
      needs_terms={needs_terms}
    />
  ) : null;
}

function OpenOffer(props: { auction_id: number; offer: StationOffer; needs_terms: boolean }) {
  const { auction_id, offer, needs_terms } = props;
  const [step, setStep] = useState<Step>('reading');
  const [accepts, setAccepts] = useState(false);
  const sentence = useRef<HTMLParagraphElement>(null);
  const { mutate, isPending, error } = useAnswer(auction_id, offer);
  useFaultFocus(error);
  const amount = formatKronor(offer.amount);
  const today = stockholmDate(new Date(serverClock.now()));
  useEffect(() => {
    if (step !== 'reading') sentence.current?.focus();
  }, [step]);
  const fields = error instanceof ApiError ? error.fields : {};
  const termsError = fields.has_accepted_terms?.[0];

  return (
    <section className={`stack gap-3 ${styles.offer}`} aria-labelledby="offer">
      <h3 id="offer">Erbjudande till dig</h3>
      <p>Säljaren erbjuder dig att köpa objektet för</p>
      <p className={styles.price}>
        <Money amount={offer.amount} size="xl" /> <span>exkl. moms</span>
      </p>
      <p className={styles.word}>
        <span>{`Svara senast ${weekdayDate(formatDate(offer.expires_at), today)}\u00a0${formatTime(offer.expires_at)}`}</span>
      </p>
      <p className="quiet">
        <span>Tid kvar:</span>{' '}
        <Countdown until={offer.expires_at} endLabel="Tiden är ute" isSpoken />
      </p>
      {termsError === undefined && <Failure message={error?.message} />}
      {step === 'reading' && (
        <div className={styles.buttons}>
          <Button variant="primary" size="lg" isWide onPress={() => setStep('accepting')}>
            Anta erbjudandet
          </Button>
          <Button isWide onPress={() => setStep('declining')}>
            Avböj
          </Button>
        </div>
      )}
      {step === 'accepting' && (
        <>
          <p ref={sentence} tabIndex={-1} className={styles.sentence}>
            <strong>{`Du köper objektet för ${amount}.`}</strong> Köpet är bindande.
          </p>
          {needs_terms && (
            <TermsCheckbox isSelected={accepts} onChange={setAccepts} error={termsError} />
          )}
        </>
      )}
      {step === 'declining' && (
        <p ref={sentence} tabIndex={-1} className={styles.sentence}>
          <strong>{`Du avböjer erbjudandet på ${amount}.`}</strong> Det går inte att ångra.
        </p>
      )}
      {step !== 'reading' && (
        <div className={styles.buttons}>
          <ConfirmButton
            variant="primary"
            size="lg"
            isWide
            onPress={() => mutate(step === 'accepting' ? { accepts } : 'decline')}
            isPending={isPending}
            pendingLabel="Skickar svar …"
          >
            {step === 'accepting' ? `Bekräfta köp för ${amount}` : 'Avböj erbjudandet'}
          </ConfirmButton>
          <ConfirmButton isWide onPress={() => setStep('reading')} isDisabled={isPending}>
            Tillbaka
          </ConfirmButton>
        </div>
      )}
    </section>
  );
}

/** Sends the answer and shows the resulting auction, even if the offer has expired. */
function useAnswer(auction_id: number, offer: StationOffer) {
  const client = useQueryClient();
  const { queryKey } = auctionQuery(auction_id);
  return useMutation({
    mutationFn: (answer: 'decline' | { accepts: boolean }) =>
      answer === 'decline'
        ? call(declineOffer, { params: { id: offer.id } })
        : call(acceptOffer, {
            params: { id: offer.id },
            body: answer.accepts ? { has_accepted_terms: true } : {},
          }),
    onSuccess(auction, answer) {
      client.setQueryData(queryKey, auction);
      void client.invalidateQueries({ queryKey: ['me'] });
      void client.invalidateQueries({ queryKey: ['my-tasks'] });
      showSuccess(answer === 'decline' ? 'Erbjudandet är avböjt.' : 'Köpet är klart.');
    },
    onError: () => void client.invalidateQueries({ queryKey }),
  });
}
