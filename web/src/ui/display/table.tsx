import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface TableColumn<Row> {
  id: string;
  title: string;
  /** What stands in the head in place of the title: a box that chooses all rows. */
  head?: ReactNode;
  isTitleHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** Names its row. */
  isRowHeader?: boolean;
  /** Figures under each other. */
  isNumber?: boolean;
  /** How the rows stand by this column; absent where a press would change nothing. */
  sorted?: 'ascending' | 'descending' | 'none';
}

export interface TableProps<Row extends { id: string | number }> {
  /** Names the table, for those who do not see it. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** Is the row among those that have been chosen? */
  isMarked?: (row: Row) => boolean;
  /** Many rows on a screen, each on one line. */
  isDense?: boolean;
  /** A press on the title of a column that sorts. */
  onSort?: (column_id: string) => void;
}

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

/** Rows and columns, with an order that the titles change; for where there is room for columns. */
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
