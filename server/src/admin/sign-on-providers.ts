import {
  type changeSignOnProvider as changeCall,
  type createSignOnProvider as createCall,
  PROVIDER_SENTENCE,
  type SignOnProvider,
} from '@restvarde/contract/companies/sign-on-providers';
import type { Body } from '@restvarde/contract/endpoint';
import type { Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import { difference, writeCompanyAudit } from '../companies/audit.ts';
import type { AppContext } from '../context.ts';
import type { Queryable, Tx } from '../db/pool.ts';
import { refuse, type Unique, unlessTaken } from '../http/domain-error.ts';
import type { Actor } from '../http/route.ts';
import { deriveKey, seal } from '../keys.ts';
import { isPrivateHost } from '../outgoing.ts';
import { recordEvent } from '../security/record-event.ts';

const UNIQUE: Unique = {
  sign_on_issuers_pkey: ['issuer', PROVIDER_SENTENCE.issuerTaken],
  sign_on_providers_issuer_key: ['issuer', PROVIDER_SENTENCE.issuerTaken],
  sign_on_providers_issuer_company_id_fkey: ['issuer', PROVIDER_SENTENCE.issuerTaken],
  sign_on_domains_pkey: ['domains', PROVIDER_SENTENCE.domainTaken],
};

/** Returns the providers of a company, or of all companies if null, without secrets (AUTH-7). */
export async function listProviders(
  db: Queryable,
  company: number | null,
): Promise<SignOnProvider[]> {
  const { rows } = await sql<SignOnProvider>`
    select id, company_id, issuer, client_id, role_claim, case_manager_values, company_admin_values,
      trusts_email,
      array(select domain from sign_on_domains where provider_id = p.id order by domain) as domains
    from sign_on_providers p
    where ${company}::integer is null or company_id = ${company}
    order by company_id, id`.execute(db);
  return rows;
}

/**
 * Returns one that the viewer administers.
 * @throws DomainError 404 otherwise
 */
export async function readProvider(
  db: Queryable,
  viewer: Viewer,
  id: number,
): Promise<SignOnProvider> {
  const all = await listProviders(db, viewer.is_superuser ? null : viewer.company_id);
  const found = all.find((provider) => provider.id === id);
  if (!found) throw refuse.notFound();
  return found;
}

/**
 * Creates a company's sign-on provider. Returns its id. Users with an address in its domains use it from now on.
 * @throws DomainError 400 at the field that is invalid or belongs to another company
 */
export function createProvider(
  context: AppContext,
  viewer: Actor,
  company_id: number,
  form: Body<typeof createCall>,
): Promise<number> {
  const { client_secret, domains, ...rest } = form;
  checkRoles({ role_claim: '', case_manager_values: [], company_admin_values: [], ...rest });
  checkPublic(context, form.issuer);
  return inTransaction(context, async (tx) => {
    await claimIssuer(tx, form.issuer, company_id);
    const { id } = await tx
      .insertInto('sign_on_providers')
      .values({ ...rest, company_id, sealed_client_secret: sealed(context, client_secret) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await putDomains(tx, { id, company_id, domains: [] }, domains);
    await writeCompanyAudit(tx, viewer, company_id, 'create sign-on provider', {
      after: { id, domains, ...rest },
    });
    const details = { issuer: form.issuer };
    await recordEvent(tx, viewer, { kind: 'sign_on_added', user_id: null, company_id, details });
    return id;
  });
}

/**
 * Changes a provider. A new issuer drops the bindings of the old one.
 * @throws DomainError 404 otherwise; 400 at the field that is invalid or that only superusers may change
 */
export function changeProvider(
  context: AppContext,
  viewer: Actor,
  id: number,
  form: Body<typeof changeCall>,
): Promise<void> {
  return inTransaction(context, async (tx) => {
    await tx
      .selectFrom('sign_on_providers')
      .where('id', '=', id)
      .select('id')
      .forUpdate()
      .execute();
    const before = await readProvider(tx, viewer, id);
    const { client_secret, ...settings } = form;
    const { id: _id, company_id: _company, ...known } = before;
    const changed = difference<typeof known>(known, settings);
    const { domains, ...rest } = changed?.after ?? {};
    const vouched = (['issuer', 'domains', 'trusts_email'] as const).find(
      (field) => changed?.after[field] !== undefined,
    );
    if (!viewer.is_superuser && vouched) throw refuse.field(vouched, PROVIDER_SENTENCE.vouched);
    checkRoles({ ...before, ...rest });
    if (rest.issuer) {
      checkPublic(context, rest.issuer);
      await claimIssuer(tx, rest.issuer, before.company_id);
    }
    const values = {
      ...rest,
      ...(client_secret && { sealed_client_secret: sealed(context, client_secret) }),
    };
    if (Object.keys(values).length > 0)
      await tx.updateTable('sign_on_providers').set(values).where('id', '=', id).execute();
    if (rest.issuer) await dropIssuer(tx, before.issuer);
    if (domains) await putDomains(tx, before, domains);
    if (!changed && !client_secret) return;
    await writeCompanyAudit(tx, viewer, before.company_id, 'change sign-on provider', {
      before: { id, ...changed?.before },
      after: { id, ...changed?.after, ...(client_secret && { has_new_client_secret: true }) },
    });
    const fields = [
      ...Object.keys(changed?.after ?? {}),
      ...(client_secret ? ['client_secret'] : []),
    ];
    await recordEvent(tx, viewer, {
      kind: 'sign_on_changed',
      user_id: null,
      company_id: before.company_id,
      details: { issuer: rest.issuer ?? before.issuer, fields },
    });
  });
}

/**
 * Removes a provider and its bindings. Its users log in with a password again.
 * @throws DomainError 404 otherwise; 400 at a value taken meanwhile
 */
export function removeProvider(context: AppContext, viewer: Actor, id: number): Promise<void> {
  return inTransaction(context, async (tx) => {
    const provider = await readProvider(tx, viewer, id);
    await putDomains(tx, provider, []);
    await dropIssuer(tx, provider.issuer);
    await writeCompanyAudit(tx, viewer, provider.company_id, 'remove sign-on provider', {
      before: provider,
    });
    await recordEvent(tx, viewer, {
      kind: 'sign_on_removed',
      user_id: null,
      company_id: provider.company_id,
      details: { issuer: provider.issuer },
    });
  });
}

const inTransaction = <T>({ pool }: AppContext, work: (tx: Tx) => Promise<T>): Promise<T> =>
  unlessTaken(UNIQUE, () => pool.db.transaction().execute(work));

const sealed = ({ config }: AppContext, secret: string) =>
  seal(deriveKey(config.secret, 'seal'), secret);

/**
 * Refuses an issuer that nodes must not connect to. A host name is checked again after it is resolved (AUTH-22).
 */
function checkPublic({ config }: AppContext, issuer: string): void {
  const { protocol, hostname } = new URL(issuer);
  const isReachable = protocol === 'https:' && !isPrivateHost(hostname);
  if (!isReachable && !isPrivateHost(new URL(config.publicUrl).hostname))
    throw refuse.field('issuer', PROVIDER_SENTENCE.publicIssuer);
}

/** A claim requires groups, and groups require a claim. */
function checkRoles(
  provider: Pick<SignOnProvider, 'role_claim' | 'case_manager_values' | 'company_admin_values'>,
): void {
  const { role_claim, case_manager_values, company_admin_values } = provider;
  const hasGroups = case_manager_values.length + company_admin_values.length > 0;
  if (hasGroups && role_claim === '') throw refuse.field('role_claim', PROVIDER_SENTENCE.noClaim);
  if (!hasGroups && role_claim !== '')
    throw refuse.field('case_manager_values', PROVIDER_SENTENCE.noGroups);
}

/** An issuer belongs to one company (AUTH-7), also after its provider is removed while bindings remain. */
async function claimIssuer(tx: Tx, issuer: string, company_id: number): Promise<void> {
  await tx
    .insertInto('sign_on_issuers')
    .values({ issuer, company_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes an issuer and its bindings. */
async function dropIssuer(tx: Tx, issuer: string): Promise<void> {
  await tx.deleteFrom('sign_on_issuers').where('issuer', '=', issuer).execute();
}

/**
 * Sets the domains whose addresses sign on here. Refuses a domain in which a user outside the company's staff has
 * an account, because they would be sent to another company's login.
 */
async function putDomains(
  tx: Tx,
  provider: { id: number; company_id: number; domains: string[] },
  domains: string[],
): Promise<void> {
  const { id, company_id } = provider;
  const isIn = (list: string[]) =>
    sql<boolean>`split_part(lower(email), '@', 2) = any(${list}::text[])`;
  await tx.deleteFrom('sign_on_domains').where('provider_id', '=', id).execute();
  if (domains.length > 0) {
    await tx
      .insertInto('sign_on_domains')
      .values(domains.map((domain) => ({ domain, provider_id: id })))
      .execute();
  }
  const others = await tx
    .selectFrom('users')
    .select('id')
    .where(isIn(domains))
    .where('deactivated_at', 'is', null)
    .where('company_id', 'is distinct from', company_id)
    .limit(1)
    .execute();
  if (others.length > 0) throw refuse.field('domains', PROVIDER_SENTENCE.domainOfOthers);
  await tx
    .updateTable('users')
    .set({
      is_ad_user: sql<boolean>`exists (
        select from sign_on_domains d join sign_on_providers p on p.id = d.provider_id
        where d.domain = split_part(lower(email), '@', 2) and p.company_id = ${company_id})`,
    })
    .where('company_id', '=', company_id)
    .where(isIn([...provider.domains, ...domains]))
    .execute();
}
