import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant } from './fields.ts';
import { may } from './roles.ts';

/** An email that the mail server did not accept for half a day. Its content is not shown. */
export const failedEmail = z.object({
  id: z.string(),
  /** The email's kind, such as `winner`; named as in release 1.0.0. */
  letter: z.string(),
  /** The kind's Swedish name; the kind itself if only another release has it. */
  name: z.string(),
  /** The address that it would go to today; null if it has no recipient any more. */
  to: z.nullable(z.string()),
  /** The auction that it is about, if any. */
  auction_id: z.nullable(id),
  auction_number: z.nullable(z.string()),
  written_at: instant,
  given_up_at: instant,
  tries: z.int(),
  /** The mail server's answer to the last try. */
  reason: z.string(),
});

export type FailedEmail = z.infer<typeof failedEmail>;

const mailState = z.object({
  /** Emails that wait for their first try, and since when the oldest waits. */
  waiting: z.int(),
  waiting_since: z.nullable(instant),
  /** Emails that were not accepted, and wait for their next try. */
  delayed: z.int(),
  /** All that were given up and not sent again. */
  given_up: z.int(),
  /** At most the latest 200 of them, the newest first. */
  letters: z.array(failedEmail),
});

export type MailState = z.infer<typeof mailState>;

/** The state of email sending (MAIL-2). The paths and `letters` are those of release 1.0.0. */
export const readMailState = endpoint({
  method: 'GET',
  path: '/api/admin/dead-letters',
  summary: 'Mejl som väntar, och mejl som inte kunde skickas',
  may: may.switchCompany,
  reply: mailState,
});

/** Sends an email again; the recipient is checked again (MAIL-2). */
export const resendFailedEmail = endpoint({
  method: 'POST',
  path: '/api/admin/dead-letters/:id/resend',
  summary: 'Försök skicka ett mejl igen',
  may: may.switchCompany,
  params: z.object({
    id: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  }),
});

/** Sends all given-up emails again (MAIL-2). */
export const resendFailedEmails = endpoint({
  method: 'POST',
  path: '/api/admin/dead-letters/resend',
  summary: 'Försök skicka alla mejl igen',
  may: may.switchCompany,
});
