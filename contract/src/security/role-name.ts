import { ROLE, type Role } from '../roles.ts';

const NAMES: Record<Role, string> = {
  [ROLE.serviceStation]: 'Verkstad',
  [ROLE.caseManager]: 'Handläggare',
  [ROLE.companyAdmin]: 'Administratör',
};

/** The displayed name of a role (ROLE-1). */
export function roleName(user: { role: Role; is_superuser: boolean }): string {
  return user.is_superuser ? 'Superanvändare' : NAMES[user.role];
}
