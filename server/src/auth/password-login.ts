import { AUTH } from '@restvarde/contract/auth/lifetimes';
import { WRONG_CODE, WRONG_LOGIN } from '@restvarde/contract/auth/login';
import { SECOND_FACTOR_ERROR } from '@restvarde/contract/auth/second-factor';
import type { LoginTokens } from '@restvarde/contract/auth/session';
import type { LoginFault } from '@restvarde/contract/security/event-kinds';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import type { Database, Tx } from '../db/pool.ts';
import { DomainError, refuse } from '../http/domain-error.ts';
import { LIMITS, type Limit } from '../http/limit-table.ts';
import type { Origin } from '../http/route.ts';
import { hashToken } from '../keys.ts';
import { recordEvent } from '../security/record-event.ts';
import { judgeSecondFactor } from './judge-second-factor.ts';
import { knownAs, type LoginSource, loginAllowance, type PlaceKind } from './known-places.ts';
import { checkCode, endCode, isCodeAlive, issueCode } from './login-code.ts';
import { openLogin } from './open-login.ts';
import { hashPassword, verifyPassword } from './passwords/password.ts';
import type { Sessions } from './sessions.ts';
import { isSignedOnElsewhere } from './sign-on-providers.ts';

const PASSWORDS = { known: LIMITS.login_known, stranger: LIMITS.login_stranger };
const NEW_CODES = { known: LIMITS.new_code_known, stranger: LIMITS.new_code_stranger };

/**
 * Checks e-mail and password; mails a code and returns its challenge (AUTH-2). Does the same work for every account
 * before it answers.
 * @throws DomainError 400 if they do not match, or the account uses single sign-on; 429 after too many.
 */
export async function beginLogin(
  context: AppContext,
  input: { email: string; password: string },
  place: LoginSource,
  origin: Origin,
): Promise<string> {
  const { limits, pool } = context;
  const { db } = pool;
  const user = await db
    .selectFrom('users')
    .select([
      'id',
      'password_hash',
      'is_ad_user',
      'company_id',
      knownAs(context, place).as('known_as'),
    ])
    .where(sql`lower(email)`, '=', input.email)
    .where('deactivated_at', 'is', null)
    .where('waits_for_address', '=', false)
    .executeTakeFirst();
  const known = user?.known_as ?? null;
  const isElsewhere = await isSignedOnElsewhere(context, input.email);
  const fail = (reason: LoginFault) =>
    recordEvent(
      db,
      { ...origin, user_id: null },
      {
        kind: 'login_failed',
        user_id: user?.id ?? null,
        details: { reason },
      },
    );
  if (known !== 'device') await spendPlace(context, LIMITS.login_address, place, origin);
  const [limit, key] = loginAllowance(PASSWORDS, input.email, known, place);
  const isSpent = (await limits.take(limit, key)) > 0;
  const match = await verifyPassword(input.password, user?.password_hash ?? null);
  const isRight = match !== 'wrong';
  if (isSpent) {
    if ((await limits.take(LIMITS.limit_event, input.email)) === 0) await fail('limit');
    throw refuse.detail(WRONG_LOGIN);
  }
  // Superusers and workshops in an employer's domain still have a password here (AUTH-20).
  const signsOn =
    user && isRight ? user.is_ad_user || (isElsewhere && user.company_id !== null) : isElsewhere;
  if (!isRight) await fail('password');
  if (signsOn) {
    throw refuse.detail('Logga in med ”Inloggning handläggare”.', 'is_ad_user');
  }
  if (!user || !isRight) throw refuse.detail(WRONG_LOGIN);
  if (known !== 'device') await limits.giveBack(LIMITS.login_address, place.address);
  await limits.giveBack(limit, key);
  const account = { id: user.id, known };
  const uuid = await db.transaction().execute(async (tx) => {
    const [holder] = await keepPassword(tx).where('id', '=', user.id).execute();
    if (holder?.password_hash !== user.password_hash) throw refuse.detail(WRONG_LOGIN);
    return mailCode(context, tx, account, place, origin);
  });
  if (match === 'outdated') await hashAgain(db, user, input.password);
  return uuid;
}

/** A concurrent password change waits until the code exists, and then deletes it (AUTH-19). */
const keepPassword = (tx: Tx) => tx.selectFrom('users').select(['id', 'password_hash']).forShare();

/** Rehashes a correct password if its hash is outdated (AUTH-19). */
async function hashAgain(
  db: Database,
  { id, password_hash }: { id: number; password_hash: string | null },
  password: string,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute();
}

/**
 * Replaces the code of a waiting login, at the earliest a minute after the first (AUTH-4).
 * @throws DomainError 400 if no login waits, or within the minute.
 */
