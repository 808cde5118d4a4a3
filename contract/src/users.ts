import * as z from 'zod/mini';
import { companyQuery } from './categories.ts';
import { endpoint } from './endpoint.ts';
import { emailAddress, id, idParams, requiredText } from './fields.ts';
import { may } from './roles.ts';

export const user = z.object({
  id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.union([z.literal(10), z.literal(20), z.literal(30)]),
  is_superuser: z.boolean(),
  /** Uses single sign-on, and has no password here (AUTH-7). */
  is_ad_user: z.boolean(),
  /** Of the current purchase conditions (BID-2). */
  has_accepted_terms: z.boolean(),
  /** The user's station is a staging area, which hands over objects (PICK-7). */
  is_staging_area: z.boolean(),
  /** The company requires a second factor, and the user has none: other calls are refused (SEC-7). */
  must_add_second_factor: z.boolean(),
});

export type User = z.infer<typeof user>;

/** First and last name joined. */
export function fullName(named: { first_name: string; last_name: string }): string {
  return `${named.first_name} ${named.last_name}`.trim();
}

/** The logged-in user. */
export const getMe = endpoint({
  method: 'GET',
  path: '/api/users/me',
  summary: 'Inloggad användare',
  may: may.anyUser,
  isForEnrolment: true,
  reply: user,
});

/** A person's names and e-mail address, with the messages of STN-4. */
export const person = {
  first_name: requiredText(60, 'Du måste ange förnamn'),
  last_name: requiredText(60, 'Du måste ange efternamn'),
  email: emailAddress('Du måste ange e-postadress'),
};

export const EMAIL_TAKEN = 'E-postadressen används redan';

/** Case manager or company admin. */
const staffRole = z.union([z.literal(20), z.literal(30)], { error: 'Du måste välja roll' });

/** A member of a company's staff, as admins see them (DATA-1). */
export const staffMember = z.object({
  id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: staffRole,
  company_id: id,
  company_name: z.string(),
  /** False: can no longer log in. */
  is_active: z.boolean(),
  /** Invited, but no password has been set yet. Always false with single sign-on. */
  is_invited: z.boolean(),
  /** Logs in with an authenticator app too (SEC-5). */
  has_second_factor: z.boolean(),
});

export type StaffMember = z.infer<typeof staffMember>;

/** The staff of the caller's own company by name; for a superuser that of all companies, or of the one named (DATA-1). */
export const listStaff = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'Personal',
  may: may.administer,
  query: companyQuery,
  reply: z.array(staffMember),
});

/** Invites a person to the staff, and sends an email to set a password (DATA-1). */
export const inviteStaff = endpoint({
  method: 'POST',
  path: '/api/users',
  summary: 'Bjud in personal',
  may: may.administer,
  query: companyQuery,
  body: z.object({ ...person, role: staffRole }),
  status: 201,
  reply: staffMember,
});

export const STAFF_SENTENCE = {
  ownRole: 'Du kan inte ändra din egen roll',
  ownAccess: 'Du kan inte stänga av dig själv',
  lastAdmin: 'Bolaget måste ha minst en administratör',
} as const;

/** Changes names or role, or closes and reopens the account; takes effect at the person's next call (AUTH-8). */
export const changeStaff = endpoint({
  method: 'PATCH',
  path: '/api/users/:id',
  summary: 'Ändra personal',
  may: may.administer,
  params: idParams,
  body: z.object({
    first_name: z.optional(person.first_name),
    last_name: z.optional(person.last_name),
    role: z.optional(staffRole),
    is_active: z.optional(z.boolean()),
  }),
  reply: staffMember,
});
