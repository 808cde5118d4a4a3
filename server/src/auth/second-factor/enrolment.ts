import {
  type Enrolment,
  SECOND_FACTOR_SENTENCE,
  type SecondFactorState,
} from '@restvarde/contract/auth/second-factor';
import { sql } from 'kysely';
import { encode } from 'uqr';
import type { AppContext } from '../../context.ts';
import { firstRow, type Queryable, type Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import type { Actor } from '../../http/route.ts';
import { deriveKey, seal, unseal } from '../../keys.ts';
import { recordEvent } from '../../security/record-event.ts';
import { isSecondFactorRequired } from '../../users/account-sql.ts';
import { sendAccountEmail } from '../emails/send-account-email.ts';
import { endOthersOf } from '../own-sessions/own-sessions.ts';
import { verifyPassword } from '../passwords/password.ts';
import { renewCodes } from './recovery-codes.ts';
import { sessionAllowance } from './spend-second-factor.ts';
import { findStep, newSecret, otpauthUrl, stepOf } from './totp.ts';

/** Time to fetch the phone and install an app. */
const LIFETIME_S = 30 * 60;
/** Quiet zone around the QR code, in modules. */
const QUIET = 4;

/**
 * Starts adding an authenticator app (SEC-5). Returns its secret, sealed for this user and half an hour; nothing is
 * stored. Needs the password, so that a stolen token cannot add another app.
 * @throws DomainError 400 for a wrong password, an account with an app, or single sign-on; 429 after too many.
 */
export async function startEnrolment(
  context: AppContext,
  viewer: Actor,
  password: string,
): Promise<Enrolment> {
  const { user_id } = viewer;
  const { db } = context.pool;
  const user = await db
    .selectFrom('users')
    .leftJoin('second_factors as f', 'f.user_id', 'users.id')
    .select(['users.email', 'users.password_hash', 'users.is_ad_user', 'f.added_at'])
    .select(sql<number>`extract(epoch from now_ms())::float8`.as('now_s'))
    .where('users.id', '=', user_id)
    .executeTakeFirstOrThrow();
  if (user.is_ad_user) throw refuse.detail(SECOND_FACTOR_SENTENCE.elsewhere);
  if (user.added_at !== null) throw refuse.detail(SECOND_FACTOR_SENTENCE.isOn);
  const [limit, key] = sessionAllowance(user_id);
  await context.limits.spend(limit, key);
  if ((await verifyPassword(password, user.password_hash)) === 'wrong') {
    await recordEvent(db, viewer, { kind: 'second_factor_kept', details: { reason: 'password' } });
    throw refuse.field('password', SECOND_FACTOR_SENTENCE.wrongPassword);
  }
  await context.limits.giveBack(limit, key);
  const secret = newSecret();
  const url = otpauthUrl(secret, user.email);
  return {
    enrolment: sealEnrolment(context, { user_id, secret, until_s: user.now_s + LIFETIME_S }),
    secret,
    url,
    square: drawSquare(url),
  };
}

/**
 * Adds the app, given its first code, and ends the user's other sessions, which were opened without it. Returns the
 * recovery codes, which are not shown again. Call `sessions.forget` after it (SEC-5).
 * @throws DomainError 400 for a wrong code, after the time limit, and if another app was added meanwhile; 429 after too
 * many.
 */
export async function addSecondFactor(
  context: AppContext,
  viewer: Actor,
  session_id: string,
  input: { enrolment: string; app_code: string },
): Promise<string[]> {
  const { user_id } = viewer;
  const [limit, key] = sessionAllowance(user_id);
  await context.limits.spend(limit, key);
  const added = await context.pool.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ now_s: number; is_ad_user: boolean }>`
      select extract(epoch from now_ms())::float8 as now_s, is_ad_user
      from users where id = ${user_id}`.execute(tx);
    const { now_s, is_ad_user } = firstRow(rows);
    if (is_ad_user) throw refuse.detail(SECOND_FACTOR_SENTENCE.elsewhere);
    const secret = openEnrolment(context, input.enrolment, user_id, now_s);
    if (secret === null) throw refuse.detail(SECOND_FACTOR_SENTENCE.expired);
    const step = findStep(secret, input.app_code, { now: stepOf(now_s), last_step: 0 });
    if (step === null) throw refuse.field('app_code', SECOND_FACTOR_SENTENCE.wrong);
    await insert(context, tx, user_id, secret, step);
    await endOthersOf(tx, user_id, session_id);
    await recordEvent(tx, viewer, { kind: 'second_factor_added' });
    await sendAccountEmail(context, tx, { kind: 'second-factor', user_id, change: 'added' });
    return renewCodes(tx, user_id);
  });
  await context.limits.giveBack(limit, key);
  return added;
}

/** Of two concurrent calls the first wins. */
async function insert(
  { config }: AppContext,
  tx: Tx,
  user_id: number,
  secret: string,
  last_step: number,
): Promise<void> {
  const sealed_secret = seal(deriveKey(config.secret, 'seal'), secret);
  const made = await tx
    .insertInto('second_factors')
    .values({ user_id, sealed_secret, last_step })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!made) throw refuse.detail(SECOND_FACTOR_SENTENCE.isOn);
}

interface Begun {
  user_id: number;
  secret: string;
  /** Seconds since the epoch, by the database's clock. */
  until_s: number;
}

function sealEnrolment({ config }: AppContext, { user_id, secret, until_s }: Begun): string {
  return seal(deriveKey(config.secret, 'enrolments'), `${user_id} ${secret} ${until_s}`);
}

/** The secret of this user's enrolment; null if another user's, expired or invalid. */
function openEnrolment(
  { config }: AppContext,
  enrolment: string,
  user_id: number,
  now_s: number,
): string | null {
  try {
    const plain = unseal(deriveKey(config.secret, 'enrolments'), enrolment);
    const [whose, secret = '', until_s] = plain.split(' ');
    return Number(whose) === user_id && now_s < Number(until_s) ? secret : null;
  } catch {
    return null;
  }
}

function drawSquare(text: string): Enrolment['square'] {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data
    .flatMap((cells, y) => cells.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}

/** A user's second factor, without secrets (SEC-5). */
export async function readSecondFactor(db: Queryable, userId: number): Promise<SecondFactorState> {
  const { rows } = await sql<{
    added_at: Date | null;
    recovery_codes_left: number;
    is_required: boolean;
  }>`
    select f.added_at, ${isSecondFactorRequired} as is_required,
      (select count(*)::integer from recovery_codes r where r.user_id = users.id) as recovery_codes_left
    from users left join second_factors f on f.user_id = users.id
    where users.id = ${userId}`.execute(db);
  const { added_at, ...state } = firstRow(rows);
  return { is_on: added_at !== null, added_at: added_at?.toISOString() ?? null, ...state };
}
