import { randomInt } from 'node:crypto';
import { addDays } from '@restvarde/contract/dates';
import type { Body } from '@restvarde/contract/endpoint';
import {
  type createToken as createCall,
  isExpiryAllowed,
  TOKEN_LIMITS,
  TOKEN_SENTENCE,
} from '@restvarde/contract/feed/tokens';
import { ROLE } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { writeCompanyAudit } from '../companies/audit.ts';
import type { WorkerContext } from '../context.ts';
import { firstRow, type Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import type { Actor } from '../http/route.ts';
import { hashToken } from '../keys.ts';
import { recordEvent } from '../security/record-event.ts';
import type { TokenAddedJob } from './emails/token-added.email.tsx';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const RANDOM_LENGTH = 40;
/** A token's first characters, by which it is named (FEED-1). */
export const PREFIX_LENGTH = 11;

function makeToken(): string {
  const characters = Array.from(
    { length: RANDOM_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  );
  return `rv_${characters.join('')}`;
}

/**
 * Adds a token of a company, with the user that it acts as, and emails the company (FEED-1). Returns its id and the
 * token itself, which is stored nowhere.
 * @throws DomainError 400 at `name` if a valid token has it, at `expires_on` if it is not within the limit, and if
 * the company has as many valid tokens as are allowed
 */
export async function addToken(
  { jobs }: Pick<WorkerContext, 'jobs'>,
  tx: Tx,
  actor: Actor,
  company_id: number,
  form: Body<typeof createCall>,
): Promise<{ id: number; token: string }> {
  await sql`select from companies where id = ${company_id} for no key update`.execute(tx);
  const { rows: valid } = await sql<{ name: string }>`
    select name from tokens
    where company_id = ${company_id} and revoked_at is null and expires_on >= stockholm_today()`.execute(
    tx,
  );
  const { today } = firstRow(
    (await sql<{ today: string }>`select stockholm_today() as today`.execute(tx)).rows,
  );
  const { name, scopes, expires_on = addDays(today, TOKEN_LIMITS.days) } = form;
  const isTaken = valid.some((other) => other.name.toLowerCase() === name.toLowerCase());
  const isDayAllowed = isExpiryAllowed(expires_on, today);
  if (isTaken || !isDayAllowed) {
    throw refuse.fields({
      ...(isTaken && { name: [TOKEN_SENTENCE.nameTaken] }),
      ...(!isDayAllowed && { expires_on: [TOKEN_SENTENCE.expires_on] }),
    });
  }
  if (valid.length >= TOKEN_LIMITS.per_company) throw refuse.detail(TOKEN_SENTENCE.tooMany);
  const { id: user_id } = await tx
    .insertInto('users')
    .values({
      first_name: `${name} (integration)`,
      // No domain has this name (RFC 2606). A closed account's address is not unique.
      email: 'integration@integration.invalid',
      role: ROLE.caseManager,
      company_id,
      is_integration: true,
      deactivated_at: sql`now_ms()`,
      anonymised_at: sql`now_ms()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = { company_id, user_id, name, scopes: [...scopes], expires_on };
  for (;;) {
    const token = makeToken();
    const prefix = token.slice(0, PREFIX_LENGTH);
    const added = await tx
      .insertInto('tokens')
      .values({ ...row, prefix, hash: hashToken(token), created_by: actor.user_id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) continue;
    const { id } = added;
    await writeCompanyAudit(tx, actor, company_id, 'add token', {
      after: { id, name, prefix, scopes, expires_on },
    });
    const details = { prefix };
    await recordEvent(tx, actor, { kind: 'token_added', user_id: null, company_id, details });
    const job: TokenAddedJob = { kind: 'token-added', company_id, token_id: id, to: 'company' };
    await jobs.send(tx, 'mail', job);
    return { id, token };
  }
}

/**
 * Revokes a token of a company at once (FEED-1). Its user stays, for what it has done.
 * @throws DomainError 404 if the company has no such token, or it has been revoked
 */
export async function revokeToken(
  tx: Tx,
  actor: Actor,
  company_id: number,
  id: number,
): Promise<void> {
  const revoked = await tx
    .updateTable('tokens')
    .set({ revoked_at: sql`now_ms()` })
    .where('id', '=', id)
    .where('company_id', '=', company_id)
    .where('revoked_at', 'is', null)
    .returning(['name', 'prefix'])
    .executeTakeFirst();
  if (!revoked) throw refuse.notFound();
  await writeCompanyAudit(tx, actor, company_id, 'remove token', { before: { id, ...revoked } });
  const details = { prefix: revoked.prefix };
  await recordEvent(tx, actor, { kind: 'token_removed', user_id: null, company_id, details });
}
