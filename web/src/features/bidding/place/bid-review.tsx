import type { Auction } from '@restvarde/contract/auctions/auction';
import { formatKronor } from '@restvarde/contract/money';
import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { announceAtOnce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmButton } from '../../../ui/button/confirm-button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import styles from '../../sales/bid-panel.module.css';
import type { BidStep } from './bid-steps.ts';
import { MAX_BID_TEXT } from './max-bid-text.ts';
import { judgeReview } from './review.ts';

export interface BidReviewProps {
  step: Exclude<BidStep, { name: 'writing' }>;
  auction: Auction;
  isOffline: boolean;
  onConfirm: () => void;
  onBack: () => void;
  /** Reviews the new minimum instead. */
  onRaise: (amount: number) => void;
}

/** The second step: shows what will be sent, and sends it (BID-9). Escape goes back. */
export default function BidReview(props: BidReviewProps) {
  const { step, auction, isOffline, onConfirm, onBack, onRaise } = props;
  const sentence = useRef<HTMLParagraphElement>(null);
  const isReviewing = step.name === 'reviewing';
  const { excessText, leadsText, risenText } = judgeReview(step.amount, auction, step.is_max);
  const amount = formatKronor(step.amount);
  const minimum = formatKronor(auction.minimum_allowed_bid);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new amount must be read again.
  useEffect(() => sentence.current?.focus(), [step.amount]);

  // Announced once; further rises are announced like any bid.
  const isRisen = isReviewing && risenText !== null;
  const sayRisen = useEffectEvent(() =>
    announceAtOnce([leadsText, risenText].join(' ').trim(), 'standing'),
  );
  useEffect(() => (isRisen ? sayRisen() : undefined), [isRisen]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && isReviewing) onBack();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut for the button «Ändra».
    <div className={styles.review} onKeyDown={onKeyDown}>
      <p ref={sentence} tabIndex={-1} className={styles.sentence}>
        {step.is_max ? (
          <>
            <strong>{`Ditt maxbud är ${amount}.`}</strong>{' '}
            <span>{`${MAX_BID_TEXT} Buden är bindande.`}</span>
          </>
        ) : (
          <>
            <strong>{`Du bjuder ${amount}.`}</strong> Budet är bindande.
          </>
        )}
      </p>
      {isReviewing && leadsText !== null && <p>{leadsText}</p>}
      {isReviewing && excessText !== null && (
        <p className={styles.excess}>
          <TriangleAlert size={20} />
          <span>{excessText}</span>
        </p>
      )}
      {isRisen && <Notice tone="warn">{risenText}</Notice>}
      {step.name === 'sending' && step.is_uncertain && (
        <Notice tone="warn" isStatus>
          Vi kontrollerar om ditt bud registrerades …
        </Notice>
      )}
      {step.name === 'lost' && (
        <Notice tone="danger" isAlert>
          Vi vet inte om ditt bud registrerades, för servern svarar inte. Försök igen: budet läggs
          bara en gång.
        </Notice>
      )}
      {isOffline && <Notice tone="warn">Du är offline. Bud kan inte läggas.</Notice>}
      <div className={styles.buttons}>
        {/* If the station leads by another bid, there is nobody to outbid. */}
        {isRisen && leadsText === null && !step.is_max && (
          <Button
            variant="primary"
            size="lg"
            isWide
            onPress={() => onRaise(auction.minimum_allowed_bid)}
          >{`Ändra till ${minimum}`}</Button>
        )}
        {!isRisen && (
          <ConfirmButton
            shown={[amount, leadsText, excessText, isOffline].join()}
            variant="primary"
            size="lg"
            isWide
            onPress={onConfirm}
            isDisabled={isOffline && step.name !== 'sending'}
            isPending={step.name === 'sending'}
            pendingLabel={step.is_max ? 'Skickar maxbud …' : 'Skickar bud …'}
          >
            {step.name === 'lost'
              ? 'Försök igen'
              : `Bekräfta ${step.is_max ? 'maxbud ' : ''}${amount}`}
          </ConfirmButton>
        )}
        {isReviewing && (
          <ConfirmButton isWide onPress={onBack}>
            Ändra
          </ConfirmButton>
        )}
      </div>
    </div>
  );
}
