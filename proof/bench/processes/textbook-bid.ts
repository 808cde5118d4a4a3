import { minimumBid } from '@restvarde/contract/bids/bid-rules';
import type { BidIncrement } from '@restvarde/contract/companies/companies';
import type { Viewer } from '@restvarde/contract/roles';
import type pg from 'pg';

interface Locked {
  start_bid: number;
  bid_increments: BidIncrement[];
  last_bid_id: number;
  active: boolean;
}

/** Places a bid in one transaction, statement by statement under the row's lock. Returns false if it is refused. */
export async function placeTextbookBid(
  pool: pg.Pool,
  viewer: Viewer,
  { auction, amount, key }: { auction: number; amount: number; key: string | null },
): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    if (key !== null) {
      const { rows: earlier } = await client.query({
        name: 'textbook-earlier',
        text: 'select request, status, body from idempotency_keys where user_id = $1 and key = $2',
        values: [viewer.user_id, key],
      });
      if (earlier.length > 0) throw new Error('Each bid of the bench needs a new key.');
    }
    const { rows: locked } = await client.query<Locked>({
      name: 'textbook-lock',
      text: `
        select a.start_bid, a.bid_increments, s.last_bid_id, now_ms() < s.end_dt as active
        from auction_standings s join auctions a on a.id = s.auction_id
        where s.auction_id = $1
        for update of s`,
      values: [auction],
    });
    const { rows: highest } = await client.query<{ max: number | null }>({
      name: 'textbook-highest',
      text: 'select max(amount) from bids where auction_id = $1 and id = (select leading_bid_id from auction_standings where auction_id = $1)',
      values: [auction],
    });
    const minimum = minimumBid(locked[0]!, highest[0]!.max);
    if (!locked[0]!.active || amount < minimum) {
      await client.query('rollback');
      return false;
    }
    const id = locked[0]!.last_bid_id + 1;
    await client.query({
      name: 'textbook-insert',
      text: `
        insert into bids (auction_id, id, service_station_id, user_id, amount, minimum, placed_at,
          end_before, end_after)
        select auction_id, $2, $3, $4, $5, $6, now_ms(), end_dt, end_dt
        from auction_standings where auction_id = $1`,
      values: [auction, id, viewer.service_station_id, viewer.user_id, amount, minimum],
    });
    await client.query({
      name: 'textbook-update',
      text: `
        update auction_standings
        set bid_count = bid_count + 1, highest_bid = $3, leading_bid_id = $2, last_bid_id = $2, changed_at = now_ms()
        where auction_id = $1`,
      values: [auction, id, amount],
    });
    if (key !== null) {
      await client.query({
        name: 'textbook-keep',
        text: 'insert into idempotency_keys (user_id, key, request, status, body) values ($1, $2, $3, 201, $4)',
        values: [viewer.user_id, key, `bid ${auction} ${amount}`, { bid: amount }],
      });
    }
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
