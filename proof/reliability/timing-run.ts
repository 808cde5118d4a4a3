import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { makeRandom, type Random } from '../../demo/src/random.ts';
import { hashPassword } from '../../server/src/auth/passwords/password.ts';
import { accessTokenFor } from '../../server/test/auth/access-token.ts';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../server/test/factories.ts';
import { startTestNode } from '../../server/test/test-node.ts';
import { startProxiedNodes } from './proxied-nodes.ts';
import { atMost, type Result } from './results.ts';

/** Two calls that must be indistinguishable. */
interface Question {
  name: string;
  /** The case that exists, and the one that does not. */
  ask: (is: boolean) => Call;
  times: number;
}

interface Call {
  method: 'GET' | 'POST';
  path: string;
  access?: string;
  body?: object;
}

const TOKEN_S = 86_400;
const DAY_S = 86_400;
const ACCOUNTS = 40;
const RIVALS = 5;
const RIVAL_BIDS = 20;
/** A smaller difference cannot be distinguished from chance. */
const MAX_T = 4.5;

/** Compares response times for existing and unknown accounts, and for sealed auctions with and without rivals. */
export async function runTiming(options: {
  databaseUrl: string;
  seed: number;
}): Promise<{ counts: object; results: Result[] }> {
  const { databaseUrl, seed } = options;
  const random = makeRandom(seed);
  const world = await makeTimingWorld(databaseUrl);
  const { nodes, stop } = await startProxiedNodes(databaseUrl, [0]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = (one: Call) => timeCall(nodes[0]!.address, agent, one);
  const pick = <T>(all: T[]) => all[Math.floor(random() * all.length)]!;
  const address = (is: boolean) => (is ? pick(world.emails) : `${randomUUID()}@verkstad.example`);
  const questions: Question[] = [
    {
      name: 'a login of an existing account',
      ask: (is) => ({
        method: 'POST',
        path: '/api/auth/two-factor',
        body: { email: address(is), password: 'inte rätt' },
      }),
      times: 300,
    },
    {
      name: 'a forgotten password of an existing account',
      ask: (is) => ({ method: 'POST', path: '/api/reset-password', body: { email: address(is) } }),
      times: 400,
    },
    {
      name: 'a sealed auction that rivals have bid on',
      ask: (is) => ({
        method: 'GET',
        path: `/api/auctions/${is ? world.busy : world.quiet}`,
        access: world.access,
      }),
      times: 1_500,
    },
    {
      name: 'a bid too low on a sealed auction that rivals have bid on',
      ask: (is) => ({
        method: 'POST',
        path: `/api/auctions/${is ? world.busy : world.quiet}/bids`,
        access: world.access,
        body: { bid: 1, has_accepted_terms: true },
      }),
      times: 1_000,
    },
  ];
  try {
    for (let n = 0; n < RIVALS * RIVAL_BIDS; n++) {
      await call({
        method: 'POST',
        path: `/api/auctions/${world.busy}/bids`,
        access: world.rivals[n % RIVALS]!,
        body: { bid: 2_000 + n * 100, has_accepted_terms: true },
      });
    }
    const results: Result[] = [];
    const counts: Record<string, object> = {};
    for (const { name, ask, times } of questions) {
      const asked = await compare(random, times, async (is) => call(ask(is)));
      counts[name] = asked.medians_ms;
      results.push(
        atMost(`timing: ${name}, other answers`, asked.statuses.size - 1, 0, ''),
        atMost(`timing: ${name}, distinguishable by time (t)`, asked.t, MAX_T, ''),
      );
    }
    return { counts, results };
  } finally {
    agent.destroy();
    await stop();
  }
}

/** Creates two sealed auctions that differ in rivals only, and accounts. */
async function makeTimingWorld(databaseUrl: string) {
  const node = await startTestNode({ databaseUrl });
  try {
    const { db } = node.context.pool;
    const company = await makeCompany(db);
    const creator = await makeStaff(db, company);
    const tokenOf = async (user: number) =>
      accessTokenFor((await node.logIn(user)).access, TOKEN_S);
    const rivals: string[] = [];
    for (let n = 0; n < RIVALS; n++)
      rivals.push(await tokenOf((await makeStation(db, company)).user_id));
    const password_hash = await hashPassword('ett lösenord som är långt');
    const emails = Array.from(
      { length: ACCOUNTS },
      (_, n) => `${randomUUID()}-${n}@verkstad.example`,
    );
    for (const email of emails) await makeStation(db, company, { user: { email, password_hash } });
    const values = { company, creator, ends: DAY_S, hidden_bids: true, start_bid: 1_000 };
    return {
      access: await tokenOf((await makeStation(db, company)).user_id),
      rivals,
      emails,
      quiet: await makeAuction(db, values),
      busy: await makeAuction(db, values),
    };
  } finally {
    await node.stop();
  }
}

function timeCall(
  address: string,
  agent: Agent,
  { method, path, access, body }: Call,
): Promise<{ status: number; ms: number }> {
  const [host, port] = address.split(':');
  const headers = {
    ...(access && { authorization: `Bearer ${access}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    request({ host, port, agent, method, path, headers }, (reply) => {
      reply.resume().on('end', () => {
        resolve({ status: reply.statusCode!, ms: performance.now() - begun });
      });
    })
      .on('error', reject)
      .end(body && JSON.stringify(body));
  });
}

/** Makes both calls in random order and compares their times. */
async function compare(
  random: Random,
  times: number,
  ask: (is: boolean) => Promise<{ status: number; ms: number }>,
) {
  const waits: Record<'is' | 'is_not', number[]> = { is: [], is_not: [] };
  const statuses = new Set<number>();
  for (let n = 0; n < 2 * times; n++) {
    const is = random() < 0.5;
    const { status, ms } = await ask(is);
    statuses.add(status);
    waits[is ? 'is' : 'is_not'].push(ms);
  }
  // The slowest tenth is left out as noise of the machine.
  const most = quantile([...waits.is, ...waits.is_not], 0.9);
  const [one, other] = [waits.is, waits.is_not].map((all) => all.filter((ms) => ms <= most));
  const medians_ms = [waits.is, waits.is_not].map(
    (all) => Math.round(quantile(all, 0.5) * 100) / 100,
  );
  return { statuses, medians_ms, t: Math.round(Math.abs(welch(one!, other!)) * 10) / 10 };
}

function quantile(times: number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;
}

/** Welch's t: the difference of the means in units of its standard error. */
function welch(one: number[], other: number[]): number {
  const [a, b] = [one, other].map((all) => {
    const mean = all.reduce((sum, ms) => sum + ms, 0) / all.length;
    const spread = all.reduce((sum, ms) => sum + (ms - mean) ** 2, 0) / (all.length - 1);
    return { mean, of_mean: spread / all.length };
  }) as [{ mean: number; of_mean: number }, { mean: number; of_mean: number }];
  return (a.mean - b.mean) / Math.sqrt(a.of_mean + b.of_mean);
}
