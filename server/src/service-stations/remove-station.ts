import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { endSessionsOf } from '../auth/end-sessions.ts';
import { writeCompanyAudit } from '../companies/audit.ts';
import type { Database, Tx } from '../db/pool.ts';
import { Overtaken } from '../db/retry.ts';
import type { Actor } from '../http/route.ts';
import { notifyOfStandings } from '../live/standings-notice.ts';
import { recordEvent } from '../security/record-event.ts';
import { endMaxBids, readMaxBidAuctions } from './end-max-bids.ts';
import { lockStation, usersOf } from './locked-station.ts';

/**
 * Removes a station: its user cannot log in, it is no longer a staging area, its maximums end (AUTO-11), and its bids
 * stay (STN-8). Call `sessions.forget` after it.
 * @throws DomainError 404 if there is none; 403 for another company's.
 */
export function removeStation(db: Database, viewer: Actor, id: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const locked = await lockSales(tx, id);
    const { company_id, number, name } = await lockStation(tx, viewer, id);
    // The station's lock prevents new offers. Sales must be locked before a station, so retry if an offer was made or a
    // maximum set meanwhile.
    const maxBids = await readMaxBidAuctions(tx, id);
    const affected = [...(await readOffered(tx, id)), ...maxBids];
    if (affected.some((sale) => !locked.includes(sale)))
      throw new Overtaken('An offer was made, or a maximum set.');
    await endMaxBids(tx, id, maxBids, 'station_removed');
    const users = await usersOf(tx, id);
    await tx
      .updateTable('service_stations')
      .set({ removed_at: sql`now_ms()` })
      .where('id', '=', id)
      .execute();
    await tx
      .updateTable('users')
      .set({ deactivated_at: sql`now_ms()` })
      .where('service_station_id', '=', id)
      .where('deactivated_at', 'is', null)
      .execute();
    await tx.deleteFrom('staging_areas').where('service_station_id', '=', id).execute();
    await tx.deleteFrom('alerts').where('service_station_id', '=', id).execute();
    await withdrawOffers(tx, viewer, id);
    await writeCompanyAudit(tx, viewer, company_id, 'remove station', {
      before: { id, number, name },
    });
    await endSessionsOf(tx, users);
    for (const user_id of users) {
      const details = { reason: 'station_removed' } as const;
      await recordEvent(tx, viewer, { kind: 'person_closed', user_id, details });
    }
  });
}

/** Locks the auctions that are offered to it and those in which it has a maximum, before its own row, in the order of every action on a sale (GEN-4). */
async function lockSales(tx: Tx, station: number): Promise<number[]> {
  const affected = [
    ...(await readOffered(tx, station)),
    ...(await readMaxBidAuctions(tx, station)),
  ];
  const { rows } = await sql<{ auction_id: number }>`
    select s.auction_id
    from auction_standings s
    where s.auction_id = any(${affected}::integer[])
    order by s.auction_id
    for no key update`.execute(tx);
  return rows.map(({ auction_id }) => auction_id);
}

async function readOffered(tx: Tx, station: number): Promise<number[]> {
  const { rows } = await offeredTo(station).execute(tx);
  return rows.map(({ auction_id }) => auction_id);
}

const offeredTo = (station: number) => sql<{ auction_id: number }>`
  select o.auction_id
  from offers o join bids b on b.auction_id = o.auction_id and b.id = o.bid_id
  where o.state = 'open' and b.service_station_id = ${station}`;

/** Withdraws the offers to it, and records that in «Historik» (OFFER-11). */
async function withdrawOffers(tx: Tx, viewer: Viewer, station: number): Promise<void> {
  const { rows } = await sql<{ auction_id: number }>`
    with withdrawn as (
      update offers o set state = 'withdrawn', settled_at = now_ms()
      from bids b, auctions a
      where o.state = 'open' and b.auction_id = o.auction_id and b.id = o.bid_id and a.id = o.auction_id
        and b.service_station_id = ${station}
      returning o.auction_id, a.company_id, o.bid_id, o.amount
    )
    insert into audit_log (user_id, company_id, auction_id, action, before)
    select ${viewer.user_id}::integer, company_id, auction_id, 'withdraw offer',
      jsonb_build_object('bid_id', bid_id, 'amount', amount)
    from withdrawn
    returning auction_id`.execute(tx);
  await notifyOfStandings(tx, { sales: rows.map(({ auction_id }) => auction_id) });
}
