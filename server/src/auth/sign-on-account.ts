import { issuerKey } from '@restvarde/contract/companies/sign-on-providers';
import type { Role } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { IDToken } from 'openid-client';
import type { Tx } from '../db/pool.ts';
import type { Origin } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { endSessionsOf } from './end-sessions.ts';
import { addressesIn, roleIn } from './sign-on-claims.ts';
import type { Provider } from './sign-on-providers.ts';

export const REFUSED = {
  unknown: 'Ditt konto saknas i systemet. Kontakta din administratör.',
  unconfirmed:
    'Inloggningstjänsten intygar ingen e-postadress som gäller här. Kontakta din administratör.',
  other_person:
    'Kontot hör till en annan inloggning hos din arbetsgivare. Kontakta din administratör.',
  no_role:
    'Din arbetsgivare ger dig inte längre behörighet till Restvärde. Kontakta din administratör.',
} as const;

/** Why a person is refused although a provider vouches for them. */
export type Reason = keyof typeof REFUSED;

interface Account {
  id: number;
  role: Role;
  company_id: number;
  /** False: it has logged in by password until now. */
  is_ad_user: boolean;
}

/** The account, or the reason. Returned, not thrown, so that records are committed. */
export type Admission = { user: Account } | { refused: Reason };

/**
 * Finds the account of a person whom a provider vouches for (AUTH-7). The first sign-on finds it by its address and
 * binds it to issuer and subject. Later sign-ons use these alone, so a person who takes over an address opens nothing.
 * An account of the provider's domains that had a password until now is converted (AUTH-20). The provider's groups
 * change the role; a person who no longer has any of them loses the account.
 */
export async function admit(
  tx: Tx,
  provider: Provider,
  claims: IDToken,
  origin: Origin,
): Promise<Admission> {
  const issuer = issuerKey(claims.iss);
  const bound = await findBound(tx, issuer, claims.sub);
  const admission = bound
    ? await checkRole(tx, provider, claims, bound)
    : await bind(tx, provider, claims, issuer);
  if ('refused' in admission) {
    await recordEvent(
      tx,
      { ...origin, user_id: null },
      {
        kind: 'login_failed',
        user_id: bound?.id ?? null,
        company_id: provider.company_id,
        details: { reason: 'sign_on' },
      },
    );
    await writeAudit(tx, bound ?? { company_id: provider.company_id }, 'refuse sign-on', {
      after: { reason: admission.refused, issuer, subject: claims.sub },
    });
  }
  return admission;
}

/** Changes by the provider's groups have no acting user. */
const BY_PROVIDER = { user_id: null };

const accounts = (tx: Tx) =>
  tx
    .selectFrom('users')
    .select([
      'users.id',
      'users.role',
      'users.is_ad_user',
      sql<number>`users.company_id`.as('company_id'),
    ])
    .where('users.deactivated_at', 'is', null)
    .where('users.waits_for_address', '=', false)
    .where('users.company_id', 'is not', null)
    .forUpdate('users');

const findBound = (tx: Tx, issuer: string, subject: string): Promise<Account | undefined> =>
  accounts(tx)
    .innerJoin('sign_on_bindings as b', 'b.user_id', 'users.id')
    .where('b.issuer', '=', issuer)
    .where('b.subject', '=', subject)
    .where('users.is_ad_user', '=', true)
    .whereRef('b.company_id', '=', 'users.company_id')
    .executeTakeFirst();

