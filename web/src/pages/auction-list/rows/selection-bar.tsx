import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import type { AuctionOrdering } from '@restvarde/contract/auctions/auction-sorts';
import { exportAuctions } from '@restvarde/contract/auctions/list-auctions';
import { CalendarClock } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import ExportButton from '../../../base/frame/export-button.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { formatNumber } from '../../../ui/format/numbers.ts';
import { preloadWhenIdle } from '../../../ui/later.ts';
import styles from './auction-rows.module.css';
import { PrintSelected } from './print-selected.tsx';

const loadDialog = () => import('./move-ends-dialog.tsx');
const MoveEndsDialog = lazy(loadDialog);

/** The number of selected rows, and the actions on them (LIST-15). */
export function SelectionBar(props: {
  chosen: readonly AuctionCard[];
  ordering: AuctionOrdering | undefined;
  company: string | undefined;
  /** Selects exactly these rows. */
  onChoose: (ids: readonly number[]) => void;
}) {
  const { chosen, ordering, company, onChoose } = props;
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    if (chosen.length > 0) preloadWhenIdle(loadDialog);
  }, [chosen.length]);
  const count = chosen.length === 0 ? '' : `${formatNumber(chosen.length)} valda`;
  return (
    <>
      <p role="status" className="visually-hidden">
        {count}
      </p>
      {chosen.length > 0 && (
        <section className={styles.bar} aria-label="Valda auktioner">
          <p className={styles.count} aria-hidden="true">
            {count}
          </p>
          <Button
            size="sm"
            icon={<CalendarClock aria-hidden="true" size={18} />}
            onPress={() => setMoving(true)}
          >
            Flytta slut …
          </Button>
          <ExportButton
            endpoint={exportAuctions}
            query={{ company, ordering, id: chosen.map(({ id }) => String(id)) }}
            label="Exportera valda"
          />
          <PrintSelected chosen={chosen} />
          <Button
            variant="quiet"
            size="sm"
            onPress={() => {
              onChoose([]);
              // This button disappears with the selection, so focus moves to the table.
              document.querySelector<HTMLElement>('#main table input')?.focus();
            }}
          >
            Avmarkera
          </Button>
        </section>
      )}
      {isMoving && (
        <Suspense fallback={null}>
          <MoveEndsDialog
            chosen={chosen}
            onDone={onChoose}
            onClose={() => {
              setMoving(false);
              document.querySelector<HTMLElement>('#main table input')?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
