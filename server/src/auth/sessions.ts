import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AUTH } from '@restvarde/contract/auth/lifetimes';
import type { Tokens } from '@restvarde/contract/auth/session';
import { ROLE, type Viewer } from '@restvarde/contract/roles';
import { createSigner, createVerifier } from 'fast-jwt';
import { sql } from 'kysely';
import { type Pool, queryPlanned, type Tx } from '../db/pool.ts';
import { ForgetfulMap } from '../forgetful-map.ts';
import { OPEN_AT_ONCE } from '../http/limit-table.ts';
import type { Origin } from '../http/route.ts';
import { deriveKey, mac } from '../keys.ts';
import type { Bus } from '../live/bus.ts';
import { recordEvent } from '../security/record-event.ts';
import { hasAcceptedTerms, mustAddSecondFactor } from '../users/account-sql.ts';

/** An access token's claims: the session and its generation. Nothing that could go out of date. */
interface Claims {
  sid: string;
  /** The generation of its refresh token; missing in tokens of earlier releases. */
  gen?: number;
  /** Expiry in seconds since the epoch. */
  exp: number;
}

export interface Session {
  id: string;
  viewer: Viewer;
  /** It may only add a second factor (SEC-7). */
  must_add_second_factor: boolean;
  /** When it ends unless renewed, by `performance.now()`. */
  ends_at: number;
}

