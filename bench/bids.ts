import {
  CLIENTS,
  checkBids,
  drive,
  type Pace,
  placing,
  startBare,
  type Target,
} from './bid-load.ts';
import { type Product, startProduct } from './product.ts';
import { compare, median, type Result } from './report/results.ts';

const AUCTIONS = 5_000;

/** Bids on one hot auction, over thousands, and one alone; none of those that were accepted is lost. */
export async function measureBids(pace: Pace): Promise<Result[]> {
  const product = await startProduct({
    bidders: CLIENTS,
    hot: pace.rounds + 2,
    spread: AUCTIONS,
    smtpUrl: null,
  });
  const bare = await startBare(product);
  try {
    const results = [
      ...(await measureHotAuction(product, bare.port, pace)),
      await measureSpread(product, bare.port, pace),
      await measureAlone(product, bare.port, pace),
    ];
    await checkBids(product);
    return results;
  } finally {
    bare.stop();
    await product.stop();
  }
}

/**
 * A do-nothing POST of the product, and bids on one hot auction, against a bare Fastify POST with the same body; the
 * bids against the textbook's transaction too, which has the key to look up and keep as well. What the desk refuses
 * counts for nothing; what the textbook refuses counts as if accepted, which flatters it.
 */
async function measureHotAuction(product: Product, bare: number, pace: Pace): Promise<Result[]> {
  const plain: number[] = [];
  const nothing: number[] = [];
  const desk: number[] = [];
  const textbook: number[] = [];
  const waits: number[] = [];
  const counts = { accepted: 0, refused: 0 };
  // The first round warms up.
  for (let round = 0; round <= pace.rounds; round++) {
    const hot = product.hot[round]!;
    const run = (target: Target) => drive(product, pace.seconds, target);
    const bareRun = await run({ port: bare, path: () => `/nothing/${hot}` });
    const nothingRun = await run({ path: () => `/api/bench/nothing/${hot}` });
    const bids = await run(placing(() => hot));
    const byTheBook = await run({ path: () => `/api/bench/textbook/${hot}`, isBid: true });
    if (round === 0) continue;
    plain.push(bareRun.perSecond);
    nothing.push(nothingRun.perSecond);
    desk.push(bids.acceptedPerSecond);
    textbook.push(byTheBook.perSecond);
    waits.push(bids.p99_ms);
    counts.accepted += bids.accepted;
    counts.refused += bids.refused;
  }
  console.log(
    `  one hot auction: ${counts.accepted} bids accepted, ${counts.refused} overtaken on their way and refused, p99 ${median(waits).toFixed(1)} ms`,
  );
  const unit = 'bids/s';
  return [
    compare('do-nothing POST / bare Fastify POST', 'calls/s', nothing, plain, { atLeast: 0.7 }),
    compare('one hot auction, keyed / bare Fastify POST', unit, desk, plain, { atLeast: 0.45 }),
    compare('one hot auction / textbook, both keyed', unit, desk, textbook, { atLeast: 15 }),
  ];
}

/** Bids with keys on auctions taken at random, against a bare Fastify POST. */
async function measureSpread(product: Product, bare: number, pace: Pace): Promise<Result> {
  const { spread } = product;
  const anyId = () => spread[Math.floor(Math.random() * spread.length)]!;
  const plain: number[] = [];
  const spreads: number[] = [];
  for (let round = 0; round < pace.rounds; round++) {
    const path = () => `/nothing/${anyId()}`;
    plain.push((await drive(product, pace.seconds, { port: bare, path })).perSecond);
    const bids = await drive(product, pace.seconds, placing(anyId));
    spreads.push(bids.acceptedPerSecond);
  }
  const name = `spread over ${AUCTIONS} auctions, keyed / bare Fastify POST`;
  return compare(name, 'bids/s', spreads, plain, { atLeast: 0.3 });
}

/** One bid at a time, from the press to the answer, against one insert and commit behind a bare Fastify POST. */
async function measureAlone(product: Product, bare: number, pace: Pace): Promise<Result> {
  const auction = product.hot.at(-1)!;
  const alone: number[] = [];
  const inserts: number[] = [];
  for (let round = 0; round <= pace.rounds; round++) {
    const run = (target: Target) => drive(product, pace.seconds / 2, { ...target, clients: 1 });
    const insert = await run({ port: bare, path: () => `/insert/${auction}` });
    const bid = await run(placing(() => auction));
    if (round === 0) continue;
    inserts.push(insert.p50_ms);
    alone.push(bid.p50_ms);
  }
  const name = 'one bid alone, keyed / bare insert and commit';
  return compare(name, 'ms', alone, inserts, { atMost: 2 });
}
