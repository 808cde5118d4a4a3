import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_CLOSE } from '@restvarde/contract/live';
import WebSocket from 'ws';

/** Traffic through a proxy: calls and failures. */
export interface Traffic {
  /** Successful calls. */
  served(): number;
  /** Amounts of accepted bids. */
  accepted: number[];
  /** Statuses after which bids were retried successfully. */
  repeats: number[];
  /** Failures with their times, as sentences. */
  failures: string[];
  /** Open sockets. */
  listening(): number;
  /** Sockets that a node closed and that reconnected. */
  reconnects(): number;
  stop(): Promise<void>;
}

/** One of this many calls is a bid. */
const BID_EVERY = 10;
const ATTEMPTS = 20;
const PATHS = ['/api/users/me', '/api/auctions', '/api/auctions/counts'];

/** Makes calls and bids at a constant rate and keeps sockets open, until it is stopped. */
export function startTraffic(options: {
  port: number;
  rate: number;
  sockets: number;
  /** Tokens of readers and of bidders, as many as limits require. */
  viewers: string[];
  bidders: string[];
  auction: number;
}): Traffic {
  const { port, rate, viewers, bidders, auction } = options;
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 200 });
  const failures: string[] = [];
  const accepted: number[] = [];
  const repeats: number[] = [];
  let [served, made, reconnects, isStopped] = [0, 0, 0, false];
  const fail = (what: string) => failures.push(`${new Date().toISOString().slice(11, 23)} ${what}`);

  /** The status; 0 without an answer. */
  const call = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    new Promise<number>((resolve) => {
      const url = `https://127.0.0.1:${port}${path}`;
      const asked = request(url, { method, agent, headers }, (reply) => {
        reply.resume().on('close', () => resolve(reply.statusCode!));
      });
      asked.on('error', () => resolve(0));
      asked.end(body && JSON.stringify(body));
    });
  /** Like pages, retries with the same key after no answer or an unknown outcome. */
  const placeBid = async (bid: number, token: string) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const answers: number[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const status = await call('POST', `/api/auctions/${auction}/bids`, headers, { bid });
      if (status === 201) accepted.push(bid);
      // A higher bid was first.
      if (status === 201 || status === 400) return served++;
      answers.push(status);
      repeats.push(status);
      await pause(500);
    }
    return fail(`a bid had no answer after ${ATTEMPTS} attempts: ${answers}`);
  };
  const next = async () => {
    const n = ++made;
    const authorization = `Bearer ${viewers[n % viewers.length]}`;
    if (n % BID_EVERY === 0) return placeBid(n * 10, bidders[n % bidders.length]!);
    const path = PATHS[n % PATHS.length]!;
    const status = await call('GET', path, { authorization });
    return status === 200 ? served++ : fail(`${path}: ${status}`);
  };
  const inFlight = new Set<Promise<void>>();
  // Skip calls that are late on a busy machine, so that they do not come in a burst.
  const timer = setInterval(() => {
    const one: Promise<void> = next().then(() => void inFlight.delete(one));
    inFlight.add(one);
  }, 1_000 / rate);

  const open = new Set<WebSocket>();
  const listen = async (viewer: string) => {
    while (!isStopped) {
      const socket = new WebSocket(`wss://127.0.0.1:${port}/ws/auctions/`, {
        rejectUnauthorized: false,
      });
      const closed = new Promise<number>((resolve) => socket.once('close', resolve));
      socket.on('error', (error) => fail(`a socket: ${error.message}`));
      socket.once('open', () => socket.send(JSON.stringify({ token: viewer })));
      socket.once('message', () => open.add(socket));
      const code = await closed;
      open.delete(socket);
      if (isStopped) return;
      if (code === LIVE_CLOSE.restart) reconnects++;
      else fail(`a socket was closed with ${code}`);
      const aMomentMs = 50 + Math.random() * 500;
      await pause(aMomentMs);
    }
  };
  const listeners = Array.from({ length: options.sockets }, (_, n) =>
    listen(viewers[n % viewers.length]!),
  );
  return {
    accepted,
    repeats,
    failures,
    served: () => served,
    listening: () => open.size,
    reconnects: () => reconnects,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all(inFlight);
      for (const socket of open) socket.terminate();
      await Promise.race([Promise.all(listeners), pause(2_000)]);
      agent.destroy();
    },
  };
}
