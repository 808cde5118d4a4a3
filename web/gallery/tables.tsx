import { useState } from 'react';
import { Table } from '../src/ui/display/table.tsx';
import { formatNumber } from '../src/ui/format/numbers.ts';
import styles from './gallery.module.css';
import { Specimen } from './specimen.tsx';

const ROWS = [
  { id: 101, name: 'Lind Bil & Plåt', city: 'Göteborg', bids: 12 },
  { id: 102, name: 'Söder Plåt', city: 'Stockholm', bids: 1480 },
  { id: 103, name: 'Fordonsbesiktningsprotokoll Norr', city: 'Örnsköldsvik', bids: 7 },
];

export function Tables() {
  const [order, setOrder] = useState<{ by: 'id' | 'name'; isRising: boolean }>({
    by: 'id',
    isRising: true,
  });
  const rows = ROWS.toSorted((one, other) => {
    const rising = order.by === 'id' ? one.id - other.id : one.name.localeCompare(other.name, 'sv');
    return order.isRising ? rising : -rising;
  });
  const sortedBy = (column: 'id' | 'name') => {
    if (order.by !== column) return 'none';
    return order.isRising ? 'ascending' : 'descending';
  };
  return (
    <Specimen name="Med ordning">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable. */}
      <section aria-label="Tabell" tabIndex={0} className={styles.scroll}>
        <Table
          caption="Verkstäder. Knapparna i huvudet på tabellen ändrar ordningen."
          rows={rows}
          onSort={(by) => {
            if (by === 'id' || by === 'name') {
              setOrder({ by, isRising: order.by === by ? !order.isRising : true });
            }
          }}
          columns={[
            { id: 'id', title: 'Nr', isNumber: true, sorted: sortedBy('id'), cell: ({ id }) => id },
            {
              id: 'name',
              title: 'Namn',
              isRowHeader: true,
              sorted: sortedBy('name'),
              cell: ({ name }) => <a href="?del=Tabeller">{name}</a>,
            },
            { id: 'city', title: 'Ort', cell: ({ city }) => city },
            { id: 'bids', title: 'Bud', isNumber: true, cell: ({ bids }) => formatNumber(bids) },
          ]}
        />
      </section>
    </Specimen>
  );
}
