import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { noticeStandings } from '../live/standings-notice.ts';
import { lockAuction, nextChange } from './access/locked-auction.ts';
import { writeAudit } from './audit.ts';
import type { WinnerJob } from './emails/winner-job.ts';

const GONE = 'Vinnarens verkstad är borttagen, så ingen kan meddelas. Välj en annan vinnare.';

/**
 * Tells the winner by mail; once, however often it is asked for. Refused when there is nobody to tell (AUC-10). Of a
 * sealed auction no other station learns that there is a winner (AUC-13).
 */
export async function notifyWinner(context: AppContext, viewer: Viewer, id: number): Promise<void> {
  await context.pool.db.transaction().execute(async (tx) => {
    const auction = await lockAuction(tx, viewer, id);
    if (auction.winning_bid_id === null) throw refuse.detail('Auktionen har ingen vinnare än.');
    if (auction.winner_notified_at !== null) return;
    if (!(await hasReader(tx, id, auction.winning_bid_id))) throw refuse.detail(GONE);
    await tx
      .updateTable('auction_standings')
      .set({
        winner_notified_at: sql<Date>`now_ms()`,
        changed_at: nextChange,
      })
      .where('auction_id', '=', id)
      .execute();
    const winner = await markOutcome(tx, id, auction.winning_bid_id);
    const job: WinnerJob = { kind: 'winner', auction_id: id, bid_id: auction.winning_bid_id };
    await context.jobs.send(tx, 'mail', job);
    await writeAudit(tx, viewer, auction, 'notify winner', {
      after: { winning_bid_id: auction.winning_bid_id },
    });
    await noticeStandings(tx, { ids: [id], own: [[id, winner]] });
  });
}

/** Dates what the bid's station is told of its having won, or no longer; returns the station. */
export async function markOutcome(tx: Tx, auction: number, bid: number): Promise<number> {
  const { service_station_id } = await tx
    .updateTable('bids')
    .set({ outcome_at: sql<Date>`now_ms()` })
    .where('auction_id', '=', auction)
    .where('id', '=', bid)
    .returning('service_station_id')
    .executeTakeFirstOrThrow();
  return service_station_id;
}

/** Is there somebody at the bid's station who gets its mail? The station stays until the transaction ends. */
async function hasReader(tx: Tx, auction: number, bid: number): Promise<boolean> {
  const { rows } = await sql`
    select from bids b
    join service_stations station on station.id = b.service_station_id and station.removed_at is null
    where b.auction_id = ${auction} and b.id = ${bid} and exists (
      select from users u where u.service_station_id = station.id and u.deactivated_at is null
    )
    for share of station`.execute(tx);
  return rows.length > 0;
}
