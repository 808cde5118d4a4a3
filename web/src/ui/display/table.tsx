import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface TableColumn<Row> {
  id: string;
  title: string;
  /** Replaces the title in the head, for example with a checkbox that selects all rows. */
  head?: ReactNode;
  isTitleHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** The cell is the header of its row. */
  isRowHeader?: boolean;
  /** Tabular figures, right-aligned. */
  isNumber?: boolean;
  /** The current order by this column. Undefined if sorting would change nothing. */
  sorted?: 'ascending' | 'descending' | 'none';
}

export interface TableProps<Row extends { id: string | number }> {
  /** The table's name for screen readers. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** Returns whether the row is selected. */
  isMarked?: (row: Row) => boolean;
  /** More rows on the screen, each on one line. */
  isDense?: boolean;
  /** Called when the title of a sortable column is pressed. */
  onSort?: (column_id: string) => void;
}

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

/** A table whose column titles change the order. For wide layouts. */
export function Table<Row extends { id: string | number }>(props: TableProps<Row>) {
  const { caption, columns, rows, isMarked, isDense = false, onSort } = props;
  return (
    <table className={`${styles.table} ${isDense ? styles.dense : ''}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead className={styles.head}>
        <tr>
          {columns.map(({ id, title, head, isTitleHidden, sorted, isNumber }) => (
            <th
              key={id}
              scope="col"
              aria-sort={sorted}
              className={isNumber === true ? styles.number : undefined}
            >
              {head ??
                (sorted === undefined ? (
                  <span className={isTitleHidden === true ? 'visually-hidden' : undefined}>
                    {title}
                  </span>
                ) : (
                  <button type="button" className={styles.sorter} onClick={() => onSort?.(id)}>
                    <span>{title}</span>
                    <SortSign sorted={sorted} />
                  </button>
                ))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-marked={isMarked?.(row) || undefined}>
            {columns.map(({ id, cell, isRowHeader, isNumber }) =>
              isRowHeader ? (
                <th key={id} scope="row" className={styles.named}>
                  {cell(row)}
                </th>
              ) : (
                <td key={id} className={isNumber ? styles.number : undefined}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SortSign({ sorted }: { sorted: keyof typeof ICONS }) {
  const Icon = ICONS[sorted];
  return <Icon aria-hidden="true" size={16} data-is={sorted} />;
}
