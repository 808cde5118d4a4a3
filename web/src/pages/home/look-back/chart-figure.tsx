import { useId } from 'react';
import { Table } from '../../../ui/display/table.tsx';
import styles from './look-back.module.css';
import { type Chart, hasBars } from './look-back-figures.ts';
import { MonthBars } from './month-bars.tsx';
import { NameBars } from './name-bars.tsx';

/** A chart, and a table that can be opened under it with the same data (HOME-6). */
export function ChartFigure({ chart }: { chart: Chart }) {
  const id = useId();
  const { title, note, kind, labels, labelTitle, bars, columns } = chart;
  const Bars = kind === 'months' ? MonthBars : NameBars;
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        <p className={styles.note}>{note}</p>
      </figcaption>
      {bars.length > 1 && hasBars(chart) && (
        <ul className={styles.legend} aria-hidden="true">
          {bars.map((bar, index) => (
            <li key={bar.title} data-series={index}>
              {bar.title}
            </li>
          ))}
        </ul>
      )}
      {hasBars(chart) ? <Bars chart={chart} /> : <p>Inget att visa än.</p>}
      <details className={styles.details}>
        <summary>
          Visa som tabell<span className="visually-hidden">{`: ${title}`}</span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable. */}
        <section className={styles.scroll} tabIndex={0} aria-label={title}>
          <Table
            caption={`${title}. ${note}`}
            rows={labels.map((label, row) => ({ id: row, label }))}
            columns={[
              { id: 'label', title: labelTitle, isRowHeader: true, cell: ({ label }) => label },
              ...columns.map(({ title: head, values, format }) => ({
                id: head,
                title: head,
                isNumber: true,
                cell: ({ id: row }: { id: number }) => {
                  const value = values[row] ?? null;
                  return value === null ? '–' : format(value);
                },
              })),
            ]}
            isDense
          />
        </section>
      </details>
    </figure>
  );
}
