import * as z from 'zod/mini';
import { companyQuery } from './categories.ts';
import { endpoint } from './endpoint.ts';
import { may } from './roles.ts';

/** A task that concerns no auction (GEN-6). */
export const notice = z.object({
  kind: z.enum(['authorisation_to_check', 'emails_given_up', 'webhook_stopped']),
  /** What it is, in Swedish. */
  text: z.string(),
  /** The page on which the task is done. */
  path: z.string(),
});

export type Notice = z.infer<typeof notice>;

/** The notices above «Att göra» (GEN-6). */
export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notices',
  summary: 'Att se till',
  may: may.manageAuctions,
  query: companyQuery,
  reply: z.array(notice),
});
