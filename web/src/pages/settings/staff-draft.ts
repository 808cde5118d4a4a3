import { createCompany } from '@restvarde/contract/companies/create-company';
import { changeStaff, inviteStaff } from '@restvarde/contract/users';
import { draftSchema } from '../../base/forms/draft-schema.ts';

type ChangeDraft = { first_name: string; last_name: string; role: string };
type InviteDraft = ChangeDraft & { email: string };

const withRole = <Draft extends ChangeDraft>(draft: Draft) => ({
  ...draft,
  role: Number(draft.role),
});

/** Validates an invitation. The form's role is text (DATA-1). */
export const inviteDraft = draftSchema(inviteStaff.body, withRole<InviteDraft>);

/** Validates a change of names and role. */
export const changeDraft = draftSchema(changeStaff.body, withRole<ChangeDraft>);

export type CompanyDraft = {
  name: string;
  admin: { first_name: string; last_name: string; email: string };
};

/** Validates a new company with its first admin; the rest is set in its settings (DATA-1). */
export const companyDraft = draftSchema(createCompany.body, (draft: CompanyDraft) => draft);
