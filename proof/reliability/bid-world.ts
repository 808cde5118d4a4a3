import { sql } from 'kysely';
import type { Database } from '../../server/src/db/pool.ts';
import { accessTokenFor } from '../../server/test/auth/access-token.ts';
import { makeAuction, makeCompany, makeStaff, makeStation } from '../../server/test/factories.ts';
import { startTestNode } from '../../server/test/test-node.ts';

/** A station that bids, with a token that is valid for the whole run. */
export interface RunBidder {
  station: number;
  access: string;
}

/** The auctions and bidders of a run. */
export interface BidWorld {
  bidders: RunBidder[];
  auctions: number[];
  /** Those that end during the run. */
  ending: number[];
}

const BIDDERS = 10;
/** Open for the whole run; one is sealed. */
const LASTING = 5;
/** End one by one during the run, after `setEnds`. */
const ENDING = 12;
const TOKEN_S = 86_400;
const WEEK_S = 7 * 86_400;

/** Creates a company, stations with sessions, and auctions in a prepared database. */
export async function makeBidWorld(databaseUrl: string): Promise<BidWorld> {
  const node = await startTestNode({ databaseUrl });
  try {
    const { db } = node.context.pool;
    const company = await makeCompany(db);
    const creator = await makeStaff(db, company);
    const bidders: RunBidder[] = [];
    for (let n = 0; n < BIDDERS; n++) {
      const { id, user_id } = await makeStation(db, company);
      const { access } = await node.logIn(user_id);
      bidders.push({ station: id, access: accessTokenFor(access, TOKEN_S) });
    }
    const make = (isEnding: boolean, n: number) =>
      makeAuction(db, {
        company,
        creator,
        ends: WEEK_S,
        extension_minutes: isEnding ? 0 : 3,
        hidden_bids: !isEnding && n === 0,
      });
    const lasting = await Promise.all(Array.from({ length: LASTING }, (_, n) => make(false, n)));
    const ending = await Promise.all(Array.from({ length: ENDING }, (_, n) => make(true, n)));
    const auctions = [...lasting, ...ending];
    return { bidders, auctions, ending };
  } finally {
    await node.stop();
  }
}

/** Sets the ends of the ending auctions one by one, the last after `seconds`. */
export async function setEnds(db: Database, { ending }: BidWorld, seconds: number): Promise<void> {
  await sql`
    update auction_standings s
    set end_dt = now_ms() + make_interval(secs => ${seconds}::float8 * e.place / ${ending.length}::integer)
    from unnest(${ending}::integer[]) with ordinality as e(id, place)
    where s.auction_id = e.id`.execute(db);
}
