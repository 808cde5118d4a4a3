import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
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
  /** Text that wraps between words in a dense table. */
  isText?: boolean;
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
  /** The heading above a row that begins a group. */
  groupAt?: (row: Row) => ReactNode;
  /** Called when the title of a sortable column is pressed. */
  onSort?: (column_id: string) => void;
}

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

/** A table whose column titles change the order. For wide layouts. */
export function Table<Row extends { id: string | number }>(props: TableProps<Row>) {
  const { caption, columns, rows, isMarked, isDense = false, groupAt, onSort } = props;
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
        {rows.map((row) => {
          const group = groupAt?.(row);
          return (
            <Fragment key={row.id}>
              {group != null && (
                <tr className={styles.group}>
                  <td colSpan={columns.length}>{group}</td>
                </tr>
              )}
              <tr data-marked={isMarked?.(row) || undefined}>
                {columns.map(({ id, cell, isRowHeader, isNumber, isText }) =>
                  isRowHeader ? (
                    <th key={id} scope="row" className={styles.named}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td
                      key={id}
                      className={isNumber ? styles.number : isText ? styles.prose : undefined}
                    >
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function SortSign({ sorted }: { sorted: keyof typeof ICONS }) {
  const Icon = ICONS[sorted];
  return <Icon size={16} data-is={sorted} />;
}