async function bind(
  tx: Tx,
  provider: Provider,
  claims: IDToken,
  issuer: string,
): Promise<Admission> {
  const addresses = addressesIn(claims, provider);
  if (addresses.length === 0) return { refused: 'unconfirmed' };
  const account = await findNamed(tx, provider, addresses);
  if (!account) return { refused: 'unknown' };
  const { id, company_id, is_ad_user } = account;
  const isTaken = await tx
    .selectFrom('sign_on_bindings')
    .select('user_id')
    .where((where) =>
      where.or([
        where('user_id', '=', id),
        where.and([where('issuer', '=', issuer), where('subject', '=', claims.sub)]),
      ]),
    )
    .executeTakeFirst();
  if (isTaken) return { refused: 'other_person' };
  await tx
    .insertInto('sign_on_issuers')
    .values({ issuer, company_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const owner = await tx
    .selectFrom('sign_on_issuers')
    .select('company_id')
    .where('issuer', '=', issuer)
    .executeTakeFirstOrThrow();
  // The first person who signs on determines the company of the environment's provider.
  if (owner.company_id !== company_id) return { refused: 'unknown' };
  const admission = await checkRole(tx, provider, claims, account);
  if ('refused' in admission) return admission;
  await tx
    .insertInto('sign_on_bindings')
    .values({ user_id: id, issuer, company_id, subject: claims.sub })
    .execute();
  if (!is_ad_user) await convert(tx, account);
  await writeAudit(tx, account, 'bind sign-on', { after: { user_id: id, issuer } });
  return admission;
}

/** From now on the person uses single sign-on; an earlier password no longer works (AUTH-20). */
async function convert(tx: Tx, account: Account): Promise<void> {
  await tx.updateTable('users').set({ is_ad_user: true }).where('id', '=', account.id).execute();
  await writeAudit(tx, account, 'change staff', {
    before: { is_ad_user: false },
    after: { is_ad_user: true },
  });
}

/** The account of the provider's company with the first matching address. */
function findNamed(tx: Tx, provider: Provider, addresses: string[]): Promise<Account | undefined> {
  const found = accounts(tx)
    .where(sql`lower(email)`, 'in', addresses)
    .where(mayBeConverted(provider.domains))
    .orderBy(sql`array_position(${addresses}::text[], lower(email))`)
    .limit(1);
  if (provider.company_id !== null)
    return found.where('company_id', '=', provider.company_id).executeTakeFirst();
  // The environment's provider must not claim accounts of a company's own provider.
  return found
    .where(
      sql<boolean>`not exists (
        select from sign_on_domains where domain = split_part(lower(email), '@', 2))`,
    )
    .executeTakeFirst();
}

/**
 * A password account is converted by the provider of its domain (AUTH-20). A provider without domains, which only the
 * environment's can be, converts accounts while there is a single company.
 */
const mayBeConverted = (domains: string[]) =>
  domains.length > 0
    ? sql<boolean>`(is_ad_user or split_part(lower(email), '@', 2) = any(${domains}::text[]))`
    : sql<boolean>`(is_ad_user or (select count(*) = 1 from companies))`;

async function checkRole(
  tx: Tx,
  provider: Provider,
  claims: IDToken,
  account: Account,
): Promise<Admission> {
  const role = roleIn(claims, provider);
  if (role === 'kept' || role === account.role) return { user: account };
  const { id } = account;
  if (role === null) {
    await tx
      .updateTable('users')
      .set({ deactivated_at: sql`now_ms()` })
      .where('id', '=', id)
      .execute();
    await endSessionsOf(tx, [id]);
    const details = { reason: 'sign_on' } as const;
    await recordEvent(tx, BY_PROVIDER, { kind: 'person_closed', user_id: id, details });
    await writeAudit(tx, account, 'change staff', {
      before: { user_id: id, is_active: true },
      after: { user_id: id, is_active: false },
    });
    return { refused: 'no_role' };
  }
  await tx.updateTable('users').set({ role }).where('id', '=', id).execute();
  const details = { before: account.role, after: role };
  await recordEvent(tx, BY_PROVIDER, { kind: 'role_changed', user_id: id, details });
  await writeAudit(tx, account, 'change staff', {
    before: { user_id: id, role: account.role },
    after: { user_id: id, role },
  });
  return { user: { ...account, role } };
}

/** The provider acts, so the record names no user. */
async function writeAudit(
  tx: Tx,
  account: { id?: number; company_id: number | null },
  action: string,
  change: { before?: object; after: object },
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      company_id: account.company_id,
      action,
      before: change.before ? JSON.stringify(change.before) : null,
      after: JSON.stringify({ ...change.after, ...(account.id && { user_id: account.id }) }),
    })
    .execute();
}
