import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant } from './fields.ts';
import { may } from './roles.ts';

/** A letter that the mail server never took, for half a day of tries. What it says is not told. */
export const deadLetter = z.object({
  id: z.string(),
  /** The letter's kind, such as `winner`. */
  letter: z.string(),
  /** What it is about, if it is an auction. */
  auction_id: z.nullable(id),
  written_at: instant,
  given_up_at: instant,
  tries: z.int(),
  /** What the mail server said at the last try. */
  reason: z.string(),
});

export type DeadLetter = z.infer<typeof deadLetter>;

/** At most the latest 200, the newest first (MAIL-2). */
export const listDeadLetters = endpoint({
  method: 'GET',
  path: '/api/admin/dead-letters',
  summary: 'Brev som inte kunde skickas',
  may: may.switchCompany,
  reply: z.array(deadLetter),
});

/** Tries a letter again, from the beginning; who may get it is decided anew (MAIL-2). */
export const resendDeadLetter = endpoint({
  method: 'POST',
  path: '/api/admin/dead-letters/:letter/resend',
  summary: 'Försök skicka ett brev igen',
  may: may.switchCompany,
  params: z.object({
    letter: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  }),
  status: 204,
});
