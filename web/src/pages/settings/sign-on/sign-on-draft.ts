import {
  changeSignOnProvider,
  createSignOnProvider,
  type SignOnProvider,
} from '@restvarde/contract/companies/sign-on-providers';
import { draftSchema } from '../../../base/forms/draft-schema.ts';

/** The form values of a provider: domains separated by commas or lines, one group per line. */
export type ProviderDraft = Record<
  | 'issuer'
  | 'client_id'
  | 'client_secret'
  | 'domains'
  | 'role_claim'
  | 'case_manager_values'
  | 'company_admin_values',
  string
> & { trusts_email: 'no' | 'yes' };

const split = (text: string, by: RegExp) =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const read = (draft: ProviderDraft) => ({
  ...draft,
  trusts_email: draft.trusts_email === 'yes',
  domains: split(draft.domains, /[\s,;]+/),
  case_manager_values: split(draft.case_manager_values, /\n/),
  company_admin_values: split(draft.company_admin_values, /\n/),
});

/** Validates a new provider (AUTH-18). */
export const newProvider = draftSchema(createSignOnProvider.body, read);

/** Validates a changed provider. An empty secret keeps the stored one. */
export const changedProvider = draftSchema(
  changeSignOnProvider.body,
  ({ client_secret, ...draft }: ProviderDraft) => ({
    ...read({ ...draft, client_secret }),
    client_secret: client_secret === '' ? undefined : client_secret,
  }),
);

/** The initial form values. The server never returns a secret. */
export const draftOf = (provider: SignOnProvider | null): ProviderDraft => ({
  issuer: provider?.issuer ?? '',
  client_id: provider?.client_id ?? '',
  client_secret: '',
  domains: provider?.domains.join(', ') ?? '',
  trusts_email: provider?.trusts_email ? 'yes' : 'no',
  role_claim: provider?.role_claim ?? '',
  case_manager_values: provider?.case_manager_values.join('\n') ?? '',
  company_admin_values: provider?.company_admin_values.join('\n') ?? '',
});
