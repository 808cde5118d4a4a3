import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { endpoint } from '../endpoint.ts';
import { SENTENCE } from '../errors.ts';
import { id, idParams, ifValidSoFar, normalDomain, requiredText, text } from '../fields.ts';
import { may } from '../roles.ts';

export const PROVIDER_SENTENCE = {
  issuer: 'Ange en adress med https://',
  publicIssuer: 'Ange en adress med https:// som nås från internet',
  issuerTaken: 'Utfärdaren används redan',
  domain: 'Ange domäner som bolaget.se',
  domainTaken: 'Domänen används redan av en annan inloggningstjänst',
  domainOfOthers: 'Domänen används av konton utanför bolaget',
  noClaim: 'Ange vilket attribut grupperna står i',
  noGroups: 'Ange minst en grupp',
  vouched: 'Utfärdare, domäner och intyg ändras av Restvärde',
} as const;

/**
 * A company's sign-on provider (AUTH-7). It is trusted about addresses in its domains. If `role_claim`
 * is set, the groups in that claim decide the role at each login; else sign-on does not change roles.
 */
export const signOnProvider = z.object({
  id,
  company_id: id,
  issuer: z.string(),
  client_id: z.string(),
  domains: z.array(z.string()),
  role_claim: z.string(),
  case_manager_values: z.array(z.string()),
  company_admin_values: z.array(z.string()),
  /** Its `email` claim is trusted without `email_verified` (AUTH-17). */
  trusts_email: z.boolean(),
});

export type SignOnProvider = z.infer<typeof signOnProvider>;

/** An issuer's address in the form that is compared: without a final slash. */
export function issuerKey(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/$/, '') : url;
}

/** The domain of an e-mail address in its stored form. */
export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

/** Requires TLS except on this machine, since the client's secret is sent there, and no user name in the URL. */
export function isTrustworthy(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(url);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const isPlain = !username && !password && !search && !hash;
  return (protocol === 'https:' || (protocol === 'http:' && isHere)) && isPlain;
}

const issuer = requiredText(300, SENTENCE.required).check(
  z.refine(isTrustworthy, { error: PROVIDER_SENTENCE.issuer, when: ifValidSoFar }),
  z.overwrite(issuerKey),
);

const domain = text(200).check(
  z.overwrite((written: string) => normalDomain(written.replace(/^@/, ''))),
  z.minLength(1, PROVIDER_SENTENCE.domain),
);

const domains = z
  .array(domain)
  .check(z.minLength(1, PROVIDER_SENTENCE.domain), z.maxLength(50), unique());
const values = z.array(requiredText(200, SENTENCE.required)).check(z.maxLength(50), unique());

function unique() {
  return z.overwrite((list: string[]) => [...new Set(list)]);
}

const roles = {
  role_claim: z.optional(text(100)),
  case_manager_values: z.optional(values),
  company_admin_values: z.optional(values),
};

/** The providers of the caller's own company; for a superuser those of all companies, or of the named one. */
export const listSignOnProviders = endpoint({
  method: 'GET',
  path: '/api/sign-on-providers',
  summary: 'Bolagets inloggningstjänster',
  may: may.administer,
  query: companyQuery,
  reply: z.array(signOnProvider),
});

/** Adds a company's sign-on provider. Only superusers may, since it decides which domains are trusted. */
export const createSignOnProvider = endpoint({
  method: 'POST',
  path: '/api/sign-on-providers',
  summary: 'Lägg till inloggningstjänst',
  may: may.switchCompany,
  query: companyQuery,
  body: z.object({
    issuer,
    client_id: requiredText(300, SENTENCE.required),
    client_secret: requiredText(500, SENTENCE.required),
    domains,
    trusts_email: z.optional(z.boolean()),
    ...roles,
  }),
  status: 201,
  reply: signOnProvider,
});

/**
 * Changes a provider; absent fields, including the secret, keep their values. The company's admin may change client,
 * secret and groups; only a superuser may change issuer, domains and trust in e-mails. Changing the issuer or the domains
 * drops the bindings of accounts.
 */
export const changeSignOnProvider = endpoint({
  method: 'PATCH',
  path: '/api/sign-on-providers/:id',
  summary: 'Ändra inloggningstjänst',
  may: may.administer,
  params: idParams,
  body: z.object({
    issuer: z.optional(issuer),
    client_id: z.optional(requiredText(300, SENTENCE.required)),
    client_secret: z.optional(requiredText(500, SENTENCE.required)),
    domains: z.optional(domains),
    trusts_email: z.optional(z.boolean()),
    ...roles,
  }),
  reply: signOnProvider,
});

/** Removes a provider; its users log in by password again. */
export const removeSignOnProvider = endpoint({
  method: 'DELETE',
  path: '/api/sign-on-providers/:id',
  summary: 'Ta bort inloggningstjänst',
  may: may.switchCompany,
  params: idParams,
});
