import { randomUUID } from 'node:crypto';
import { issueCode } from '@restvarde/server/auth/login-code';
import { sendPasswordChangedMail, sendSetPasswordMail } from '@restvarde/server/auth/password-link';
import type { Tx } from '@restvarde/server/db/pool';
import type { Letter } from '@restvarde/server/mail/letter';
import type { Platform } from '@restvarde/server/platform';
import { sql } from 'kysely';
import { makeSale, makeSampleWorld, type Sale, type SampleWorld } from './sample-world.ts';

export interface Sample {
  /** The letter's kind, such as `winner`, and what is special about this one. */
  kind: string;
  name: string;
  letter: Letter;
}

type Job = { letter: string };
export type ComposeJob = (platform: Platform, job: Job, id: string) => Promise<Letter | null>;
type Make = (tx: Tx, world: SampleWorld, platform: Platform) => Promise<Job>;

const LONG = {
  series: 'SKADEÄRENDE-2026-00000012345',
  manufacturer: 'Mercedes-Benz',
  model: `${'Specialutrustningsentreprenadmaskinssläpvagnskombinations'}XL 4x4 <b>&amp;</b>`,
  place:
    'Skaraborgsbärgningen Uppställningsplats Industriområdet Västra, Förmansgatan 117 B, bakom grinden',
  category: 'Entreprenadmaskiner, släpvagnar och husvagnar',
};

/** An auction, and a job about it. */
const about =
  (
    sale: (world: SampleWorld) => Omit<Sale, 'company'> & { company?: number },
    job: (auction_id: number, world: SampleWorld) => Job & Record<string, unknown>,
  ): Make =>
  async (tx, world) =>
    job(await makeSale(tx, world, { company: world.known, ...sale(world) }), world);

const toAda =
  (letter: string, more: object = {}) =>
  (auction_id: number, world: SampleWorld) => ({
    letter,
    auction_id,
    service_station_id: world.ada,
    ...more,
  });
const ofBid = (letter: string, bid_id: number) => (auction_id: number) => ({
  letter,
  auction_id,
  bid_id,
});
const ofCompany = (letter: string) => (auction_id: number) => ({ letter, auction_id });

const LETTERS: [name: string, make: Make][] = [
  ['inloggningskod', (tx, world, p) => caught(p, (jobs) => issueCode(jobs, tx, world.manager))],
  [
    'nytt konto',
    (tx, world, p) => caught(p, (jobs) => sendSetPasswordMail(jobs, tx, world.newcomer)),
  ],
  [
    'glömt lösenord',
    (tx, world, p) => caught(p, (jobs) => sendSetPasswordMail(jobs, tx, world.manager)),
  ],
  [
    'kvitto',
    (tx, world, p) => caught(p, (jobs) => sendPasswordChangedMail(jobs, tx, world.manager)),
  ],
  ['vanligt', about(() => ({ ends: 120, reserve: 60_000 }), toAda('new-object'))],
  [
    'dolda bud, dolt pris, långa namn',
    about(
      (world) => ({
        ...LONG,
        company: world.terse,
        ends: 120,
        reserve: 60_000,
        hides_reserve: true,
        is_sealed: true,
      }),
      toAda('new-object'),
    ),
  ],
  [
    'bevakar',
    about(
      (world) => ({ ends: 30, bids: [52_000, 55_500], reserve: 60_000, watchers: [world.ada] }),
      toAda('bid-news', { bid_id: 2 }),
    ),
  ],
  [
    'reservationspris',
    about(
      () => ({ ends: 30, bids: [52_000, 55_500], reserve: 50_000 }),
      toAda('outbid', { bid_id: 1 }),
    ),
  ],
  [
    'utan reservationspris, långa namn',
    about(
      (world) => ({ ...LONG, company: world.terse, ends: 1, bids: [999_998_000, 999_998_999] }),
      toAda('outbid', { bid_id: 1 }),
    ),
  ],
  ['borttaget', removed({ ends: 30, bids: [52_000] })],
  ['borttaget, långa namn', removed({ ...LONG, ends: 30, bids: [52_000] })],
  ['inte högst', about(() => ({ ends: -1, bids: [52_000, 55_500] }), toAda('ended'))],
  ['högst', about(() => ({ ends: -1, bids: [52_000] }), toAda('ended'))],
  [
    'högst under dolt pris, långa namn',
    about(
      (world) => ({
        ...LONG,
        company: world.terse,
        ends: -1,
        bids: [52_000],
        reserve: 90_000,
        hides_reserve: true,
      }),
      toAda('ended'),
    ),
  ],
  ['bevakar, inga bud', about((world) => ({ ends: -1, watchers: [world.ada] }), toAda('ended'))],
  [
    'dolda bud, eget bud',
    about(() => ({ ends: -1, bids: [52_000, 55_500], is_sealed: true }), toAda('ended')),
  ],
  [
    'dolda bud, bevakar',
    about((world) => ({ ends: -1, is_sealed: true, watchers: [world.ada] }), toAda('ended')),
  ],
  [
    'vinnare markerad',
    about(
      () => ({ ends: -1, bids: [52_000, 55_500], reserve: 50_000, winner: 2 }),
      ofCompany('company-ended'),
    ),
  ],
  [
    'under reservationspris',
    about(() => ({ ends: -1, bids: [52_000], reserve: 90_000 }), ofCompany('company-ended')),
  ],
  [
    'utan bud, långa namn',
    about((world) => ({ ...LONG, company: world.terse, ends: -1 }), ofCompany('company-ended')),
  ],
  [
    'i förtid',
    about(() => ({ ends: -1, bids: [52_000], is_cancelled: true }), ofCompany('company-ended')),
  ],
  ['några', summary(3)],
  ['många', summary(40)],
  [
    'vanligt',
    about(() => ({ ends: -30, bids: [52_000], winner: 1, is_told: true }), ofBid('winner', 1)),
  ],
  [
    'långa namn',
    about(
      (world) => ({
        ...LONG,
        company: world.terse,
        ends: -30,
        bids: [999_999_999],
        winner: 1,
        is_told: true,
      }),
      ofBid('winner', 1),
    ),
  ],
  [
    'återtaget',
    about(() => ({ ends: -30, bids: [52_000, 55_500], winner: 2 }), ofBid('winner-withdrawn', 1)),
  ],
  [
    'hämtning',
    about(
      () => ({ ends: -170, bids: [52_000], winner: 1, is_told: true }),
      ofBid('pickup-reminder', 1),
    ),
  ],
  [
    'hämtning, långa namn',
    about(
      (world) => ({
        ...LONG,
        company: world.terse,
        ends: -170,
        bids: [52_000],
        winner: 1,
        is_told: true,
      }),
      ofBid('pickup-reminder', 1),
    ),
  ],
  ['en', untold(1)],
  ['många', untold(30)],
];

