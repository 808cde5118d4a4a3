import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarGroup } from '@visx/shape';
import styles from './look-back.module.css';
import type { Chart } from './look-back-figures.ts';
import { useOwnWidth } from './use-own-width.ts';

const HEIGHT = 220;
const LEFT = 56;
const BOTTOM = 28;
const TOP = 8;
/** Below this width, only every second month is labelled. */
const ROOM_PX = 36;

const axisFormat = new Intl.NumberFormat('sv-SE', { notation: 'compact' });

/** Vertical bars by month. Hidden from screen readers, which read the table. */
export function MonthBars({ chart }: { chart: Chart }) {
  const { title, labels, bars, formatAxis = axisFormat.format } = chart;
  const [box, width] = useOwnWidth<HTMLDivElement>();
  const rows = labels.map((label, at) => ({
    label,
    ...Object.fromEntries(bars.map((bar, series) => [String(series), bar.values[at] ?? 0])),
  }));
  const keys = bars.map((_, series) => String(series));
  const values = bars.flatMap((bar) => bar.values.map((value) => value ?? 0));
  const most = chart.most ?? Math.max(1, ...values);
  const x = scaleBand({ domain: [...labels], range: [LEFT, width], padding: 0.25 });
  const within = scaleBand({ domain: keys, range: [0, x.bandwidth()], padding: 0.1 });
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT - BOTTOM, TOP], nice: true });
  const step = width - LEFT < labels.length * ROOM_PX ? 2 : 1;
  return (
    <div ref={box} className={styles.plot}>
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`Stapeldiagram: ${title}. Siffrorna står i tabellen.`}
        >
          <GridRows
            scale={y}
            left={LEFT}
            width={width - LEFT}
            numTicks={4}
            className={styles.grid}
          />
          <BarGroup
            data={rows}
            keys={keys}
            height={HEIGHT - BOTTOM}
            x0={(row: (typeof rows)[number]) => row.label}
            x0Scale={x}
            x1Scale={within}
            yScale={y}
            color={(key) => key}
          >
            {(groups) =>
              groups.flatMap((group) =>
                group.bars.map((bar) => (
                  <rect
                    key={`${group.index}-${bar.key}`}
                    data-series={bar.key}
                    x={group.x0 + bar.x}
                    y={bar.y}
                    width={bar.width}
                    height={Math.max(0, bar.height)}
                    rx={2}
                  >
                    <title>{tip(bars, Number(bar.key), group.index, labels)}</title>
                  </rect>
                )),
              )
            }
          </BarGroup>
          <AxisLeft
            scale={y}
            left={LEFT}
            numTicks={4}
            hideAxisLine
            hideTicks
            tickFormat={(value) => formatAxis(Number(value))}
            tickClassName={styles.tick ?? ''}
          />
          <AxisBottom
            scale={x}
            top={HEIGHT - BOTTOM}
            hideTicks
            tickValues={labels.filter((_, at) => (labels.length - 1 - at) % step === 0)}
            tickFormat={(label) => label.slice(0, 3)}
            axisLineClassName={styles.axis ?? ''}
            tickClassName={styles.tick ?? ''}
          />
        </svg>
      )}
    </div>
  );
}

function tip(bars: Chart['bars'], series: number, at: number, labels: readonly string[]): string {
  const bar = bars[series];
  const value = bar?.values[at] ?? null;
  return `${labels[at]}, ${bar?.title}: ${value === null ? '–' : bar?.format(value)}`;
}
