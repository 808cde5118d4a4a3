import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { stockholmDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import type { Collection } from '@restvarde/contract/sale/collection';
import {
  BUYER_ACT,
  currentStep,
  type JourneyStep,
  journey,
  nextAct,
} from '@restvarde/contract/sale/journey';
import { showCode } from '@restvarde/contract/sale/release-code';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../base/urls/paths.ts';
import { buttonClass } from '../../../ui/button/button-class.ts';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { useTick } from '../../../ui/clock/ticker.ts';
import { MapLink } from '../../../ui/display/map-link.tsx';
import { unbroken } from '../../../ui/format/unbroken.tsx';
import type { AuctionListKind } from '../../auctions/list-query.ts';
import styles from './short-steps.module.css';

/** The steps of a purchase on its card: how far it has come, what is late, and what to do now (PICK-14, LIST-17). */
export function ShortSteps(props: {
  card: AuctionCard;
  collection: Collection;
  list: AuctionListKind;
}) {
  const { card, collection, list } = props;
  // The steps change with the day.
  useTick((now) => stockholmDate(new Date(now)));
  const { storage_days, storage_cost, release_code, handed_over_at } = collection;
  if (collection.state === 'undone') {
    const cost =
      storage_days > 0 ? ` Lagring ${storage_days} dygn: ${formatKronor(storage_cost)}.` : '';
    return <p>{`Köpet är hävt.${cost}`}</p>;
  }
  const steps = journey({ ...card, collection }, new Date(serverClock.now()));
  const current = currentStep(steps);
  const act = nextAct(steps);
  // What is late, and the invoice, which waits beside the step.
  const beside = steps.filter(
    (step) =>
      step !== current && (step.state === 'late' || (step.kind === 'pay' && step.state === 'open')),
  );
  return (
    <>
      <ol className={styles.marks} aria-label="Stegen i köpet">
        {steps.map((step) => (
          <li
            key={step.kind}
            data-state={step.state}
            data-current={step.is_current || undefined}
            aria-current={step.is_current ? 'step' : undefined}
          >
            <span className="visually-hidden">{STATE[step.state]}</span>
            <span>{step.title}</span>
          </li>
        ))}
      </ol>
      {beside.map((step) => (
        <StepLine key={step.kind} step={step} />
      ))}
      {current === undefined ? (
        <p className={styles.done}>Köpet är klart.</p>
      ) : (
        <StepLine step={current} />
      )}
      {release_code !== null && handed_over_at === null && (
        <p className={styles.line}>
          <span>Hämtkod</span> <strong>{showCode(release_code)}</strong>
        </p>
      )}
      {card.pickup_address !== null && handed_over_at === null && (
        <p className={styles.line}>
          <span>{unbroken(card.pickup_address)}</span> <MapLink address={card.pickup_address} />
        </p>
      )}
      {act !== null && (
        <Link
          to={paths.auction(card.id)}
          state={{ list }}
          className={`${buttonClass({ variant: 'primary', size: 'sm' })} ${styles.act}`}
        >
          {BUYER_ACT[act]}
        </Link>
      )}
    </>
  );
}

const STATE: Record<JourneyStep['state'], string> = {
  done: 'Klart: ',
  late: 'Försenat: ',
  open: '',
  past: '',
};

function StepLine({ step }: { step: JourneyStep }) {
  const isLate = step.state === 'late';
  const text = isLate && step.kind === 'collect' ? step.note : step.when || step.note;
  return (
    <p className={styles.line} data-late={isLate || undefined}>
      <strong>{step.title}</strong> <span>{unbroken(text)}</span>
    </p>
  );
}
