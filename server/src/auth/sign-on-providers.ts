import { domainOf } from '@restvarde/contract/companies/sign-on-providers';
import { sql } from 'kysely';
import type { Config, OidcSettings } from '../config.ts';
import type { AppContext, OwnProvider } from '../context.ts';
import { firstRow, type Queryable } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { deriveKey, unseal } from '../keys.ts';

/** A single sign-on provider: a company's own, or the environment's. */
export interface Provider extends Omit<OidcSettings, 'client_secret'> {
  /** Throws if it was sealed by another SECRET. */
  client_secret(): string;
  /** Null: the environment's. */
  id: number | null;
  /** Null: the company of the first person that it signs on. */
  company_id: number | null;
  /** The domains that it vouches for. Empty, for the environment's only: all. */
  domains: string[];
  role_claim: string;
  case_manager_values: string[];
  company_admin_values: string[];
  /** Trusts its `email` claim without `email_verified` (AUTH-17). */
  trusts_email: boolean;
}

export const CHOOSE = {
  email: 'Skriv din e-postadress, så att vi vet vilken inloggning som är din.',
  unknown: 'Ingen inloggning för handläggare hör till den e-postadressen.',
} as const;

/** The environment's provider, in the form that `startNode` takes. */
export const providerOfEnvironment = (oidc: Config['oidc']): OwnProvider | null =>
  oidc && {
    domains: oidc.domains,
    trustsEmail: oidc.trustsEmail,
    settings: async () => oidc,
  };

/** The companies' providers, filtered by `which`. */
async function readProviders(
  context: AppContext,
  which: { id: number } | { domain: string } | 'all',
): Promise<Provider[]> {
  const isOne =
    which === 'all'
      ? sql`true`
      : 'id' in which
        ? sql`id = ${which.id}`
        : sql`id = (select provider_id from sign_on_domains where domain = ${which.domain})`;
  const { rows } = await sql<Omit<Provider, 'client_secret'> & { sealed_client_secret: string }>`
    select id, company_id, issuer, client_id, sealed_client_secret, role_claim, case_manager_values,
      company_admin_values, trusts_email,
      array(select domain from sign_on_domains where provider_id = p.id) as domains
    from sign_on_providers p where ${isOne} order by id`.execute(context.pool.db);
  const key = deriveKey(context.config.secret, 'seal');
  return rows.map(({ sealed_client_secret, ...provider }) => ({
    ...provider,
    client_secret: () => unseal(key, sealed_client_secret),
  }));
}

/** The environment's provider, if configured. */
async function ownProvider({ oidc }: AppContext): Promise<Provider | null> {
  if (!oidc) return null;
  const { client_secret, ...settings } = await oidc.settings();
  return {
    id: null,
    company_id: null,
    role_claim: '',
    case_manager_values: [],
    company_admin_values: [],
    domains: oidc.domains,
    trusts_email: oidc.trustsEmail ?? false,
    ...settings,
    client_secret: () => client_secret,
  };
}

/** The provider of a started sign-on; null if it has been removed. */
export async function findProvider(
  context: AppContext,
  id: number | null,
): Promise<Provider | null> {
  if (id === null) return ownProvider(context);
  return (await readProviders(context, { id }))[0] ?? null;
}

/**
 * Chooses the provider by the address's domain, or the only one. Null: there is none.
 * @throws DomainError 400 at `email` if the address must identify it, and does not.
 */
export async function chooseProvider(
  context: AppContext,
  email: string | undefined,
): Promise<Provider | null> {
  const domain = email === undefined ? '' : domainOf(email);
  const named = domain === '' ? [] : await readProviders(context, { domain });
  if (named[0]) return named[0];
  const { oidc } = context;
  const companies = await readProviders(context, 'all');
  const isOwn = oidc !== null && (oidc.domains.length === 0 || oidc.domains.includes(domain));
  if (oidc && (companies.length === 0 || (domain !== '' && isOwn))) return ownProvider(context);
  if (!oidc && companies.length <= 1) return companies[0] ?? null;
  throw refuse.field('email', domain === '' ? CHOOSE.email : CHOOSE.unknown);
}

/**
 * Whether this domain uses single sign-on. Only the domain decides, so that nobody learns which addresses have an
 * account (AUTH-5): it belongs to a provider, or all its accounts use single sign-on.
 */
export async function isSignedOnElsewhere(
  { pool, oidc }: AppContext,
  email: string,
): Promise<boolean> {
  const domain = domainOf(email);
  const { rows } = await sql<{ elsewhere: boolean }>`
    select exists (select from sign_on_domains where domain = ${domain}) or coalesce((
      select bool_and(is_ad_user) from (
        select is_ad_user from users
        where split_part(lower(email), '@', 2) = ${domain} and deactivated_at is null
        order by is_ad_user limit 1
      ) as people), false) as elsewhere`.execute(pool.db);
  return firstRow(rows).elsewhere || (oidc?.domains.includes(domain) ?? false);
}

/** Whether this address of a company's staff uses single sign-on, by the domains of its providers. */
export async function signsOnElsewhere(
  db: Queryable,
  { oidc }: AppContext,
  company: number,
  email: string,
): Promise<boolean> {
  const domain = domainOf(email);
  const found = await db
    .selectFrom('sign_on_domains as d')
    .innerJoin('sign_on_providers as p', 'p.id', 'd.provider_id')
    .select('domain')
    .where('domain', '=', domain)
    .where('p.company_id', '=', company)
    .executeTakeFirst();
  return found !== undefined || (oidc?.domains.includes(domain) ?? false);
}
