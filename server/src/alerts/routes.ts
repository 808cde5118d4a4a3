import { addAlert, removeAlert } from '@restvarde/contract/alerts';
import { turnOffSearches } from '@restvarde/contract/auctions/saved-searches';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { visible } from '../auctions/access/visibility.ts';
import {
  type Followed,
  isSigned,
  readSearchToken,
  type Subscription,
} from '../auctions/emails/unsubscribe-address.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/pool.ts';
import { addressGroup, addressOf } from '../http/address-group.ts';
import { refuse } from '../http/domain-error.ts';
import { LIMITS } from '../http/limit-table.ts';
import { acceptText } from '../http/raw-bytes.ts';
import { openRoute, route } from '../http/route.ts';
import { concernsStation } from '../service-stations/mute-categories.ts';

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
  });
}

const PATH = '/unsubscribe/:followed/:auction/:station/:signature';
const BODY_LIMIT = 2_048;
const END = { alert: endAlert, categories: silenceCategories };

interface Address {
  Params: { followed: string; auction: string; station: string; signature: string };
}

/**
 * Ends the subscription named in List-Unsubscribe (MAIL-8, SAVED-6, RFC 8058). Mail programs send a POST without a
 * login. A GET redirects to the page with the same setting and changes nothing.
 * @throws DomainError 404 for an unsigned URL; 400 for a body that is not a one-click request; 499 if the caller
 * has disconnected
 */
export async function unsubscribeRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  await app.register((scope, _options, done) => {
    // The mail program chooses form data or multipart.
    acceptText(scope, BODY_LIMIT);
    scope.get<Address>(PATH, async ({ params: { followed, auction } }, reply) => {
      if (!isFollowed(followed) || !/^\d+$/.test(auction)) throw refuse.notFound();
      return reply.redirect(followed === 'alert' ? `/auctions/${auction}` : '/settings', 303);
    });
    scope.post<Address>(PATH, async (request, reply) => {
      await context.limits.spend(LIMITS.anonymous, addressGroup(addressOf(request)));
      const { followed, auction, station, signature } = request.params;
      if (!isFollowed(followed)) throw refuse.notFound();
      const subscription = {
        followed,
        auction_id: Number(auction),
        service_station_id: Number(station),
      };
      if (!isSigned(context, subscription, signature)) throw refuse.notFound();
      if (!/\bOne-Click\b/.test(String(request.body))) throw refuse.detail('Anropet är fel.');
      await END[followed](context.pool.db, subscription);
      return reply.type('text/plain; charset=utf-8').send('Avstängt.\n');
    });
    scope.get<{ Params: { token: string } }>('/api/unsubscribe/:token', async ({ params }, reply) =>
      reply.redirect(`/unsubscribe/${encodeURIComponent(params.token)}`, 303),
    );
    openRoute(scope, context, turnOffSearches, async ({ params }) => {
      const named = readSearchToken(context, params.token);
      if (named === null) throw refuse.notFound();
      await sql`
        update saved_searches set frequency = 'off'
        where user_id = ${named.user_id} and id = any(${named.search_ids}::integer[])`.execute(
        context.pool.db,
      );
      return {};
    });
    done();
  });
}

const isFollowed = (text: string): text is Followed => Object.hasOwn(END, text);

async function endAlert(db: Database, part: Subscription): Promise<void> {
  await sql`
    delete from alerts
    where service_station_id = ${part.service_station_id} and auction_id = ${part.auction_id}`.execute(
    db,
  );
}

/** Mutes the auction's categories for the station: those for which it got the email (MAIL-5). */
async function silenceCategories(db: Database, part: Subscription): Promise<void> {
  // Takes the lock of a change of the station's categories.
  await sql`
    with station as (
      select id, company_id from service_stations where id = ${part.service_station_id} for update
    )
    insert into silenced_categories (service_station_id, category_id)
    select st.id, c.id
    from station st
    join auction_categories ac on ac.auction_id = ${part.auction_id}
    join categories c on c.id = ac.category_id
    where ${concernsStation}
    on conflict do nothing`.execute(db);
}
