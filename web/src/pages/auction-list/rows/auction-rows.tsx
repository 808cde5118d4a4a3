import type { Auction, AuctionCard } from '@restvarde/contract/auctions/auction';
import type { AuctionOrdering } from '@restvarde/contract/auctions/auction-sorts';
import { exportAuctions } from '@restvarde/contract/auctions/list-auctions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, Printer } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import ExportButton from '../../../base/frame/export-button.tsx';
import { auctionQuery } from '../../../features/auctions/auction-query.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Table, type TableColumn } from '../../../ui/display/table.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { formatNumber } from '../../../ui/format/numbers.ts';
import { lazyPart, preloadWhenIdle, useLazyPart } from '../../../ui/later.ts';
import styles from './auction-rows.module.css';
import { useChosenColumns, useColumnRoom } from './chosen-columns.ts';
import { NONE_CHOSEN, pressAll, pressRow } from './chosen-rows.ts';
import { pressColumn, rowColumns } from './row-columns.tsx';

export interface AuctionRowsProps {
  cards: readonly AuctionCard[];
  ordering: AuctionOrdering | undefined;
  onSort: (ordering: AuctionOrdering | undefined) => void;
  /** The company chosen by a superuser. */
  company: string | undefined;
}

/** The list as rows, for viewing many and for acting on the selected ones (LIST-14, LIST-15). */
export default function AuctionRows({ cards, ordering, onSort, company }: AuctionRowsProps) {
  const hasColumnRoom = useColumnRoom();
  const chosenColumns = useChosenColumns();
  const columns = hasColumnRoom ? chosenColumns : [];
  const [marked, setMarked] = useState(NONE_CHOSEN);
  const shown = cards.map(({ id }) => id);
  // Rows that have left the list are deselected.
  const chosen = cards.filter(({ id }) => marked.ids.has(id));
  const box: TableColumn<AuctionCard> = {
    id: 'chosen',
    title: 'Vald',
    head: (
      <Box
        label="Välj alla som visas"
        isChecked={chosen.length > 0 && chosen.length === cards.length}
        isMixed={chosen.length > 0 && chosen.length < cards.length}
        onPress={() => setMarked(pressAll(marked, shown))}
      />
    ),
    cell: ({ id, number }) => (
      <Box
        label={`Välj ${number}`}
        isChecked={marked.ids.has(id)}
        onPress={(hasShift) => setMarked(pressRow(marked, id, shown, hasShift))}
      />
    ),
  };
  return (
    <>
      <div className={styles.rows} data-more={columns.length > 0 || undefined}>
        <Table
          caption="Auktioner. Knapparna i huvudet på tabellen ändrar ordningen."
          rows={cards}
          columns={[box, ...rowColumns(ordering, columns)]}
          isMarked={({ id }) => marked.ids.has(id)}
          onSort={(column) => onSort(pressColumn(column, ordering))}
          isDense
        />
      </div>
      <SelectionBar
        chosen={chosen}
        ordering={ordering}
        company={company}
        onChoose={(ids) => setMarked({ ids: new Set(ids), last: null })}
      />
    </>
  );
}

function Box(props: {
  label: string;
  isChecked: boolean;
  isMixed?: boolean;
  onPress: (hasShift: boolean) => void;
}) {
  const { label, isChecked, isMixed = false, onPress } = props;
  return (
    <label className={styles.box}>
      <input
        ref={(input) => {
          if (input !== null) input.indeterminate = isMixed;
        }}
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onChange={({ nativeEvent }) => onPress((nativeEvent as MouseEvent).shiftKey === true)}
      />
    </label>
  );
}

const loadDialog = () => import('./move-ends-dialog.tsx');
const MoveEndsDialog = lazy(loadDialog);

/** The number of selected rows, and the actions on them (LIST-15). */
function SelectionBar(props: {
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
          <Button size="sm" icon={<CalendarClock size={18} />} onPress={() => setMoving(true)}>
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

const printSheets = lazyPart(() => import('../../../features/auctions/print/print-sheets.tsx'));

/** Concurrent requests, so that a hundred do not block others. */
const MAX_CONCURRENT = 4;

/** Prints a sheet for each selected auction (LIST-15). */
function PrintSelected({ chosen }: { chosen: readonly AuctionCard[] }) {
  const client = useQueryClient();
  const [printed, setPrinted] = useState<Auction[] | null>(null);
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const auctions: Auction[] = [];
      for (let at = 0; at < chosen.length; at += MAX_CONCURRENT) {
        const some = chosen.slice(at, at + MAX_CONCURRENT);
        auctions.push(
          ...(await Promise.all(some.map(({ id }) => client.fetchQuery(auctionQuery(id))))),
        );
      }
      await printSheets.load();
      return auctions;
    },
    onSuccess: setPrinted,
    onError: (error) =>
      showToast({ tone: 'danger', text: `Det gick inte att skriva ut. ${error.message}` }),
  });
  return (
    <>
      <Button
        size="sm"
        icon={<Printer size={18} />}
        onPress={() => mutate()}
        isPending={isPending || printed !== null}
        pendingLabel="Hämtar …"
      >
        Skriv ut
      </Button>
      {printed !== null && <Sheets auctions={printed} onDone={() => setPrinted(null)} />}
    </>
  );
}

function Sheets(props: { auctions: Auction[]; onDone: () => void }) {
  const PrintSheets = useLazyPart(printSheets, true);
  return PrintSheets && createPortal(<PrintSheets {...props} isPrinting />, document.body);
}
