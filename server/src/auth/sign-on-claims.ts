import { domainOf } from '@restvarde/contract/companies/sign-on-providers';
import { normalEmail } from '@restvarde/contract/fields';
import type { IDToken } from 'openid-client';
import type { Provider } from './sign-on-providers.ts';

/** Issuer hosts of Microsoft Entra ID, whose `preferred_username` is a member's UPN. */
const ENTRA = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'sts.windows.net',
];

/**
 * The normalized addresses that a provider may vouch for, UPN first (AUTH-17). If it has domains, only addresses in
 * those count. An e-mail counts if `email_verified` is true, not the text 'true'. Without that claim `trusts_email`
 * decides, because users of some providers can change their own e-mail.
 */
export function addressesIn(
  claims: IDToken,
  provider: Pick<Provider, 'domains' | 'trusts_email'>,
): string[] {
  const { email, email_verified } = claims;
  const { domains, trusts_email } = provider;
  const isConfirmed = email_verified === true || (trusts_email && email_verified === undefined);
  return [claims.upn, entraUpn(claims), isConfirmed ? email : null]
    .filter((address) => typeof address === 'string')
    .map(normalEmail)
    .filter((address) => domains.length === 0 || domains.includes(domainOf(address)));
}

/**
 * The UPN of a member of an Entra ID tenant, which only the tenant's admins can change. Null for a guest (`acct` is
 * 1, or `idp` names the home tenant), whose address this tenant does not vouch for.
 */
function entraUpn({ iss, idp, acct, preferred_username }: IDToken): unknown {
  const isEntra = URL.canParse(iss) && ENTRA.includes(new URL(iss).hostname);
  const isGuest = acct === 1 || (idp !== undefined && idp !== iss);
  return isEntra && !isGuest ? preferred_username : null;
}

/** The role of a person's groups: `kept` if the provider does not decide it, null if no group gives one. */
export function roleIn(
  claims: IDToken,
  provider: Pick<Provider, 'role_claim' | 'case_manager_values' | 'company_admin_values'>,
): 20 | 30 | 'kept' | null {
  if (provider.role_claim === '') return 'kept';
  const held = [claims[provider.role_claim]].flat();
  if (provider.company_admin_values.some((value) => held.includes(value))) return 30;
  return provider.case_manager_values.some((value) => held.includes(value)) ? 20 : null;
}
