import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams, instant } from '../fields.ts';
import { may } from '../roles.ts';
import { FIELD_NAMES, fieldSpec } from './fields.ts';

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

/** The changed fields and terms that «Historik» shows, in its order, with their labels. */
export const HISTORY_LABELS: readonly (readonly [name: string, label: string])[] = [
  ...FIELD_NAMES.flatMap((field) => {
    const { label, history = label } = fieldSpec(field);
    return history === null ? [] : [[field, history] as const];
  }),
  // No fields of the form: terms of relisting and deciding.
  ['decision_days', 'Tid att avgöra (vardagar)'],
  ['relist_days', 'Ny auktion (dagar)'],
  ['relist_start_bid_percent', 'Nytt utropspris (procent)'],
  ['relist_reservation_percent', 'Nytt reservationspris (procent)'],
  ['allows_max_bids', 'Autobud'],
];

/** «Historik», oldest first; for those who may edit (AUC-16). */
export const getHistory = endpoint({
  method: 'GET',
  path: '/api/auctions/:id/history',
  summary: 'Historik',
  may: may.manageAuctions,
  params: idParams,
  reply: z.array(historyEntry),
});
