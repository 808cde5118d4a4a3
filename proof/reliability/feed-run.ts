import { setTimeout as pause } from 'node:timers/promises';
import { nextNumber } from '@restvarde/contract/auctions/auction-rules';
import { sql } from 'kysely';
import type { Database } from '../../server/src/db/pool.ts';
import { lockExternalIds } from '../../server/src/feed/put-auction.ts';
import { eventually } from '../../server/test/eventually.ts';
import { makeCategory, makeCompany, makeToken } from '../../server/test/factories.ts';
import { encodeForm, localTime } from '../../server/test/forms.ts';
import { startTestNode } from '../../server/test/test-node.ts';
import { startProxiedNodes } from './proxied-nodes.ts';

/** An answer to a PUT, or that there was none. */
export interface FeedAnswer {
  external_id: string;
  /** Null: the connection ended before an answer. */
  status: number | null;
  /** The auction that it names. */
  auction: number | null;
}

/** An auction as it is stored at the end. */
export interface StoredAuction {
  id: number;
  number: string;
  external_id: string | null;
  /** The field of each of the two calls. */
  model: string;
  description: string;
  /** Entries of the history. */
  creations: number;
  changes: number;
}

/** What a run has seen. */
export interface FeedHistory {
  external_ids: string[];
  answers: FeedAnswer[];
  /** The ids that POST answered with. */
  posted: number[];
  stored: StoredAuction[];
  /** The company's first number. */
  first_number: string;
}

export interface FeedReport {
  history: FeedHistory;
  kills: number;
  /** The milliseconds for a call of each kind, by round: the time of the round divided by its calls. */
  put_ms: number[];
  post_ms: number[];
}

interface FeedRun {
  databaseUrl: string;
  /** Each gets two PUTs at once. */
  ids: number;
  /** Nodes are killed in turn, spread over the ids after those of the rounds. */
  kills: number;
  /** Rounds without kills: calls by POST, then as many by PUT. */
  rounds: number;
  calls_per_round: number;
}

/** Calls in progress at once. */
const AT_ONCE = 8;
const TIMEOUT_MS = 60_000;
const RETRY_MS = 50;

/**
 * Sends two PUTs at once for each of many external ids to two nodes, which are killed by SIGKILL in the middle of calls
 * (FEED-3). The two send different fields. A call without an answer, or with 5xx, is repeated at the other node.
 */
export async function runFeed(run: FeedRun): Promise<FeedReport> {
  const { databaseUrl, ids, kills, rounds, calls_per_round } = run;
  const node = await startTestNode({ databaseUrl });
  const { nodes, stop } = await startProxiedNodes(databaseUrl, [0, 0]).catch(async (error) => {
    await node.stop();
    throw error;
  });
  try {
    const { db } = node.context.pool;
    const world = await makeFeedWorld(node);
    const client = openClient(
      nodes.map(({ address }) => address),
      world,
    );
    const external_ids = Array.from({ length: ids }, (_, n) => `SK-${n}`);
    const waiting = external_ids.values();
    const [put_ms, post_ms]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const posts = Array.from({ length: calls_per_round }, (_, n) => n);
      post_ms.push(await timeEach(posts, AT_ONCE, client.post));
      const pairs = [...waiting.take(calls_per_round / 2)];
      put_ms.push((await timeEach(pairs, AT_ONCE / 2, client.putTwice)) / 2);
    }
    const left = [...waiting];
    const parts = Array.from({ length: kills + 1 }, (_, n) =>
      left.slice((n * left.length) / (kills + 1), ((n + 1) * left.length) / (kills + 1)),
    );
    for (const [n, part] of parts.entries()) {
      const [first, ...rest] = part;
      const victim = nodes[n % nodes.length]!.node;
      const others = timeEach(rest, AT_ONCE / 2, client.putTwice);
      if (n < kills && first !== undefined) {
        // Two calls are certain to be in the middle: they wait for a lock.
        const held = await holdExternalId(db, world.company, first);
        const twice = client.putTwice(first);
        await held.isAwaited(2);
        await victim.kill();
        await held.release();
        await Promise.all([twice, victim.start()]);
      } else if (first !== undefined) await client.putTwice(first);
      await others;
    }
    const { answers, posted } = client;
    const stored = await readStored(db, world.company);
    const { first_number } = world;
    return {
      history: { external_ids, answers, posted, stored, first_number },
      ...{ kills, put_ms, post_ms },
    };
  } finally {
    await stop();
    await node.stop();
  }
}

const modelOf = (external_id: string) => `V60 ${external_id}`;
const descriptionOf = (external_id: string) => `Skada fram ${external_id}`;