export interface Sessions {
  /** Opens a session for a user who has passed every factor. */
  open(
    tx: Tx,
    user: { id: number; role: number },
    origin: Origin,
  ): Promise<Tokens & { session_id: string }>;
  /**
   * Rotates a refresh token; null if it is invalid. The previous token may be reused for a few seconds, or for some
   * minutes if neither its successor nor the access token sent with the successor has been used. Any other reuse ends
   * the session (AUTH-8).
   */
  rotate(refresh: string, origin: Origin): Promise<Tokens | null>;
  /** Ends the session of a refresh token; does nothing for an invalid one. */
  end(refresh: string, origin: Origin): Promise<void>;
  /** The live session of an access token; null if there is none, or it may only add a second factor. */
  find(access: string): Promise<Session | null>;
  /** The live session of an access token, even if it may only add a second factor: the caller must check (SEC-7). */
  findAny(access: string): Promise<Session | null>;
  /** The session id of an access token that was valid once, ended or not; null otherwise. */
  sessionOnceOf(access: string): string | null;
  /** Called with a session's id when it has ended or its user's rights have changed, on any node. */
  onChange(handler: (sessionId: string) => void): void;
  /**
   * Clears this node's session cache. Call it after a commit that ended or changed sessions, so that this node does not
   * wait for the notification.
   */
  forget(): void;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How long a cached session is used without a query. */
const TRUST_MS = 1_000;
const CACHE_SIZE = 20_000;

/** Sessions in PostgreSQL, at most `most` per user. Cached for a second, and dropped from the cache when one ends. */
export function openSessions(
  pool: Pool,
  bus: Bus,
  secret: string,
  most = OPEN_AT_ONCE.sessions,
): Sessions {
  const { db } = pool;
  const accessKey = deriveKey(secret, 'access');
  const refreshKey = deriveKey(secret, 'refresh');
  const sign = createSigner({
    key: accessKey,
    algorithm: 'HS256',
    expiresIn: AUTH.accessMinutes * 60_000,
  });
  const verify = createVerifier({ key: accessKey, algorithms: ['HS256'] });
  const verifyOld = createVerifier({
    key: accessKey,
    algorithms: ['HS256'],
    ignoreExpiration: true,
  });
  const cache = new ForgetfulMap<string, { until: number; session: Promise<Session | null> }>(
    CACHE_SIZE,
  );
  const changeHandlers: ((sessionId: string) => void)[] = [];

  bus.listen('sessions', (id) => {
    cache.clear();
    for (const handle of changeHandlers) handle(id);
  });
  bus.onGap(() => cache.clear());

  const refreshToken = (id: string, generation: number, familySecret: Buffer) =>
    `${id}.${generation}.${mac(refreshKey, familySecret, id, String(generation)).toString('base64url')}`;
  const tokens = (id: string, generation: number, familySecret: Buffer): Tokens => ({
    access: sign({ sid: id, gen: generation } satisfies Omit<Claims, 'exp'>),
    refresh: refreshToken(id, generation, familySecret),
  });

  const revoke = async (tx: Tx, id: string) => {
    await tx
      .updateTable('sessions')
      .set({ revoked_at: sql`now_ms()` })
      .where('id', '=', id)
      .execute();
  };

  /** Locks and returns the session of a refresh token of any generation. */
  const lockFamily = async (tx: Tx, refresh: string) => {
    const [id = '', generationText = ''] = refresh.split('.');
    if (!UUID.test(id) || !/^\d{1,9}$/.test(generationText)) return null;
    const family = await tx
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'sessions.id',
        'sessions.secret',
        'sessions.generation',
        'sessions.user_id',
        'users.role',
        sql<boolean>`sessions.revoked_at is null and users.deactivated_at is null
          and sessions.idle_expires_at > now_ms() and sessions.expires_at > now_ms()`.as('live'),
        sql<boolean>`sessions.rotated_at > now_ms() - case
          when sessions.used_generation < sessions.generation then make_interval(mins => ${AUTH.lostAnswerMinutes})
          else make_interval(secs => ${AUTH.graceSeconds})
        end`.as('in_grace'),
      ])
      .where('sessions.id', '=', id)
      .forUpdate('sessions')
      .executeTakeFirst();
    if (!family) return null;
    const generation = Number(generationText);
    const expected = Buffer.from(refreshToken(id, generation, family.secret));
    const actual = Buffer.from(refresh);
    const genuine = expected.length === actual.length && timingSafeEqual(expected, actual);
    return genuine ? { ...family, presented: generation } : null;
  };

  const findAny = (access: string): Promise<Session | null> => {
    const now = Date.now();
    const known = cache.get(access);
    if (known && known.until > now) return known.session;
    let claims: Claims;
    try {
      claims = verify(access);
    } catch {
      cache.delete(access);
      return Promise.resolve(null);
    }
    const expires = claims.exp * 1000;
    const session = readSession(pool, claims, performance.now() + expires - now);
    cache.set(access, { until: Math.min(now + TRUST_MS, expires), session });
    session.catch(() => cache.delete(access));
    return session;
  };

  return {
    async open(tx, user, origin) {
      const familySecret = randomBytes(32);
      const row = await tx
        .insertInto('sessions')
        .values({
          user_id: user.id,
          secret: familySecret,
          ip: origin.ip,
          user_agent: origin.user_agent.slice(0, 300),
          idle_expires_at: sql`now_ms() + make_interval(hours => ${idleHours(user.role)})`,
          expires_at: sql`now_ms() + make_interval(days => ${AUTH.sessionDays})`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await endOldest(tx, user.id, most);
      return { ...tokens(row.id, 1, familySecret), session_id: row.id };
    },

    async rotate(refresh, origin) {
      let isEnded = false;
      const rotated = await db.transaction().execute(async (tx) => {
        const family = await lockFamily(tx, refresh);
        if (!family?.live) return null;
        if (family.presented === family.generation) {
          const generation = family.generation + 1;
          await tx
            .updateTable('sessions')
            .set({
              generation,
              rotated_at: sql`now_ms()`,
              idle_expires_at: sql`now_ms() + make_interval(hours => ${idleHours(family.role)})`,
            })
            .where('id', '=', family.id)
            .execute();
          return tokens(family.id, generation, family.secret);
        }
        // The immediate predecessor: a second tab, or a lost reply. It gets the same successor.
        if (family.presented === family.generation - 1 && family.in_grace) {
          return tokens(family.id, family.generation, family.secret);
        }
        await revoke(tx, family.id);
        await recordEvent(
          tx,
          { ...origin, user_id: null },
          { kind: 'session_ended', user_id: family.user_id, details: { reason: 'reused' } },
        );
        isEnded = true;
        return null;
      });
      if (isEnded) cache.clear();
      return rotated;
    },

    async end(refresh, origin) {
      await db.transaction().execute(async (tx) => {
        const family = await lockFamily(tx, refresh);
        if (!family?.live) return;
        await revoke(tx, family.id);
        await recordEvent(tx, { ...origin, user_id: family.user_id }, { kind: 'logout' });
      });
      cache.clear();
    },

    async find(access) {
      const session = await findAny(access);
      return session?.must_add_second_factor ? null : session;
    },

    findAny,

    sessionOnceOf(access) {
      try {
        return (verifyOld(access) as Claims).sid;
      } catch {
        return null;
      }
    },

    onChange: (handler) => void changeHandlers.push(handler),

    forget: () => cache.clear(),
  };
}

/** Ends all but the newest sessions of a user (AUTH-8). */
async function endOldest(tx: Tx, userId: number, most: number): Promise<void> {
  await sql`
    update sessions set revoked_at = now_ms()
    where revoked_at is null and id in (
      select id from sessions
      where user_id = ${userId} and revoked_at is null
      order by created_at desc, id desc
      offset ${most}
    )`.execute(tx);
}

function idleHours(role: number): number {
  return role === ROLE.serviceStation ? AUTH.idleHours.station : AUTH.idleHours.staff;
}

type SessionRow = Viewer & {
  seconds_left: number;
  must_add_second_factor: boolean;
  is_first_use: boolean;
};

/**
 * Reads role, company and station from the database and never from the token, so that changes apply at once (AUTH-8).
 */
async function readSession(
  pool: Pool,
  { sid: id, gen = 1 }: Claims,
  tokenEndsAt: number,
): Promise<Session | null> {
  const asked_at = performance.now();
  // Runs once a second for every active user.
  const [row] = await queryPlanned<SessionRow>(
    pool.db,
    'session',
    sql`
      select users.id as user_id, users.role, users.is_superuser, users.service_station_id,
        coalesce(users.company_id, station.company_id) as company_id,
        array(
          select category_id from service_station_categories c
          where c.service_station_id = station.id order by category_id
        ) as category_ids,
        station.id is not null and is_dismantler(station.id) as is_dismantler,
        coalesce(station.is_staging_area, false) as is_staging_area,
        ${hasAcceptedTerms}, ${mustAddSecondFactor} as must_add_second_factor,
        -- By the database's clock, because the node's may differ.
        extract(epoch from least(sessions.expires_at, sessions.idle_expires_at) - now_ms())::float8 as seconds_left,
        sessions.used_generation < ${gen}::integer as is_first_use
      from sessions
      join users on users.id = sessions.user_id
      left join service_stations station
        on station.id = users.service_station_id and station.removed_at is null
      where sessions.id = ${id} and sessions.revoked_at is null and users.deactivated_at is null
        and sessions.expires_at > now_ms() and sessions.idle_expires_at > now_ms()
        and (users.service_station_id is null or station.id is not null)`,
  );
  if (!row) return null;
  const { seconds_left, must_add_second_factor, is_first_use, ...viewer } = row;
  // These tokens have arrived, so their predecessor becomes invalid (AUTH-8).
  if (is_first_use) {
    await sql`update sessions set used_generation = ${gen} where id = ${id} and used_generation < ${gen}`.execute(
      pool.db,
    );
  }
  return {
    id,
    viewer,
    must_add_second_factor,
    ends_at: Math.min(tokenEndsAt, asked_at + seconds_left * 1000),
  };
}
