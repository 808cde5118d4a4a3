import { formatKronor } from '@restvarde/contract/money';
import type { PushKind, PushPayload } from '@restvarde/contract/push/push';
import { sql } from 'kysely';
import { isActive, STATION_ROW, visibleTo } from '../auctions/access/visibility.ts';
import type { Queryable } from '../db/pool.ts';
import type { SubscriptionKeys } from './encrypt.ts';

/** A notification that is due, with what it says now. */
export interface DuePush {
  id: number;
  kind: PushKind;
  attempts: number;
  subscription_id: number;
  endpoint: string;
  service: string;
  keys: SubscriptionKeys;
  payload: PushPayload;
  /** Milliseconds until it is of no use. */
  ttl_ms: number;
}

/** How long the notice of a win is of use. */
const WON_S = 86_400;

const TITLES: Record<PushKind, string> = {
  outbid: 'Du är överbjuden',
  offer: 'Du har fått ett erbjudande',
  won: 'Du har vunnit auktionen',
  ending: 'Auktionen slutar snart',
};

interface Row extends Omit<DuePush, 'keys' | 'payload'>, SubscriptionKeys {
  auction_id: number;
  number: string;
  manufacturer: string;
  model: string;
  /** Null in a sealed auction (AUC-13). */
  highest_bid: number | null;
}

/**
 * Reads notifications as they are when they are sent. One that is no longer true is left out: the station leads again or
 * has a newer bid, the offer is closed, the win withdrawn, the auction over, the session has ended (PUSH-4).
 */
export async function readPushes(db: Queryable, ids: number[]): Promise<DuePush[]> {
  const { rows } = await sql<Row>`
    select m.id, m.kind, m.attempts, m.auction_id, a.number, a.manufacturer, a.model,
      p.id as subscription_id, p.endpoint, p.service, p.p256dh, p.auth,
      case when not a.hidden_bids then s.highest_bid end as highest_bid,
      extract(epoch from until.at - now_ms())::float8 * 1000 as ttl_ms
    from push_messages m
    join push_subscriptions p on p.id = m.subscription_id
    join sessions session on session.id = p.session_id and session.revoked_at is null
      and session.expires_at > now_ms() and session.idle_expires_at > now_ms()
    join mail_readers u on u.id = p.user_id
    join service_stations st on st.id = u.service_station_id and st.removed_at is null
    join auctions a on a.id = m.auction_id
    join auction_standings s on s.auction_id = a.id
    cross join lateral (
      select case m.kind
        when 'outbid' then (
          select s.end_dt
          from bids led join bids leader on leader.auction_id = a.id and leader.id = s.leading_bid_id
          where led.auction_id = a.id and led.id = m.subject_id and ${isActive} and not a.hidden_bids
            and leader.service_station_id <> st.id
            and not exists (
              select from bids newer
              where newer.auction_id = a.id and newer.service_station_id = st.id and newer.id > led.id
                and newer.removed_at is null
            )
        )
        when 'offer' then (
          select o.expires_at from offers o where o.id = m.subject_id and o.state = 'open'
        )
        when 'won' then (
          select s.winner_notified_at + make_interval(secs => ${WON_S})
          where s.winning_bid_id = m.subject_id
        )
        else (select s.end_dt where ${isActive})
      end as at
    ) until
    where m.id = any(${ids}::bigint[]) and until.at > now_ms() and ${visibleTo(STATION_ROW)}
    order by m.due_at, m.id`.execute(db);
  return rows.map(({ p256dh, auth, ...row }) => ({
    ...row,
    keys: { p256dh, auth },
    payload: payloadOf(row),
  }));
}

/** Without amounts, except the new bid of an open auction; without codes and other stations (PUSH-5). */
function payloadOf(row: Omit<Row, 'p256dh' | 'auth'>): PushPayload {
  const { kind, auction_id, number, manufacturer, model, highest_bid } = row;
  const object = `${manufacturer} ${model}, auktion ${number}.`;
  const hasAmount = kind === 'outbid' && highest_bid !== null;
  return {
    title: TITLES[kind],
    body: hasAmount ? `${object} Nytt bud: ${formatKronor(highest_bid)}.` : object,
    path: `/auctions/${auction_id}`,
    tag: `${kind}-${auction_id}`,
  };
}