/**
 * Every letter of MAIL-1 in its hard cases, composed as the worker composes it, from rows of a transaction
 * that is rolled back.
 */
export async function composeSamples(platform: Platform, compose: ComposeJob): Promise<Sample[]> {
  const done = new Error('done');
  const samples: Sample[] = [];
  await platform.pool.db
    .transaction()
    .execute(async (tx) => {
      const inside = { ...platform, pool: { ...platform.pool, db: tx } };
      const world = await makeSampleWorld(tx);
      for (const [name, make] of LETTERS) {
        const job = await make(tx, world, inside);
        const letter = await compose(inside, job, randomUUID());
        if (!letter) throw new Error(`Nobody gets the letter ${job.letter}, ${name}.`);
        samples.push({ kind: job.letter, name, letter });
      }
      throw done;
    })
    .catch((error) => {
      if (error !== done) throw error;
    });
  return samples;
}

const DAY_MS = 86_400_000;

/** The job that the product's own code writes. */
async function caught(
  platform: Platform,
  write: (platform: Platform) => Promise<unknown>,
): Promise<Job> {
  let job: Job | undefined;
  const send = async (_tx: unknown, _queue: unknown, data: object) => {
    job = data as Job;
  };
  await write({ ...platform, jobs: { ...platform.jobs, send } });
  return job!;
}

function removed(sale: Omit<Sale, 'company'>): Make {
  return async (tx, world) => {
    const auction_id = await makeSale(tx, world, { ...sale, company: world.known });
    await sql`update auction_standings
      set bid_count = 0, highest_bid = null, leading_bid_id = null where auction_id = ${auction_id}`.execute(
      tx,
    );
    await sql`update bids set removed_at = now_ms(), removed_by = ${world.manager} where auction_id = ${auction_id}`.execute(
      tx,
    );
    return { letter: 'bid-removed', auction_id, bid_id: 1 };
  };
}

function summary(count: number): Make {
  return async (tx, world) => {
    // A day long past, when nothing else ended.
    const days = 30 + count;
    for (let n = 0; n < count; n++) {
      await makeSale(tx, world, {
        company: world.known,
        ...(n % 7 === 6 ? LONG : {}),
        ends: -24 * days - 1 - n / 100,
        bids: n % 3 === 2 ? [] : [20_000 + n * 500, 60_000 + n * 1_000],
        ...(n % 3 === 0 ? { winner: 2 } : {}),
      });
    }
    const to = Date.now() - days * DAY_MS;
    const [from, until] = [new Date(to - DAY_MS).toISOString(), new Date(to).toISOString()];
    const period = { day: from.slice(0, 10), from, to: until };
    return { letter: 'company-summary', company_id: world.known, ...period } as Job;
  };
}

function untold(count: number): Make {
  return async (tx, world) => {
    const auction_ids: number[] = [];
    for (let n = 0; n < count; n++) {
      const sale = { company: world.known, ends: -80, bids: [52_000], winner: 1 };
      auction_ids.push(await makeSale(tx, world, n % 7 === 6 ? { ...LONG, ...sale } : sale));
    }
    return { letter: 'untold-winners', user_id: world.manager, auction_ids } as Job;
  };
}
