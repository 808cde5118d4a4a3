import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { Table } from '../../../ui/display/table.tsx';
import { formatThousands } from '../../../ui/format/numbers.ts';
import styles from './look-back.module.css';
import { type Chart, hasBars } from './look-back-figures.ts';
import { roundTicks, spreadBars } from './scales.ts';

/** A chart, and a table that can be opened under it with the same data (HOME-6). */
export function ChartFigure({ chart }: { chart: Chart }) {
  const id = useId();
  const { title, note, kind, labels, labelTitle, bars, columns } = chart;
  const Bars = kind === 'months' ? MonthBars : NameBars;
  return (
    <figure className={`surface stack gap-3 ${styles.figure}`} aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        <p className={`quiet ${styles.note}`}>{note}</p>
      </figcaption>
      {bars.length > 1 && hasBars(chart) && (
        <ul className={`quiet ${styles.legend}`} aria-hidden="true">
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

const ROW = 44;
const BAR = 14;
const TEXT_Y = 18;
/** Names come in descending order of their values. The table has all. */
const MAX_BARS = 8;

/** A horizontal bar for each name. To a screen reader it is one image, whose name refers to the table. */
function NameBars({ chart: { title, labels, bars } }: { chart: Chart }) {
  const [box, width] = useOwnWidth<HTMLDivElement>();
  const shown = labels.slice(0, MAX_BARS);
  const [bar] = bars;
  const values = shown.map((_, at) => bar?.values[at] ?? 0);
  const most = Math.max(1, ...values);
  return (
    <div ref={box} className={styles.plot} style={{ minHeight: shown.length * ROW }}>
      {width > 0 && (
        <svg
          width={width}
          height={shown.length * ROW}
          role="img"
          aria-label={`Stapeldiagram: ${title}. Siffrorna står i tabellen.`}
        >
          {shown.map((label, at) => (
            <g key={label}>
              <text x={0} y={at * ROW + TEXT_Y}>
                {label}
              </text>
              <text x={width} y={at * ROW + TEXT_Y} textAnchor="end">
                {bar?.format(values[at] ?? 0)}
              </text>
              <rect
                data-series="0"
                x={0}
                y={at * ROW + TEXT_Y + 6}
                width={Math.max(1, ((values[at] ?? 0) / most) * width)}
                height={BAR}
                rx={2}
              />
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

const HEIGHT = 220;
const LEFT = 56;
const BOTTOM = 28;
const TOP = 8;
const TICKS = 4;
/** If a month is narrower than this, only every second one is labelled. */
const MONTH_LABEL_PX = 36;

/** Vertical bars by month. To a screen reader it is one image, whose name refers to the table. */
function MonthBars({ chart }: { chart: Chart }) {
  const { title, labels, bars, formatAxis = formatThousands } = chart;
  const [box, width] = useOwnWidth<HTMLDivElement>();
  const values = bars.flatMap((bar) => bar.values.map((value) => value ?? 0));
  const ticks = roundTicks(chart.most ?? Math.max(1, ...values), TICKS);
  const floor = HEIGHT - BOTTOM;
  const y = (value: number) => floor - (value / ticks.at(-1)!) * (floor - TOP);
  const months = spreadBars(labels.length, LEFT, width, 0.25);
  const series = spreadBars(bars.length, 0, months.width, 0.1);
  const labelStep = width - LEFT < labels.length * MONTH_LABEL_PX ? 2 : 1;
  return (
    <div ref={box} className={styles.plot} style={{ minHeight: HEIGHT }}>
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`Stapeldiagram: ${title}. Siffrorna står i tabellen.`}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={styles.grid} x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
              <text x={LEFT - 10} y={y(tick)} dy="0.25em" textAnchor="end">
                {formatAxis(tick)}
              </text>
            </g>
          ))}
          {labels.map((label, month) => {
            const left = months.start + month * months.step;
            return (
              <g key={label}>
                {bars.map((bar, at) => {
                  const value = bar.values[month] ?? null;
                  return (
                    <rect
                      key={bar.title}
                      data-series={at}
                      x={left + series.start + at * series.step}
                      y={y(value ?? 0)}
                      width={series.width}
                      height={floor - y(value ?? 0)}
                      rx={2}
                    >
                      <title>{`${label}, ${bar.title}: ${value === null ? '–' : bar.format(value)}`}</title>
                    </rect>
                  );
                })}
                {(labels.length - 1 - month) % labelStep === 0 && (
                  <text x={left + months.width / 2} y={floor + 20} textAnchor="middle">
                    {label.slice(0, 3)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

/** An element's width in CSS pixels. 0 before layout. */
function useOwnWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
