import { checkBids, drive, type Pace, placing, startBare } from './bid-load.ts';
import { type Product, startProduct } from './product.ts';
import { compare, plot, type Result } from './report/results.ts';

const AUCTIONS = [1, 10, 100, 1_000, 5_000];
const CLIENTS = [1, 4, 16, 64, 256];
const NODES = [1, 2, 3];
/** What two of the three are while the third grows. */
const USUAL = { auctions: 5_000, clients: 64, nodes: 1 };

/** What bids cost as auctions, clients and nodes become more, for the charts; a goal is the row `bids`'s. */
export async function measureBidSizes(pace: Pace): Promise<Result[]> {
  const product = await startProduct({
    bidders: Math.max(...CLIENTS),
    hot: 1,
    spread: Math.max(...AUCTIONS),
    smtpUrl: null,
  });
  const bare = await startBare(product);
  try {
    const ports = [product.port];
    const results: Result[] = [];
    const add = async (along: 'auctions' | 'clients' | 'nodes', size: number) => {
      const world = { ...USUAL, [along]: size };
      const measured = await measureOnce(product, ports.slice(0, world.nodes), bare.port, {
        ...pace,
        ...world,
      });
      const { auctions, clients, nodes } = world;
      const name = `bids of ${clients} clients on ${auctions} auctions by ${nodes} nodes, as ${along} grow`;
      const chart = `bids-by-${along}`;
      const [each, wait] = measured;
      results.push(
        plot(compare(name, 'bids/s', each.bids, each.bare, null), chart, 'throughput', size),
        plot(
          compare(`${name}: p99`, 'ms', wait.bids, wait.bare, null),
          chart,
          'the slowest in 100',
          size,
        ),
      );
    };
    for (const size of AUCTIONS) await add('auctions', size);
    for (const size of CLIENTS) await add('clients', size);
    while (ports.length < Math.max(...NODES)) ports.push(await product.addNode());
    for (const size of NODES) await add('nodes', size);
    await checkBids(product);
    return results;
  } finally {
    bare.stop();
    await product.stop();
  }
}

interface Rounds {
  bids: number[];
  bare: number[];
}

/** Bids a second, and the milliseconds of the slowest in a hundred, beside a bare POST by turns. */
async function measureOnce(
  product: Product,
  ports: number[],
  bare: number,
  size: Pace & { auctions: number; clients: number },
): Promise<[perSecond: Rounds, p99_ms: Rounds]> {
  const perSecond: Rounds = { bids: [], bare: [] };
  const waits: Rounds = { bids: [], bare: [] };
  const anyId = () => product.spread[Math.floor(Math.random() * size.auctions)]!;
  const { clients } = size;
  // The first round warms up.
  for (let round = 0; round <= size.rounds; round++) {
    const path = () => `/nothing/${anyId()}`;
    const plain = await drive(product, size.seconds, { port: bare, path, clients });
    const bids = await drive(product, size.seconds, { ...placing(anyId), port: ports, clients });
    if (round === 0) continue;
    perSecond.bare.push(plain.perSecond);
    perSecond.bids.push(bids.acceptedPerSecond);
    waits.bare.push(plain.p99_ms);
    waits.bids.push(bids.p99_ms);
  }
  return [perSecond, waits];
}
