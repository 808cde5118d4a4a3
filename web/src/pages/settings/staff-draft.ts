import { createCompany } from '@restvarde/contract/companies/companies';
import type { Body } from '@restvarde/contract/endpoint';
import { changeStaff, inviteStaff } from '@restvarde/contract/users';
import * as z from 'zod/mini';

type ChangeDraft = { first_name: string; last_name: string; role: string };
type InviteDraft = ChangeDraft & { email: string };

type WithRole<Draft> = Omit<Draft, 'role'> & { role: number };

const withRole = <Draft extends ChangeDraft>() =>
  z.pipe(
    z.custom<Draft>(),
    z.transform((draft: Draft): WithRole<Draft> => ({ ...draft, role: Number(draft.role) })),
  );

/** Judges an invitation; the role is text as it stands in the form (DATA-1). */
export const inviteDraft = z.pipe(
  withRole<InviteDraft>(),
  inviteStaff.body as unknown as z.ZodMiniType<Body<typeof inviteStaff>, WithRole<InviteDraft>>,
);

/** Judges a change of names and role. */
export const changeDraft = z.pipe(
  withRole<ChangeDraft>(),
  changeStaff.body as unknown as z.ZodMiniType<Body<typeof changeStaff>, WithRole<ChangeDraft>>,
);

export type CompanyDraft = {
  name: string;
  admin: { first_name: string; last_name: string; email: string };
};

/** Judges a new company with its first admin; the rest is written in its settings (DATA-1). */
export const companyDraft = createCompany.body as unknown as z.ZodMiniType<
  CompanyDraft,
  CompanyDraft
>;
