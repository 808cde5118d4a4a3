import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { firstRow, type Tx } from '../db/pool.ts';
import { newDeviceId } from '../http/devices.ts';
import type { Limit } from '../http/limit-table.ts';
import { deriveKey, mac } from '../keys.ts';

/** Where a login comes from. */
export interface LoginSource {
  /** The device's id from an earlier login; null for an unknown one. */
  device: string | null;
  /** The address as limits group it. */
  address: string;
}

export type PlaceKind = 'device' | 'address';

/** Devices, and addresses, that an account remembers: the newest. */
const MOST = 20;

const hashesOf = (context: Pick<AppContext, 'config'>, { device, address }: LoginSource) => {
  const key = deriveKey(context.config.secret, 'places');
  return {
    device: device === null ? null : mac(key, 'device ', device),
    address: mac(key, 'address ', address),
  };
};

/** SQL: how an account knows a device or address, the device first; null for a stranger. Needs `users` in scope. */
export function knownAs(context: Pick<AppContext, 'config'>, place: LoginSource) {
  const { device, address } = hashesOf(context, place);
  return sql<PlaceKind | null>`(
    select kind from known_places k
    where k.user_id = users.id and k.place_hash in (${device}::bytea, ${address}::bytea)
    order by kind desc limit 1
  )`;
}

/**
 * The account's own allowance for a known device or address, and the one that all strangers share for others (LIMIT-2).
 */
export function loginAllowance(
  of: { known: Limit; stranger: Limit },
  account: string,
  known: PlaceKind | null,
  place: LoginSource,
): [Limit, string] {
  if (known === null) return [of.stranger, account];
  return [of.known, `${account} ${known} ${place[known]}`];
}

/**
 * Remembers device and address of a login in its transaction. Returns the device's id, new if it had none, and whether
 * the device is new to an account with earlier logins (SEC-4).
 */
export async function rememberPlace(
  context: Pick<AppContext, 'config'>,
  tx: Tx,
  userId: number,
  place: LoginSource,
): Promise<{ device: string; is_strange: boolean }> {
  const device = place.device ?? newDeviceId();
  const hashes = hashesOf(context, { ...place, device });
  const { rows } = await sql<{ is_strange: boolean }>`
    select not exists (
        select from known_places where user_id = ${userId} and place_hash = ${hashes.device}
      ) and (
        exists (select from known_places where user_id = ${userId})
        or exists (select from security_events where user_id = ${userId} and kind = 'login')
      ) as is_strange`.execute(tx);
  await sql`
    insert into known_places (user_id, place_hash, kind)
    values (${userId}, ${hashes.device}, 'device'), (${userId}, ${hashes.address}, 'address')
    on conflict (user_id, place_hash) do update set last_seen_at = excluded.last_seen_at`.execute(
    tx,
  );
  await forgetOldest(tx, userId);
  return { device, is_strange: firstRow(rows).is_strange };
}

async function forgetOldest(tx: Tx, userId: number): Promise<void> {
  await sql`
    delete from known_places where user_id = ${userId} and place_hash in (
      select place_hash from (
        select place_hash, row_number() over (partition by kind order by last_seen_at desc) as place
        from known_places where user_id = ${userId}
      ) newest where place > ${MOST}
    )`.execute(tx);
}
