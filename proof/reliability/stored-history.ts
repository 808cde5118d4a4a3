import { sql } from 'kysely';
import { verifyChain } from '../../server/src/chain/verify-chain.ts';
import type { Database } from '../../server/src/db/pool.ts';
import { checkInvariants } from '../../server/test/check-invariants.ts';
import { TEST_SECRET } from '../../server/test/test-node.ts';
import type { History } from './history.ts';

/** Auctions past their end that are not closed. */
export async function unclosed(db: Database): Promise<number[]> {
  const { rows } = await sql<{ auction_id: number }>`
    select auction_id from auction_standings where closed_at is null and end_dt <= now_ms()`.execute(
    db,
  );
  return rows.map((row) => row.auction_id);
}

/** The stored bids and auctions in the form of a history. */
export async function readStored(db: Database): Promise<Pick<History, 'bids' | 'auctions'>> {
  const { rows: bids } = await sql<History['bids'][number]>`
    select auction_id as auction, id, service_station_id as station, amount from bids`.execute(db);
  const { rows: auctions } = await sql<History['auctions'][number]>`
    select a.id, a.start_bid, a.hidden_bids as sealed, extract(epoch from s.end_dt)::float8 * 1000 as end,
      s.closed_at is not null as is_closed,
      (select count(*) from audit_log l where l.auction_id = a.id and l.action = 'close') as closings
    from auctions a join auction_standings s on s.auction_id = a.id
    order by a.id`.execute(db);
  return { bids, auctions };
}

/** Violations of the bidding rules and of the hash chain, as sentences. */
export async function findBroken(db: Database, auctions: number[]): Promise<string[]> {
  const broken: string[] = [];
  for (const auction of auctions) {
    await checkInvariants(db, auction).catch((error: Error) => broken.push(error.message));
  }
  const { faults } = await verifyChain(db, { secrets: [TEST_SECRET] });
  return [...broken, ...faults];
}
