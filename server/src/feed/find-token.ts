import { TOKEN_SCOPES, type TokenScope } from '@restvarde/contract/feed/token-calls';
import { ROLE } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { type Queryable, queryPlanned } from '../db/pool.ts';
import type { LoggedIn } from '../http/route.ts';
import { hashToken } from '../keys.ts';
import { isAccessToken, readAccessToken } from './access-token.ts';

const TOKEN = /^rv_[A-Za-z0-9]{40}$/;

/** True for a token (FEED-2) or its access token (FEED-11) in an Authorization header; false for a session's token. */
export const isToken = (bearer: string) => bearer.startsWith('rv_') || isAccessToken(bearer);

interface Row {
  id: number;
  company_id: number;
  user_id: number;
  scopes: TokenScope[];
  is_used_this_hour: boolean;
}

/**
 * Finds a valid token, by itself or by its access token, and records the hour of its use (FEED-1). Null if it is unknown,
 * revoked or expired. Never cached, so that a revoked token is refused at once on every node.
 */
export async function findToken(
  db: Queryable,
  secret: string,
  bearer: string,
): Promise<(LoggedIn & { token_id: number; scopes: TokenScope[] }) | null> {
  const access = isAccessToken(bearer) ? readAccessToken(secret, bearer) : null;
  if (!access && !TOKEN.test(bearer)) return null;
  const matches = access
    ? sql`id = ${access.token_id} and now_ms() < to_timestamp(${access.expires_s})`
    : sql`hash = ${hashToken(bearer)}`;
  const [row] = await queryPlanned<Row>(
    db,
    access ? 'access-token' : 'token',
    sql`
      select id, company_id, user_id, scopes,
        coalesce(last_used_at >= date_trunc('hour', now_ms()), false) as is_used_this_hour
      from tokens
      where ${matches} and revoked_at is null and expires_on >= stockholm_today()`,
  );
  if (!row) return null;
  const { id, company_id, user_id, scopes } = row;
  if (!row.is_used_this_hour) {
    await sql`
      update tokens set last_used_at = date_trunc('hour', now_ms())
      where id = ${id} and last_used_at is distinct from date_trunc('hour', now_ms())`.execute(db);
  }
  return {
    id: `token ${id}`,
    token_id: id,
    viewer: {
      user_id,
      company_id,
      role: ROLE.caseManager,
      is_superuser: false,
      service_station_id: null,
      is_staging_area: false,
      category_ids: [],
      is_dismantler: false,
      has_accepted_terms: false,
    },
    must_add_second_factor: false,
    scopes: access?.scopes ?? TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
  };
}
