import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeRandom } from '../../demo/src/random.ts';
import { makeBidWorld } from './bid-world.ts';
import { now, startBidding } from './bidding-clients.ts';
import { startProxiedNodes } from './proxied-nodes.ts';
import { atMost, p99, type Result } from './results.ts';

const PHASE_MS = 8_000;
/** Guesses per second, each from a different address, so that no limit per address applies. */
const PACE = 200;
const TICK_MS = 50;

/** Bids while passwords are guessed faster than they can be checked. */
export async function runLogins(options: {
  databaseUrl: string;
  seed: number;
}): Promise<{ counts: object; results: Result[] }> {
  const { databaseUrl, seed } = options;
  const world = await makeBidWorld(databaseUrl);
  const { nodes, stop } = await startProxiedNodes(databaseUrl, [0]);
  const addresses = nodes.map(({ address }) => address);
  const answers: Record<number, number> = {};
  const random = makeRandom(seed + 1);
  const part = () => Math.floor(random() * 256);
  const guess = async () => {
    const { status } = await fetch(`http://${addresses[0]}/api/auth/two-factor`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `198.${part()}.${part()}.${part()}`,
      },
      body: JSON.stringify({ email: `${randomUUID()}@verkstad.example`, password: 'inte rätt' }),
    });
    answers[status] = (answers[status] ?? 0) + 1;
  };
  try {
    const bidding = startBidding(world, addresses, makeRandom(seed));
    const waits = (from: number) =>
      p99(
        bidding.calls.filter((c) => c.called >= from).map((c) => (c.returned ?? now()) - c.called),
      );
    await pause(PHASE_MS);
    const quiet_ms = waits(0);
    const floodedFrom = now();
    const guesses: Promise<void>[] = [];
    while (now() < floodedFrom + PHASE_MS) {
      for (let n = 0; n < (PACE * TICK_MS) / 1_000; n++) guesses.push(guess().catch(() => {}));
      await pause(TICK_MS);
    }
    const flooded_ms = waits(floodedFrom);
    await Promise.all([bidding.stop(), ...guesses]);
    const failed = bidding.calls.filter(({ status }) => status !== 201 && status !== 400);
    return {
      counts: { guesses: guesses.length, answers, quiet_ms, bids: bidding.calls.length },
      results: [
        atMost('logins: bids that failed beside a flood of logins', failed.length, 0, ''),
        atMost('logins: a bid beside a flood of logins (p99)', flooded_ms, 150, 'ms'),
      ],
    };
  } finally {
    await stop();
  }
}
