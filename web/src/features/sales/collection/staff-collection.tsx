import type { Auction } from '@restvarde/contract/auctions/auction';
import { stockholmDate } from '@restvarde/contract/dates';
import type { Collection } from '@restvarde/contract/sale/collection';
import { type JourneyStep, journey, type SellerAct } from '@restvarde/contract/sale/journey';
import { showCode } from '@restvarde/contract/sale/release-code';
import { storageSentence } from '@restvarde/contract/sale/storage';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { useTick } from '../../../ui/clock/ticker.ts';
import { emailLink, phoneLink } from '../../../ui/display/contact-link.tsx';
import { ValueList } from '../../../ui/display/value-list.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { formatDateTime } from '../../../ui/format/dates.ts';
import styles from '../bid-panel.module.css';
import { SaleSteps } from '../journey/sale-steps.tsx';
import { SalePapers } from './sale-papers.tsx';

const DeregistrationPanel = lazy(() => import('../deregistration/deregistration-panel.tsx'));
const HandOverDialog = lazy(() => import('./hand-over-dialog.tsx'));
const PaymentDialog = lazy(() => import('./payment-dialog.tsx'));
const WaiveDialog = lazy(() => import('./waive-dialog.tsx'));

/** The seller's acts that open a dialog. */
type Act = 'hand over' | 'payment' | 'waive';

/** «Hämtning»: the buyer's steps with the seller's button in each (PICK-14). */
export default function StaffCollection(props: { auction: Auction; collection: Collection }) {
  const { auction, collection } = props;
  const [openDialog, setOpenDialog] = useState<Act | null>(null);
  const onClose = () => setOpenDialog(null);
  // The steps change with the day.
  useTick((now) => stockholmDate(new Date(now)));
  const steps = journey({ ...auction, collection }, new Date(serverClock.now()));
  return (
    <section className={styles.panel} aria-labelledby="collection">
      <h2 id="collection">Hämtning</h2>
      {collection.state === 'undone' && (
        <Notice tone="warn">{`Köpet är hävt.${collection.storage_days > 0 ? ` ${storageSentence(collection)}.` : ''}`}</Notice>
      )}
      <Buyer buyer={auction.buyer} />
      <SaleSteps
        label="Stegen i köpet"
        steps={steps}
        contentOf={(step) => (
          <SellerStep {...{ auction, collection, step }} onAct={setOpenDialog} />
        )}
      />
      <ValueList rows={rowsOf(collection)} />
      <SalePapers auction={auction} collection={collection} />
      <Suspense fallback={null}>
        {openDialog === 'hand over' && (
          <HandOverDialog object={auction} mayOmitCode onClose={onClose} />
        )}
        {openDialog === 'payment' && (
          <PaymentDialog auction={auction} collection={collection} onClose={onClose} />
        )}
        {openDialog === 'waive' && (
          <WaiveDialog auction={auction} collection={collection} onClose={onClose} />
        )}
      </Suspense>
    </section>
  );
}

/** Who has bought the object, and how to reach them (PICK-17). */
function Buyer({ buyer }: Pick<Auction, 'buyer'>) {
  if (buyer === null) return null;
  const contact = [buyer.first_name, buyer.last_name].filter(Boolean).join(' ');
  return (
    <ValueList
      rows={[
        ['Köpare', `${buyer.name} (${buyer.number})`],
        ['Kontaktperson', contact],
        ['Telefon', phoneLink(buyer.phone)],
        ['E-post', emailLink(buyer.email)],
      ]}
    />
  );
}

const BUTTON: Partial<Record<SellerAct, [act: Act, label: string]>> = {
  'note payment': ['payment', 'Notera betalning'],
  'hand over': ['hand over', 'Lämna ut'],
};

/** The seller's button for a step, and the button that corrects a step that is done. */
function SellerStep(props: {
  auction: Auction;
  collection: Collection;
  step: JourneyStep;
  onAct: (act: Act) => void;
}) {
  const { auction, collection, step, onAct } = props;
  const { deregistration } = auction;
  const isCollected = collection.handed_over_at !== null;
  if (step.kind === 'certificate' && deregistration !== null) {
    return (
      <Suspense fallback={null}>
        <DeregistrationPanel auction={auction} deregistration={deregistration} />
      </Suspense>
    );
  }
  const button = step.seller && BUTTON[step.seller];
  // The number of waived storage days can be changed until the hand-over (PICK-6).
  const isStored = collection.storage_days + collection.waived_days > 0;
  const correction: [Act, string] | null = isCollected
    ? null
    : step.kind === 'pay' && collection.paid_at !== null
      ? ['payment', 'Ändra betalning']
      : step.kind === 'collect' && isStored
        ? ['waive', 'Stryk lagringsdygn']
        : null;
  if (!button && correction === null) return null;
  return (
    <div className={styles.acts}>
      {button && (
        <Button
          variant={step.kind === 'collect' ? 'primary' : 'secondary'}
          onPress={() => onAct(button[0])}
        >
          {button[1]}
        </Button>
      )}
      {correction !== null && (
        <Button
          variant={button ? 'quiet' : 'secondary'}
          size="sm"
          onPress={() => onAct(correction[0])}
        >
          {correction[1]}
        </Button>
      )}
    </div>
  );
}

function rowsOf(collection: Collection): (readonly [string, string | null])[] {
  const { release_code, released_at, waived_days, handed_over_at } = collection;
  const code = release_code && showCode(release_code);
  return [
    ['Kod', released_at === null ? `${code}, köparen får den efter betalning` : code],
    ['Köparens meddelande', collection.booked_note],
    ['Strukna lagringsdygn', waived_days === 0 ? null : String(waived_days)],
    ['Utlämnat', handed_over_at && formatDateTime(handed_over_at)],
    ['Hämtat av', collection.collected_by],
    ['Utlämnat av', collection.handed_over_by],
  ];
}
