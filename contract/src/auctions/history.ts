import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams, instant } from '../fields.ts';
import { may } from '../roles.ts';

/** A change of an auction: who, when, what, with the values before and after (AUC-16). */
export const historyEntry = z.object({
  id,
  at: instant,
  action: z.string(),
  /** Null: the product itself. */
  user: z.nullable(z.object({ first_name: z.string(), last_name: z.string() })),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** The station of the removed or chosen bid; null without one, or if the station is deleted. */
  service_station_name: z.nullable(z.string()),
});

export type HistoryEntry = z.infer<typeof historyEntry>;

/** «Historik», oldest first; for those who may edit (AUC-16). */
export const getHistory = endpoint({
  method: 'GET',
  path: '/api/auctions/:id/history',
  summary: 'Historik',
  may: may.manageAuctions,
  params: idParams,
  reply: z.array(historyEntry),
});
