import { Child } from '../child.ts';

/** A node of the product in a process with a PostgreSQL, and what is in its database. */
export interface World {
  port: number;
  databaseUrl: string;
  /** Access tokens, each for another service station that sees all auctions. Valid for ten minutes. */
  tokens: string[];
  /** Ids of active auctions: one for each round on a single auction, and those that bids are spread over. */
  hot: number[];
  spread: number[];
}

export interface WorldSize {
  bidders: number;
  hot: number;
  spread: number;
  /** Null: the node sends no emails and closes no auctions. */
  smtpUrl?: string | null;
  /** How much wider the limits on calls are; by default so wide that a few users can represent many. */
  limitMultiplier?: number;
}

/** How far a wave of ending auctions has come. */
export interface Wave {
  open: number;
  /** Seconds from an auction's end to its closing, at most. */
  longest_s: number;
  /** Emails that are not sent yet. */
  waiting: number;
}

export type Product = Child<World>;

/** Starts the product. `BENCH_NODE_OPTIONS` are passed to its node, for profiles. */
export function startProduct(size: WorldSize): Promise<Product> {
  const flags = process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [];
  return Child.start('bench/processes/node', size, ['--expose-gc', ...flags]);
}
