import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { may } from '../roles.ts';

/** What waits for the caller's station, for the counts in its menu (LIST-17). */
export const myTasks = z.object({
  /** Offers to answer. */
  open_offers: z.int(),
  /** Purchases with something that is late or due today. */
  due_purchases: z.int(),
});

export type MyTasks = z.infer<typeof myTasks>;

/** Counts the open offers to the station, and its purchases with something that is late or due today. */
export const countMyTasks = endpoint({
  method: 'GET',
  path: '/api/my-tasks',
  summary: 'Att göra som verkstad',
  may: may.actAsStation,
  reply: myTasks,
});
