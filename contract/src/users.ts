import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { may } from './roles.ts';

export const user = z.object({
  id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.union([z.literal(10), z.literal(20), z.literal(30)]),
  is_superuser: z.boolean(),
  /** Of the purchase conditions that are in force now (BID-2). */
  has_accepted_terms: z.boolean(),
});

export type User = z.infer<typeof user>;

/** First and last name joined. */
export function fullName(person: { first_name: string; last_name: string }): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

/** The logged-in user. */
export const getMe = endpoint({
  method: 'GET',
  path: '/api/users/me',
  summary: 'Inloggad användare',
  may: may.anyUser,
  reply: user,
});