export function mailAnotherCode(
  context: AppContext,
  uuid: string,
  place: LoginSource,
  origin: Origin,
): Promise<string> {
  return context.pool.db.transaction().execute(async (tx) => {
    const isAsked = sql<boolean>`id = (
      select user_id from login_codes where challenge_hash = ${hashToken(uuid)}
    )`;
    await keepPassword(tx).where(isAsked).execute();
    const pending = await tx
      .deleteFrom('login_codes')
      .using('users')
      .whereRef('users.id', '=', 'login_codes.user_id')
      .where('challenge_hash', '=', hashToken(uuid))
      .where(isCodeAlive)
      .returning([
        'users.id',
        knownAs(context, place).as('known_as'),
        sql<boolean>`sent_at > now_ms() - make_interval(secs => ${AUTH.resendSeconds})`.as(
          'too_soon',
        ),
      ])
      .executeTakeFirst();
    if (!pending) throw refuse.detail(WRONG_CODE);
    if (pending.too_soon) {
      throw refuse.detail('Vänta en minut innan du ber om ett nytt mejl.');
    }
    return mailCode(context, tx, { id: pending.id, known: pending.known_as }, place, origin);
  });
}

/**
 * Checks the code, and the second factor if the account has one; opens a session (AUTH-3, SEC-6). Wrong, expired and
 * used codes get the same reply. The second factor is mentioned only if the code is right.
 * @throws DomainError 400 for a wrong, expired or used code, and if the second factor is missing or wrong; 429 after
 * too many.
 */
export async function finishLogin(
  context: AppContext,
  sessions: Sessions,
  input: { uuid: string; two_factor_code: string; second_factor?: string | undefined },
  place: LoginSource,
  origin: Origin,
): Promise<LoginTokens> {
  const { limits, pool } = context;
  const { db } = pool;
  const pending = await db
    .selectFrom('login_codes')
    .innerJoin('users', 'users.id', 'login_codes.user_id')
    .select(['users.id', knownAs(context, place).as('known_as')])
    .where('challenge_hash', '=', hashToken(input.uuid))
    .executeTakeFirst();
  const known = pending?.known_as ?? null;
  if (known !== 'device') await spendPlace(context, LIMITS.code_address, place, origin);
  const outcome = await db.transaction().execute(async (tx) => {
    const fail = (user_id: number | null, reason: LoginFault) =>
      recordEvent(
        tx,
        { ...origin, user_id: null },
        { kind: 'login_failed', user_id, details: { reason } },
      );
    const user = await checkCode(context, tx, input.uuid, input.two_factor_code, known, place);
    if (!user) {
      await fail(pending?.id ?? null, 'code');
      return refuse.detail(WRONG_CODE);
    }
    const { by, error } = await judgeSecondFactor(context, tx, user.id, input, known, place);
    if (by === undefined) {
      if (input.second_factor !== undefined) await fail(user.id, 'second_factor');
      return error;
    }
    await endCode(tx, input.uuid);
    const [limit, key] = loginAllowance(NEW_CODES, String(user.id), known, place);
    await limits.giveBack(limit, key, tx);
    return openLogin(context, sessions, tx, user, place, origin, by);
  });
  const isAsked =
    outcome instanceof DomainError && outcome.body.code === SECOND_FACTOR_ERROR.required;
  // A request for the second factor is not a failure.
  if (known !== 'device' && (isAsked || !(outcome instanceof DomainError)))
    await limits.giveBack(LIMITS.code_address, place.address);
  // Thrown after the commit, so that the cost of a wrong code is kept.
  if (outcome instanceof DomainError) throw outcome;
  return outcome;
}

/** Throws 429 for an address with too many failures, and records it at a limited rate (SEC-1). */
async function spendPlace(
  { limits, pool }: AppContext,
  limit: Limit,
  { address }: LoginSource,
  origin: Origin,
): Promise<void> {
  const wait = await limits.take(limit, address);
  if (wait === 0) return;
  if ((await limits.take(LIMITS.limit_event, address)) === 0) {
    const details = { reason: 'limit' } as const;
    await recordEvent(pool.db, { ...origin, user_id: null }, { kind: 'login_failed', details });
  }
  throw refuse.tooMany(wait);
}

/** Mails a code within the limits. Only callers who know the password see the 429. */
async function mailCode(
  context: AppContext,
  tx: Tx,
  user: { id: number; known: PlaceKind | null },
  place: LoginSource,
  origin: Origin,
): Promise<string> {
  const [limit, key] = loginAllowance(NEW_CODES, String(user.id), user.known, place);
  await context.limits.spend(limit, key, tx);
  // The caller knows the password but is not logged in.
  await recordEvent(tx, { ...origin, user_id: null }, { kind: 'code_sent', user_id: user.id });
  return issueCode(context, tx, user.id);
}
