import { domainOf } from '@restvarde/contract/companies/sign-on-providers';
import type { IDToken } from 'openid-client';
import type { Provider } from './sign-on-providers.ts';

/**
 * The addresses in lower case that a provider is believed about, UPN first. Where it has domains, only theirs: the
 * rest is another's to vouch for. An e-mail that is said not to be confirmed names nobody, and the text 'true' does
 * not say that it is; where nothing is said of it (AD FS), its domain has to be the provider's own (AUTH-7).
 */
export function namesIn(claims: IDToken, { domains }: Pick<Provider, 'domains'>): string[] {
  const { upn, email, email_verified } = claims;
  const isOwn = (name: string) => domains.length === 0 || domains.includes(domainOf(name));
  const isSilent = email_verified === undefined && domains.length > 0;
  return [upn, email_verified === true || isSilent ? email : null]
    .filter((name) => typeof name === 'string')
    .map((name) => name.trim().toLowerCase())
    .filter(isOwn);
}

/** What the groups of a person give: `kept` where the provider does not decide it, null when they give none. */
export function roleIn(
  claims: IDToken,
  provider: Pick<Provider, 'role_claim' | 'case_manager_values' | 'company_admin_values'>,
): 20 | 30 | 'kept' | null {
  if (provider.role_claim === '') return 'kept';
  const held = [claims[provider.role_claim]].flat();
  if (provider.company_admin_values.some((value) => held.includes(value))) return 30;
  return provider.case_manager_values.some((value) => held.includes(value)) ? 20 : null;
}
