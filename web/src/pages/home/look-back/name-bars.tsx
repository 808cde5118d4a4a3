import styles from './look-back.module.css';
import type { Chart } from './look-back-figures.ts';
import { useOwnWidth } from './use-own-width.ts';

const ROW = 44;
const BAR = 14;
const TEXT_Y = 18;
/** The number of largest names drawn; the table has all. */
const MAX_BARS = 8;

/** A horizontal bar for each name. Hidden from screen readers, which read the table. */
export function NameBars({ chart: { title, labels, bars } }: { chart: Chart }) {
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
