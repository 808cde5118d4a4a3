import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_PATH, type LiveMessage } from '@restvarde/contract/live';
import WebSocket from 'ws';
import { makeBidWorld } from './bid-world.ts';
import { now } from './bidding-clients.ts';
import { startProxiedNodes } from './proxied-nodes.ts';
import { atMost, p99, type Result } from './results.ts';

/** Connections opened at a time: a server's backlog is short. */
const AT_ONCE = 100;
const BETWEEN_BIDS_MS = 1_000;
/** A message that takes longer counts as missing. */
const MESSAGE_LIMIT_MS = 30_000;

/** Keeps sockets open at one node and places a bid each second. */
export async function runSockets(options: {
  databaseUrl: string;
  sockets: number;
  seconds: number;
}): Promise<{ counts: object; results: Result[] }> {
  const { databaseUrl, sockets, seconds } = options;
  const { bidders, auctions } = await makeBidWorld(databaseUrl);
  const { nodes, stop } = await startProxiedNodes(databaseUrl, [0]);
  const [{ node, address }] = nodes as [(typeof nodes)[0]];
  // Neither sealed nor ending.
  const auction = auctions[1]!;
  const pages: WebSocket[] = [];
  let closed = 0;
  /** Delays by amount. */
  const delays = new Map<number, number[]>();
  const sent = new Map<number, number>();
  const hear = (data: WebSocket.RawData) => {
    const { bid, auction_id } = JSON.parse(data.toString()) as Partial<LiveMessage>;
    if (auction_id !== auction || !bid) return;
    delays.get(bid)?.push(now() - sent.get(bid)!);
  };
  const connect = async (access: string) => {
    const page = new WebSocket(`ws://${address}${LIVE_PATH.auctions}`, {
      perMessageDeflate: false,
    });
    pages.push(page);
    await once(page, 'open');
    const isIn = once(page, 'message');
    page.send(JSON.stringify({ token: access }));
    await isIn;
    page.on('message', hear).on('close', () => closed++);
  };
  try {
    const before = await node.held();
    for (let from = 0; from < sockets; from += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, sockets - from) }, (_, n) =>
        connect(bidders[(from + n) % bidders.length]!.access),
      );
      await Promise.all(some);
    }
    const after = await node.held();
    let failed = 0;
    for (let n = 1; n <= seconds; n++) {
      const amount = n * 10;
      delays.set(amount, []);
      sent.set(amount, now());
      const reply = await fetch(`http://${address}/api/auctions/${auction}/bids`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bidders[n % bidders.length]!.access}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ bid: amount, has_accepted_terms: true }),
      });
      await reply.arrayBuffer();
      if (reply.status !== 201) failed++;
      await pause(BETWEEN_BIDS_MS);
    }
    const missing = () =>
      [...delays.values()].reduce(
        (sum, received) => sum + Math.max(0, sockets - received.length),
        0,
      );
    const until = now() + MESSAGE_LIMIT_MS;
    while (missing() > 0 && now() < until) await pause(100);
    const waits = [...delays.values()].flat();
    return {
      counts: { sockets, bids: seconds, messages: waits.length },
      results: [
        atMost('sockets: bids that failed', failed, 0, ''),
        atMost('sockets: missing messages', missing(), 0, ''),
        atMost('sockets: closed pages', closed, 0, ''),
        atMost('sockets: delay from a bid to a page (p99)', p99(waits), 150, 'ms'),
        atMost(
          'sockets: memory of the node per page',
          Math.round((after.memory_kb - before.memory_kb) / sockets),
          30,
          'KB',
        ),
      ],
    };
  } finally {
    for (const page of pages) page.terminate();
    await stop();
  }
}
