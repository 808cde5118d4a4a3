import { deregistrationDue } from '@restvarde/contract/sale/deregistration';
import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';

interface Followed {
  bid_id: number;
  service_station_id: number;
  /** The last day of free storage, YYYY-MM-DD. */
  free_until: string;
}

/**
 * Updates the deregistration of a locked auction to match its collection (DISM-7). If the seller follows
 * deregistrations, a notified winner has one, due a fixed time after the last free day. A former winner's is
 * withdrawn.
 */
export async function followDeregistration(tx: Tx, auction: number): Promise<void> {
  const { rows } = await sql<Followed>`
    select k.bid_id, k.service_station_id, k.free_until
    from collections k
    join auctions a on a.id = k.auction_id and a.damage_condition = 'DISASSEMBLY'
    join companies c on c.id = a.company_id and c.follow_deregistration
    where k.auction_id = ${auction} and k.undone_at is null and k.withdrawn_at is null`.execute(tx);
  const [won] = rows;
  await sql`
    update deregistrations set withdrawn_at = now_ms()
    where auction_id = ${auction} and withdrawn_at is null`.execute(tx);
  if (!won) return;
  const { free_until, ...winner } = won;
  await tx
    .insertInto('deregistrations')
    .values({ ...winner, auction_id: auction, due_date: deregistrationDue(free_until) })
    .execute();
}

/** Restarts the winner's deadline from the day of the handover, YYYY-MM-DD (DISM-7). */
export async function countFromHandOver(tx: Tx, auction: number, day: string): Promise<void> {
  await tx
    .updateTable('deregistrations')
    .set({ due_date: deregistrationDue(day) })
    .where('auction_id', '=', auction)
    .where('withdrawn_at', 'is', null)
    .execute();
}
