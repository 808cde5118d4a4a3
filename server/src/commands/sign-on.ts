import { domainOf, issuerKey } from '@restvarde/contract/companies/sign-on-providers';
import { normalDomain, normalEmail } from '@restvarde/contract/fields';
import { sql } from 'kysely';
import { sendSetPasswordEmail } from '../auth/emails/send-account-email.ts';
import { endSessionsOf } from '../auth/end-sessions.ts';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import { StartError } from '../start-error.ts';
import type { Command } from './base/command.ts';
import { inOneTransaction } from './base/open-context.ts';

const TARGETS = ['employer', 'password'] as const;
type Target = (typeof TARGETS)[number];

export const signOn: Command = {
  summary: 'show how staff log in, and change it',
  help: `Lists active staff, all or those of an e-mail address or a domain, and how each logs in.
--to employer: they use single sign-on, and are unbound from an earlier issuer. Use it after a change of
  OIDC_ISSUER. Accounts that have not signed on yet need no command: they are converted at the first sign-on.
--to password: they log in by password and code. Those without a password get an email with a link to choose one. Use it
  after OIDC_… has been removed. Refused while a provider owns the domain.`,
  arguments: { usage: '[<e-mail or domain>] [--to employer|password]', least: 0, most: 1 },
  options: { to: { type: 'string' } },
  async run(invocation) {
    const [which = null] = invocation.args;
    const target = readTarget(invocation.options.to, which);
    const lines = await inOneTransaction(invocation, async (context, tx) => {
      const providers = await readIssuers(context, tx);
      const staff = await readStaff(tx, which && readAddress(which));
      if (staff.length === 0) throw new StartError(`No active staff has ${which ?? 'an account'}.`);
      if (target) await change(context, tx, staff, providers, target);
      const after = target ? await readStaff(tx, readAddress(which!)) : staff;
      return after.map((one) => `${one.email}  ${one.company}  ${describe(one, providers)}`);
    });
    for (const line of lines) invocation.print(line);
    return 0;
  },
};

/** Normalizes an e-mail address or a domain. */
const readAddress = (written: string) =>
  written.includes('@') ? normalEmail(written) : normalDomain(written);

function readTarget(written: unknown, which: string | null): Target | null {
  if (written === undefined) return null;
  const target = TARGETS.find((one) => one === written);
  if (!target) throw new StartError(`--to must be ${TARGETS.join(' or ')}, not "${written}".`);
  if (which === null) throw new StartError('Name an e-mail address or a domain to change.');
  return target;
}

/** A provider that may sign a person on. */
interface Issuer {
  issuer: string;
  /** Null: the environment's. */
  company_id: number | null;
  domains: string[];
}

async function readIssuers({ oidc }: AppContext, tx: Tx): Promise<Issuer[]> {
  const { rows } = await sql<Issuer>`
    select issuer, company_id,
      array(select domain from sign_on_domains where provider_id = p.id) as domains
    from sign_on_providers p order by id`.execute(tx);
  if (!oidc) return rows;
  const { issuer } = await oidc.settings();
  return [...rows, { issuer: issuerKey(issuer), company_id: null, domains: oidc.domains }];
}

interface Person {
  id: number;
  email: string;
  company_id: number;
  company: string;
  is_ad_user: boolean;
  has_password: boolean;
  /** The issuer that the account is bound to; null before the first sign-on. */
  bound_to: string | null;
}

async function readStaff(tx: Tx, which: string | null): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.email, u.company_id, c.name as company, u.is_ad_user,
      u.password_hash is not null as has_password, b.issuer as bound_to
    from users u
    join companies c on c.id = u.company_id
    left join sign_on_bindings b on b.user_id = u.id
    where u.deactivated_at is null and not u.waits_for_address
      and (${which}::text is null or lower(u.email) = ${which}
        or split_part(lower(u.email), '@', 2) = ${which})
    order by c.name, u.email`.execute(tx);
  return rows;
}

/** The provider that owns the domain of a person's address. */
const ownerOf = (person: Person, issuers: Issuer[]) =>
  issuers.find(
    ({ company_id, domains }) =>
      (company_id === null || company_id === person.company_id) &&
      domains.includes(domainOf(person.email)),
  );

/** The provider that signs a person on: the domain's, or the environment's if that has no domains. */
const issuerOf = (person: Person, issuers: Issuer[]) =>
  ownerOf(person, issuers) ??
  issuers.find(({ company_id, domains }) => company_id === null && domains.length === 0);

function describe(person: Person, issuers: Issuer[]): string {
  const issuer = issuerOf(person, issuers)?.issuer;
  const { is_ad_user, bound_to } = person;
  if (!is_ad_user)
    return ownerOf(person, issuers)
      ? `password until now, converted at the next sign-on by ${issuer}`
      : 'password';
  if (!issuer) return 'employer, but no provider signs this address on: use --to password';
  if (bound_to === null) return `employer, has not signed on by ${issuer} yet`;
  return bound_to === issuer
    ? `employer, signs on by ${issuer}`
    : `employer, but bound to ${bound_to}: use --to employer to bind to ${issuer}`;
}

async function change(
  context: AppContext,
  tx: Tx,
  staff: Person[],
  issuers: Issuer[],
  target: Target,
): Promise<void> {
  for (const person of staff) {
    const { id, email, company_id, is_ad_user, bound_to } = person;
    const issuer = issuerOf(person, issuers);
    if (target === 'employer' && !issuer)
      throw new StartError(`No provider signs ${email} on. Nothing has been changed.`);
    if (target === 'password' && ownerOf(person, issuers))
      throw new StartError(
        `${domainOf(email)} belongs to ${issuer!.issuer}: remove the domain from OIDC_DOMAINS, or from the provider under Inställningar, first. Nothing has been changed.`,
      );
    const isKept = target === 'employer' && bound_to === issuer!.issuer;
    if (bound_to !== null && !isKept)
      await tx.deleteFrom('sign_on_bindings').where('user_id', '=', id).execute();
    if (is_ad_user === (target === 'employer')) continue;
    await tx.updateTable('users').set({ is_ad_user: !is_ad_user }).where('id', '=', id).execute();
    await endSessionsOf(tx, [id]);
    await tx
      .insertInto('audit_log')
      .values({
        company_id,
        action: 'change staff',
        before: JSON.stringify({ user_id: id, is_ad_user }),
        after: JSON.stringify({ user_id: id, is_ad_user: !is_ad_user }),
      })
      .execute();
    if (target === 'password' && !person.has_password) await sendSetPasswordEmail(context, tx, id);
  }
}
