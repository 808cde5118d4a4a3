import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { endpoint } from '../endpoint.ts';
import { may } from '../roles.ts';

const emailPreview = z.object({
  /** The email's kind, such as `winner`. */
  kind: z.string(),
  subject: z.string(),
  /** Where it is shown, for a quarter of an hour: a page of its own, to be framed. */
  address: z.string(),
});

export type EmailPreview = z.infer<typeof emailPreview>;

/** Every kind of email as it looks from the company, about what is made up (MAIL-7). */
export const listEmailPreviews = endpoint({
  method: 'GET',
  path: '/api/email-previews',
  summary: 'Så ser mejlen ut',
  may: may.administer,
  query: companyQuery,
  reply: z.array(emailPreview),
});
