import type { Stored } from './stored-results.ts';

/** What is drawn, from the results that say its name (`Result.at`). */
export interface Chart {
  /** Of the file, and in results. */
  name: string;
  title: string;
  /** What grows along it. */
  along: string;
  /** `log` where a page of a millisecond stands beside one of a hundred. */
  scale: 'log' | 'zero';
  measured: string;
  baseline: string;
}

/** In the order of the report. */
export const CHARTS: Chart[] = [
  {
    name: 'bids-by-auctions',
    title: 'Bids by 64 clients, over more and more auctions',
    along: 'auctions',
    scale: 'zero',
    measured: 'keyed bids',
    baseline: 'bare Fastify POST',
  },
  {
    name: 'bids-by-clients',
    title: 'Bids over 5,000 auctions, from more and more clients',
    along: 'clients',
    scale: 'zero',
    measured: 'keyed bids',
    baseline: 'bare Fastify POST',
  },
  {
    name: 'bids-by-nodes',
    title: 'Bids over 5,000 auctions by 64 clients, by more nodes on the same machine',
    along: 'nodes',
    scale: 'zero',
    measured: 'keyed bids',
    baseline: 'bare Fastify POST, one process',
  },
  {
    name: 'fan-out',
    title: 'From a bid to the last open socket that is told',
    along: 'sockets',
    scale: 'log',
    measured: 'a bid',
    baseline: 'bare ws broadcast',
  },
  {
    name: 'closing',
    title: 'Auctions that end in one second',
    along: 'auctions',
    scale: 'zero',
    measured: 'meanwhile',
    baseline: 'before',
  },
  {
    name: 'emails',
    title: 'Emails of a wave of ends',
    along: 'emails',
    scale: 'zero',
    measured: 'the product',
    baseline: 'bare pooled nodemailer',
  },
  {
    name: 'list-orders',
    title: 'First page of a list, in each order',
    along: 'auctions',
    scale: 'log',
    measured: 'the product',
    baseline: 'bare SQL',
  },
  {
    name: 'list-filters',
    title: 'First page of a list, by each filter and by search',
    along: 'auctions',
    scale: 'log',
    measured: 'the product',
    baseline: 'bare SQL',
  },
  {
    name: 'list-pages',
    title: 'Page 500 of a list, or its last page',
    along: 'auctions',
    scale: 'zero',
    measured: 'page 500',
    baseline: 'page 1',
  },
  {
    name: 'other-pages',
    title: 'Lists of others, «Att göra», «Mina auktioner», statistics',
    along: 'auctions',
    scale: 'log',
    measured: 'the product',
    baseline: 'the same among 1,000',
  },
];

/** A small graph of a chart: what one thing costs at each size, ascending. */
export interface Panel {
  title: string;
  unit: string;
  points: Stored[];
}

export function panelsOf({ name }: Chart, results: Stored[]): Panel[] {
  const drawn = results.filter(({ at }) => at?.chart === name);
  return [...Map.groupBy(drawn, ({ at }) => at!.panel)].map(([title, points]) => ({
    title,
    unit: points[0]!.unit,
    points: points.toSorted((a, b) => a.at!.size - b.at!.size),
  }));
}
