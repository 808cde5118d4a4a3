import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The product as it is measured: a node in a process of its own, on a PostgreSQL of its own. */
export interface Product {
  pid: number;
  port: number;
  databaseUrl: string;
  /** Access tokens, each of another service station that sees all auctions. */
  tokens: string[];
  /** Ids of active auctions: each hot one for a round of its own, and those that bids are spread over. */
  hot: number[];
  spread: number[];
  countBids(): Promise<number>;
  /** Puts new tokens in place of `tokens`, which are good for ten minutes. */
  renewTokens(): Promise<void>;
  /** Megabytes of its process, after a collection: what is used in JavaScript, and what the system counts. */
  readMemory(): Promise<{ used: number; resident: number }>;
  /** Starts another node on its database, which ends with it, and gives its port. */
  addNode(): Promise<number>;
  /** Lets all that bids are spread over end in one second, so many seconds from now. */
  endAll(wave: { watchers: number; starts_in_s: number; relists: boolean }): Promise<void>;
  readWave(): Promise<Wave>;
  stop(): Promise<void>;
}

/** How far a wave of ends has come. */
export interface Wave {
  open: number;
  /** Listed once more. */
  relisted: number;
  /** From an auction's end to its closing, at most. */
  longest_s: number;
  /** From an auction's end until it was listed once more, at most. */
  longest_relist_s: number;
  /** Emails that are not sent. */
  waiting: number;
}

export interface WorldSize {
  bidders: number;
  hot: number;
  spread: number;
  /** Where its emails go; null: it sends none, and closes no auctions. */
  smtpUrl: string | null;
}

const ENTRY = join(import.meta.dirname, '../server/test/bench/bench-node.ts');

const ANOTHER = join(import.meta.dirname, '../server/test/bench/another-node.ts');

/** Starts the product with a world of this size. `BENCH_NODE_OPTIONS` go to its node, for profiles. */
export async function startProduct(size: WorldSize): Promise<Product> {
  const child = fork(ENTRY, [JSON.stringify(size)], {
    execArgv: ['--expose-gc', ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [])],
  });
  const world =
    await answer<Pick<Product, 'port' | 'databaseUrl' | 'tokens' | 'hot' | 'spread'>>(child);
  const others: ChildProcess[] = [];
  const ask = async <T>(question: object) => {
    const answered = answer<T>(child);
    child.send(question);
    return answered;
  };
  return {
    ...world,
    pid: child.pid!,
    countBids: async () => (await ask<{ bids: number }>({ ask: 'count' })).bids,
    endAll: async (wave) => void (await ask({ ask: 'end', ...wave })),
    readWave: () => ask<Wave>({ ask: 'wave' }),
    async renewTokens() {
      world.tokens.splice(0, Infinity, ...(await ask<string[]>({ ask: 'tokens' })));
    },
    readMemory: () => ask({ ask: 'memory' }),
    async addNode() {
      const other = fork(ANOTHER, [JSON.stringify(await ask({ ask: 'address' }))]);
      others.push(other);
      return (await answer<{ port: number }>(other)).port;
    },
    async stop() {
      await Promise.all(others.splice(0).map(end));
      if (!child.connected) return;
      const ended = once(child, 'exit');
      child.send({ ask: 'stop' });
      await ended;
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** The next message of a process that was asked something. */
export function answer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`The product ended with ${code}.`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message as T);
    });
  });
}
