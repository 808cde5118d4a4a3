import { Child } from '../child.ts';
import {
  CLIENTS,
  checkBids,
  drive,
  type Pace,
  placeDirectly,
  placing,
  setMaximums,
  type Target,
} from './bid-load.ts';
import { type Product, startProduct } from './product.ts';
import { compare, type Result } from './results.ts';

const AUCTIONS = 5_000;

/** Bids on one auction, over thousands, and one at a time. */
export async function measureBids(pace: Pace): Promise<Result[]> {
  const product = await startProduct({ bidders: CLIENTS, hot: pace.rounds + 2, spread: AUCTIONS });
  const bare = await Child.start<number>('bench/processes/bare-fastify', product.ready.databaseUrl);
  const { hot, spread } = product.ready;
  try {
    const results = [
      await measureCall(product, bare.ready, pace),
      // Each round gets a new auction, so that all rounds are alike.
      ...(await measureRate(product, pace, 'bids on one auction', (round) => [hot[round]!])),
      ...(await measureRate(product, pace, `bids over ${AUCTIONS} auctions`, () => spread)),
      await measureMaximums(product, pace),
      await measureAlone(product, bare.ready, pace),
    ];
    await checkBids(product);
    return results;
  } finally {
    await bare.stop();
    await product.stop();
  }
}

/** A call with login that does nothing, against a bare Fastify with the same body. */
async function measureCall(product: Product, port: number, pace: Pace): Promise<Result> {
  const run = async (target: Target) => (await drive(product, pace.seconds, target)).perSecond;
  const [ours, bare] = await measureInTurn(pace.rounds, [
    () => run({ path: () => '/api/bench/nothing/1' }),
    () => run({ port, path: () => '/nothing/1' }),
  ]);
  const name = 'a call with login that does nothing / bare Fastify';
  return compare(name, 'calls/s', ours!, bare!, { atLeast: 0.5 });
}

/**
 * Keyed bids, against the desk without HTTP, and against one transaction per bid behind the same HTTP. What the
 * product refuses is not counted; what the textbook refuses is counted as accepted, in its favour.
 */
async function measureRate(
  product: Product,
  pace: Pace,
  name: string,
  auctionsOf: (round: number) => number[],
): Promise<Result[]> {
  const [ours, direct, textbook] = await measureInTurn(pace.rounds, [
    async (round) =>
      (await drive(product, pace.seconds, placing(auctionsOf(round)))).acceptedPerSecond,
    (round) => placeDirectly(product, pace.seconds, auctionsOf(round)),
    async (round) => {
      const target = placing(auctionsOf(round), '/api/bench/textbook');
      return (await drive(product, pace.seconds, target)).perSecond;
    },
  ]);
  return [
    compare(`${name} / the desk without HTTP`, 'bids/s', ours!, direct!, { atLeast: 0.6 }),
    compare(`${name} / one transaction per bid`, 'bids/s', ours!, textbook!, { atLeast: 5 }),
  ];
}

/**
 * Keyed bids on auctions where a maximum answers each of them with an automatic bid, against bids on auctions without
 * maximums (AUTO-6). Automatic bids are not counted.
 */
async function measureMaximums(product: Product, pace: Pace): Promise<Result> {
  const { spread } = product.ready;
  const half = spread.length / 2;
  const guarded = spread.slice(0, half);
  const plain = spread.slice(half);
  await setMaximums(product, guarded);
  const run = async (auctions: number[]) =>
    (await drive(product, pace.seconds, placing(auctions))).acceptedPerSecond;
  const [ours, without] = await measureInTurn(pace.rounds, [() => run(guarded), () => run(plain)]);
  const name = 'bids that maximums answer / without maximums';
  return compare(name, 'bids/s', ours!, without!, { atLeast: 0.9 });
}

/** From the request to the answer of one bid at a time, against one insert and commit behind a bare Fastify. */
async function measureAlone(product: Product, port: number, pace: Pace): Promise<Result> {
  const auction = product.ready.hot.at(-1)!;
  const run = async (target: Target) =>
    (await drive(product, pace.seconds / 2, { ...target, clients: 1 })).p50_ms;
  const [ours, bare] = await measureInTurn(pace.rounds, [
    () => run(placing([auction])),
    () => run({ port, path: () => `/insert/${auction}` }),
  ]);
  return compare('one bid at a time / insert and commit', 'ms', ours!, bare!, { atMost: 3 });
}

/** The values of each measurement, round by round. The first round warms up and is not counted. */
async function measureInTurn(
  rounds: number,
  measurements: ((round: number) => Promise<number>)[],
): Promise<number[][]> {
  const values = measurements.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [n, measure] of measurements.entries()) {
      const value = await measure(round);
      if (round > 0) values[n]!.push(value);
    }
  }
  return values;
}
