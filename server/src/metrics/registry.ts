/** What tells the series of a metric apart, in the order that they are written in. */
export type Labels = Record<string, string | number>;

/** Metrics of one process, as Prometheus reads them (OPS-11). Names and units follow its conventions. */
export interface Registry {
  /**
   * Something that happens: call it each time, or with how much. The series in `known` start at 0: Prometheus sees no
   * increase in a series that begins at 1.
   */
  counter(name: string, help: string, known?: Labels[]): (labels?: Labels, by?: number) => void;
  /** Sizes or durations in seconds, counted by the bounds that they do not exceed. */
  histogram(name: string, help: string, bounds: number[]): (value: number, labels?: Labels) => void;
  /** A value that is read at each scrape. A reading that fails is left out. */
  gauge(name: string, help: string, read: () => Reading | Promise<Reading>): void;
  /** The same for a count that something else keeps and that never falls. */
  readCounter(name: string, help: string, read: () => Reading): void;
  /** The exposition, in the text format 0.0.4. */
  render(): Promise<string>;
}

/** One value, or one of each series. */
export type Reading = number | [labels: Labels, value: number][];

interface Buckets {
  counts: number[];
  sum: number;
  count: number;
}

/** Opens an empty registry. It is written by hand: prom-client brings a tracer along, and is forty times as long. */
export function openRegistry(): Registry {
  const families: (() => Promise<string>)[] = [];
  const add = (
    name: string,
    help: string,
    type: string,
    lines: () => string[] | Promise<string[]>,
  ) =>
    families.push(async () => {
      const all = await Promise.resolve()
        .then(lines)
        .catch(() => []);
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...all, ''].join('\n');
    });
  const addReading = (
    name: string,
    help: string,
    type: string,
    read: () => Reading | Promise<Reading>,
  ) => {
    add(name, help, type, async () => {
      const reading = await read();
      const readings: [Labels, number][] = typeof reading === 'number' ? [[{}, reading]] : reading;
      return readings.map(([labels, value]) => `${name}${braced(write(labels))} ${value}`);
    });
  };
  return {
    counter(name, help, known = []) {
      const values = new Map(known.map((labels) => [write(labels), 0]));
      add(name, help, 'counter', () =>
        [...values].map(([series, value]) => `${name}${braced(series)} ${value}`),
      );
      return (labels = {}, by = 1) => {
        const series = write(labels);
        values.set(series, (values.get(series) ?? 0) + by);
      };
    },
    histogram(name, help, bounds) {
      const all = new Map<string, Buckets>();
      add(name, help, 'histogram', () => {
        return [...all].flatMap(([series, { counts, sum, count }]) => {
          const start = series ? `${series},` : '';
          let below = 0;
          const buckets = bounds.map((bound, at) => {
            below += counts[at]!;
            return `${name}_bucket{${start}le="${bound}"} ${below}`;
          });
          return [
            ...buckets,
            `${name}_bucket{${start}le="+Inf"} ${count}`,
            `${name}_sum${braced(series)} ${sum}`,
            `${name}_count${braced(series)} ${count}`,
          ];
        });
      });
      return (value, labels = {}) => {
        const series = write(labels);
        let buckets = all.get(series);
        if (!buckets) {
          buckets = { counts: bounds.map(() => 0), sum: 0, count: 0 };
          all.set(series, buckets);
        }
        const at = bounds.findIndex((bound) => value <= bound);
        if (at >= 0) buckets.counts[at]! += 1;
        buckets.sum += value;
        buckets.count += 1;
      };
    },
    gauge: (name, help, read) => addReading(name, help, 'gauge', read),
    readCounter: (name, help, read) => addReading(name, help, 'counter', read),
    render: async () => (await Promise.all(families.map((render) => render()))).join(''),
  };
}

const braced = (series: string) => series && `{${series}}`;

function write(labels: Labels): string {
  let series = '';
  for (const name in labels) {
    const value = String(labels[name]).replace(/[\\"\n]/g, (sign) =>
      sign === '\n' ? '\\n' : `\\${sign}`,
    );
    series += `${series && ','}${name}="${value}"`;
  }
  return series;
}