/** Violations of «one auction for each id, none lost or duplicated», as sentences by kind. */
export function breachesOf(history: FeedHistory): Record<string, string[]> {
  const { external_ids, answers, posted, stored, first_number } = history;
  const byExternal = Map.groupBy(stored, ({ external_id }) => external_id);
  const answered = Map.groupBy(answers, ({ external_id }) => external_id);
  const [lost, doubled, wrong]: [string[], string[], string[]] = [[], [], []];
  for (const one of external_ids) {
    const [auction, ...more] = byExternal.get(one) ?? [];
    if (!auction) {
      lost.push(`${one} has no auction`);
      continue;
    }
    if (auction.model !== modelOf(one)) lost.push(`${one} has no model`);
    if (auction.description !== descriptionOf(one)) lost.push(`${one} has no description`);
    if (more.length > 0) doubled.push(`${one} has ${more.length + 1} auctions`);
    if (auction.creations !== 1) doubled.push(`${one} was created ${auction.creations} times`);
    if (auction.changes !== 1) doubled.push(`${one} was changed ${auction.changes} times`);
    const own = answered.get(one) ?? [];
    const created = own.filter(({ status }) => status === 201).length;
    // OPS-10: after a 503 too it is unknown whether the call took effect.
    const isUnknown = own.some(({ status }) => status === null || status === 503);
    if (created > 1 || (created === 0 && !isUnknown))
      wrong.push(`${one}: ${created} answers of 201`);
    for (const { status, auction: named } of own) {
      if (![200, 201, 503, null].includes(status)) wrong.push(`${one} was answered ${status}`);
      if (named !== null && named !== auction.id) wrong.push(`${one} was answered as ${named}`);
    }
  }
  const known = new Set(stored.map(({ id }) => id));
  for (const id of posted) if (!known.has(id)) lost.push(`auction ${id} of a POST is not stored`);
  const unnamed = byExternal.get(null) ?? [];
  if (unnamed.length !== posted.length)
    doubled.push(`${unnamed.length} auctions without an id for ${posted.length} POSTs`);
  // FORM-10: no number is skipped or used twice.
  const numbers = new Set(stored.map(({ number }) => number));
  let next = first_number;
  for (let n = 0; n < stored.length; n++, next = nextNumber(next))
    if (!numbers.has(next)) wrong.push(`number ${next} was skipped`);
  return { lost, doubled, wrong };
}

interface FeedWorld {
  company: number;
  category: number;
  token: string;
  first_number: string;
}

async function makeFeedWorld({
  context,
}: Awaited<ReturnType<typeof startTestNode>>): Promise<FeedWorld> {
  const { db } = context.pool;
  const company = await makeCompany(db);
  const category = await makeCategory(db);
  const token = await makeToken(context, company);
  const { next_auction_number } = await db
    .selectFrom('companies')
    .select('next_auction_number')
    .where('id', '=', company)
    .executeTakeFirstOrThrow();
  return { company, category, token, first_number: next_auction_number };
}

function openClient(addresses: string[], { category, token }: FeedWorld) {
  const answers: FeedAnswer[] = [];
  const posted: number[] = [];
  const authorization = `Bearer ${token}`;
  const facts = {
    category_ids: [category],
    ...{ manufacturer: 'Volvo', registration_number: 'ABC123', staging_area_name: 'Örebro' },
    ...{ damage_condition: 'REPAIR', start_bid: 1_000 },
  };
  const choices = { is_global: false, hidden_bids: false, hidden_reservation_price: false };

  async function send(node: number, path: string, options: RequestInit) {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const url = `http://${addresses[node % addresses.length]}${path}`;
      const reply = await fetch(url, { ...options, signal });
      const body = (await reply.json()) as { id?: number };
      return { status: reply.status, auction: body.id ?? null };
    } catch {
      return { status: null, auction: null };
    }
  }

  /** Repeats a PUT at the nodes in turn until it is answered. */
  async function put(external_id: string, body: object, first: number): Promise<void> {
    for (let node = first; ; node++) {
      const answer = await send(node, `/api/feed/auctions/${external_id}`, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      answers.push({ external_id, ...answer });
      if (answer.status !== null && answer.status < 500) return;
      await pause(RETRY_MS);
    }
  }

  return {
    answers,
    posted,
    /** One call to each node at once. */
    async putTwice(external_id: string): Promise<void> {
      const whole = { ...facts, ...choices };
      await Promise.all([
        put(external_id, { ...whole, model: modelOf(external_id) }, 0),
        put(external_id, { ...whole, description: descriptionOf(external_id) }, 1),
      ]);
    },
    async post(n: number): Promise<void> {
      const { body, headers } = await encodeForm({
        ...facts,
        ...{ is_global: '0', hidden_bids: '0', hidden_reservation_price: '0' },
        ...{ start_dt: localTime(0), end_dt: localTime(300) },
        model: 'V60',
      });
      const sent = { method: 'POST', headers: { ...headers, authorization }, body };
      const { status, auction } = await send(n, '/api/auctions', sent);
      if (status !== 201) throw new Error(`A POST was answered ${status}.`);
      posted.push(auction!);
    },
  };
}

/** Works through items, some at once. Returns the milliseconds for each: the time for all, divided by their number. */
async function timeEach<Item>(
  items: Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<number> {
  const waiting = items.values();
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
  return (performance.now() - begun) / items.length;
}

/** Holds the lock of an external id. `isAwaited` resolves when so many calls wait for it. */
async function holdExternalId(db: Database, company: number, external_id: string) {
  const taken = Promise.withResolvers<number>();
  const over = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await lockExternalIds(tx, company, [external_id]);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    taken.resolve(rows[0]!.pid);
    await over.promise;
  });
  holding.catch(taken.reject);
  const holder = await taken.promise;
  return {
    isAwaited: (calls: number) =>
      eventually(async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from pg_locks
          where locktype = 'advisory' and not granted and ${holder}::integer = any(pg_blocking_pids(pid))`.execute(
          db,
        );
        if (rows[0]!.count < calls) throw new Error(`${rows[0]!.count} calls wait`);
      }),
    async release() {
      over.resolve();
      await holding;
    },
  };
}

async function readStored(db: Database, company: number): Promise<StoredAuction[]> {
  const { rows } = await sql<StoredAuction>`
    select a.id, a.number, a.external_id, a.model, a.description,
      count(*) filter (where l.action = 'create') as creations,
      count(*) filter (where l.action = 'change') as changes
    from auctions a join audit_log l on l.auction_id = a.id
    where a.company_id = ${company}
    group by a.id
    order by a.id`.execute(db);
  return rows;
}
