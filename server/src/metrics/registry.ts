import { Counter, Gauge, Histogram, Registry as PromRegistry } from 'prom-client';

export type Labels = Record<string, string | number>;

/** One value, or one per series. */
export type Reading = number | [labels: Labels, value: number][];

/** Metrics of one thread, as Prometheus scrapes them (OPS-11). Names and units follow its conventions. */
export interface Registry {
  /**
   * Counts events. The series in `known` start at 0, because Prometheus sees no increase in a series that begins at 1.
   */
  counter(
    name: string,
    help: string,
    labels?: string[],
    known?: Labels[],
  ): (labels?: Labels) => void;
  /** Counts sizes, or durations in seconds, by upper bounds. */
  histogram(
    name: string,
    help: string,
    bounds: number[],
    labels?: string[],
  ): (value: number, labels?: Labels) => void;
  /** A value that is read at each scrape. A reading that fails is left out. */
  gauge(
    name: string,
    help: string,
    read: () => Reading | Promise<Reading>,
    labels?: string[],
  ): void;
  /** A count that never falls, kept elsewhere and read at each scrape. */
  readCounter(name: string, help: string, read: () => number): void;
  /** The exposition, in the text format 0.0.4. */
  render(): Promise<string>;
}

/** Opens an empty registry: each node has one, and each worker, so that several nodes can share a process in tests. */
export function openRegistry(): Registry {
  const registry = new PromRegistry();
  const registers = [registry];
  return {
    counter(name, help, labelNames = [], known = []) {
      const counter = new Counter({ name, help, labelNames, registers });
      for (const labels of known) counter.inc(labels, 0);
      return (labels = {}) => counter.inc(labels);
    },
    histogram(name, help, buckets, labelNames = []) {
      const histogram = new Histogram({ name, help, buckets, labelNames, registers });
      return (value, labels = {}) => histogram.observe(labels, value);
    },
    gauge(name, help, read, labelNames = []) {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const reading = await Promise.resolve()
            .then(read)
            .catch(() => []);
          this.reset();
          // `reset` sets a series without labels to 0 instead of removing it.
          if (labelNames.length === 0) this.remove();
          if (typeof reading === 'number') this.set(reading);
          else for (const [labels, value] of reading) this.set(labels, value);
        },
      });
    },
    readCounter(name, help, read) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
    render: () => registry.metrics(),
  };
}
