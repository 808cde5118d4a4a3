import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import type { AuctionOrdering } from '@restvarde/contract/auctions/auction-sorts';
import { useState } from 'react';
import { Table, type TableColumn } from '../../../ui/display/table.tsx';
import styles from './auction-rows.module.css';
import { useChosenColumns, useColumnRoom } from './chosen-columns.ts';
import { NONE_CHOSEN, pressAll, pressRow } from './chosen-rows.ts';
import { pressColumn, rowColumns } from './row-columns.tsx';
import { SelectionBar } from './selection-bar.tsx';

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
