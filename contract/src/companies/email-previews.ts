import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { endpoint } from '../endpoint.ts';
import { may } from '../roles.ts';

export const emailPreview = z.object({
  /** The email's kind, such as `winner`. */
  kind: z.string(),
  /** Swedish. */
  name: z.string(),
  subject: z.string(),
  /** The address of its preview, valid for a quarter of an hour: a page to be shown in a frame. */
  address: z.string(),
});

export type EmailPreview = z.infer<typeof emailPreview>;

/** Previews of every kind of email, sorted by name, as the company sends it, about a made-up object (MAIL-7). */
export const listEmailPreviews = endpoint({
  method: 'GET',
  path: '/api/email-previews',
  summary: 'Så ser mejlen ut',
  may: may.administer,
  query: companyQuery,
  reply: z.array(emailPreview),
});
