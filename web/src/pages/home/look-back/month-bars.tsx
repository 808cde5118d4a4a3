import { formatThousands } from '../../../ui/format/numbers.ts';
import styles from './look-back.module.css';
import type { Chart } from './look-back-figures.ts';
import { roundTicks, spreadBars } from './scales.ts';
import { useOwnWidth } from './use-own-width.ts';

const HEIGHT = 220;
const LEFT = 56;
const BOTTOM = 28;
const TOP = 8;
const TICKS = 4;
/** Below this width, only every second month is labelled. */
const ROOM_PX = 36;

/** Vertical bars by month. Hidden from screen readers, which read the table. */
export function MonthBars({ chart }: { chart: Chart }) {
  const { title, labels, bars, formatAxis = formatThousands } = chart;
  const [box, width] = useOwnWidth<HTMLDivElement>();
  const values = bars.flatMap((bar) => bar.values.map((value) => value ?? 0));
  const ticks = roundTicks(chart.most ?? Math.max(1, ...values), TICKS);
  const floor = HEIGHT - BOTTOM;
  const y = (value: number) => floor - (value / ticks.at(-1)!) * (floor - TOP);
  const months = spreadBars(labels.length, LEFT, width, 0.25);
  const series = spreadBars(bars.length, 0, months.width, 0.1);
  const labelStep = width - LEFT < labels.length * ROOM_PX ? 2 : 1;
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
