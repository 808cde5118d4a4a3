import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Collection } from '@restvarde/contract/auctions/collection';
import { showCode } from '@restvarde/contract/auctions/release-code';
import { storageSentence } from '@restvarde/contract/auctions/storage';
import { KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { ValueList } from '../../../ui/display/value-list.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { formatDateTime } from '../../../ui/format/dates.ts';
import { unbroken } from '../../../ui/format/unbroken.tsx';
import styles from '../bid-panel.module.css';
import { type CollectionAct, collectionActs } from './collection-acts.ts';

const SalePapers = lazy(() => import('./sale-papers.tsx'));
const HandOverDialog = lazy(() => import('./hand-over-dialog.tsx'));
const PaymentDialog = lazy(() => import('./payment-dialog.tsx'));
const UndoDialog = lazy(() => import('./undo-dialog.tsx'));
const WaiveDialog = lazy(() => import('./waive-dialog.tsx'));

/** «Hämtning»: the state of a notified winner's collection, and the seller's actions (PICK). */
export default function StaffCollection(props: { auction: Auction; collection: Collection }) {
  const { auction, collection } = props;
  const [openDialog, setOpenDialog] = useState<CollectionAct | null>(null);
  const onClose = () => setOpenDialog(null);
  const acts = collectionActs(collection);
  return (
    <section className={styles.panel} aria-labelledby="collection">
      <h2 id="collection">Hämtning</h2>
      {collection.state === 'undone' && <Notice tone="warn">Köpet är hävt.</Notice>}
      <ValueList rows={rowsOf(collection)} />
      {(acts.length > 0 || collection.storage_days > 0) && (
        <p className={styles.hint}>{unbroken(storageSentence(collection))}</p>
      )}
      {acts.length > 0 && (
        <>
          <Button
            variant="primary"
            icon={<KeyRound aria-hidden="true" size={20} />}
            onPress={() => setOpenDialog('hand over')}
            isWide
          >
            Lämna ut
          </Button>
          <Button onPress={() => setOpenDialog('payment')} isWide>
            {collection.paid_at === null ? 'Notera betalning' : 'Ändra betalning'}
          </Button>
          {acts.includes('waive') && (
            <Button onPress={() => setOpenDialog('waive')} isWide>
              Stryk lagringsdygn
            </Button>
          )}
          <Button onPress={() => setOpenDialog('undo')} isWide>
            Häv köpet
          </Button>
        </>
      )}
      <Suspense fallback={null}>
        <SalePapers auction={auction} collection={collection} />
      </Suspense>
      <Suspense fallback={null}>
        {openDialog === 'hand over' && (
          <HandOverDialog object={auction} mayLeaveOut onClose={onClose} />
        )}
        {openDialog === 'payment' && (
          <PaymentDialog auction={auction} paid_at={collection.paid_at} onClose={onClose} />
        )}
        {openDialog === 'waive' && (
          <WaiveDialog auction={auction} waived_days={collection.waived_days} onClose={onClose} />
        )}
        {openDialog === 'undo' && <UndoDialog auction={auction} onClose={onClose} />}
      </Suspense>
    </section>
  );
}

function rowsOf(collection: Collection): (readonly [string, string | null])[] {
  const { release_code, released_at, paid_at, waived_days, booked_dt, handed_over_at } = collection;
  const code = release_code && showCode(release_code);
  return [
    ['Kod', released_at === null ? `${code}, köparen får den efter betalning` : code],
    ['Betalt', paid_at ?? 'Inte noterat'],
    ['Bokad hämtning', booked_dt && formatDateTime(booked_dt)],
    ['Köparens meddelande', collection.booked_note],
    ['Strukna lagringsdygn', waived_days === 0 ? null : String(waived_days)],
    ['Utlämnat', handed_over_at && formatDateTime(handed_over_at)],
    ['Hämtat av', collection.collected_by],
    ['Utlämnat av', collection.handed_over_by],
  ];
}
