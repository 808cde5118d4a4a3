import { addAlert, removeAlert } from '@restvarde/contract/alerts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { visible } from '../auctions/access/visibility.ts';
import type { AppContext } from '../context.ts';
import { refuse } from '../http/domain-error.ts';
import { route } from '../http/route.ts';

/** A station watches an auction (AUC-12). Idempotent. Earlier bids are not sent (MAIL-3). */
export function alertRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context.pool;

  route(app, context, addAlert, async ({ viewer, params }) => {
    const { rows } = await sql`
      insert into alerts (service_station_id, auction_id, told_bid_id)
      select ${viewer.service_station_id}, a.id, s.last_bid_id
      from auctions a join auction_standings s on s.auction_id = a.id
      where a.id = ${params.id} and ${visible(viewer)}
      on conflict (service_station_id, auction_id) do update set created_at = alerts.created_at
      returning auction_id`.execute(db);
    if (rows.length === 0) throw refuse.notFound();
    return undefined;
  });

  route(app, context, removeAlert, async ({ viewer, params }) => {
    const { rows } = await sql`
      with seen as (
        select a.id from auctions a join auction_standings s on s.auction_id = a.id
        where a.id = ${params.id} and ${visible(viewer)}
      ), gone as (
        delete from alerts
        where service_station_id = ${viewer.service_station_id} and auction_id in (select id from seen)
      )
      select from seen`.execute(db);
    if (rows.length === 0) throw refuse.notFound();
    return undefined;
  });
}
