import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { closeEnded } from '../../src/auctions/lifecycle/close-ended.ts';
import type { AppContext } from '../../src/context.ts';
import { eventually } from '../eventually.ts';

/** Closes all auctions that are past their end. Waits for those that the node's worker is closing. */
export async function closeAll({ context }: { context: AppContext }): Promise<void> {
  await eventually(async () => {
    await closeEnded(context);
    const { rows } = await sql`
      select from auction_standings where closed_at is null and end_dt <= now_ms() limit 1`.execute(
      context.pool.db,
    );
    assert.equal(rows.length, 0);
  });
}
