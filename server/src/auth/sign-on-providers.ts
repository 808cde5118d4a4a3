import { domainOf } from '@restvarde/contract/companies/sign-on-providers';
import { sql } from 'kysely';
import type { Config, OidcSettings } from '../config.ts';
import type { AppContext, OwnProvider } from '../context.ts';
import { firstRow } from '../db/first-row.ts';
import type { Queryable } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import { deriveKey, unseal } from '../keys.ts';

/** Who signs people on: a company's own provider, or the one that the environment names. */
export interface Provider extends Omit<OidcSettings, 'client_secret'> {
  /** Throws when it was sealed by another SECRET. */
  client_secret(): string;
  /** Null: the environment's. */
  id: number | null;
  /** Null: that of the first person whom it signed on. */
  company_id: number | null;
  /** Addresses of others it says nothing about. Empty, of the environment's alone: of all. */
  domains: string[];
  role_claim: string;
  case_manager_values: string[];
  company_admin_values: string[];
  /** Its `email` claim is believed without `email_verified` (AUTH-17). */
  trusts_email: boolean;
}

export const CHOOSE = {
  email: 'Skriv din e-postadress, så att vi vet vilken inloggning som är din.',
  unknown: 'Ingen inloggning för handläggare hör till den e-postadressen.',
} as const;

/** The provider that the environment names, as `startNode` takes it. */
export const providerOfEnvironment = (oidc: Config['oidc']): OwnProvider | null =>
  oidc && {
    domains: oidc.domains,
    trustsEmail: oidc.trustsEmail,
    settings: async () => oidc,
  };

/** The providers that companies have set up, and those of them that `which` keeps. */
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

/** The environment's, if it names one. */
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

/** The one that began a sign-on; null when it is there no more. */
export async function findProvider(
  context: AppContext,
  id: number | null,
): Promise<Provider | null> {
  if (id === null) return ownProvider(context);
  return (await readProviders(context, { id }))[0] ?? null;
}

/**
 * Where somebody signs on: by the domain of the address, or where there is but one. Null: nobody signs people on.
 * @throws DomainError 400 at `email` when the address has to show it, and does not.
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
 * Do the addresses of this domain sign on at an employer? The domain alone decides, so that nobody learns which of its
 * addresses have an account (AUTH-5): it belongs to a provider, or all accounts in it sign on at an employer.
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

/** Does this address of the company's staff sign on elsewhere, by what its providers own? */
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
