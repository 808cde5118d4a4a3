import type { SettingsDraft } from './settings-draft.ts';

/** The parts of a company's form, which are saved one by one: each card's id, title and fields (SET-1). */
export const COMPANY_PARTS = [
  {
    id: 'uppgifter',
    title: 'Uppgifter',
    fields: ['name', 'email', 'phone', 'street', 'postal', 'city', 'logo'],
  },
  {
    id: 'nya-auktioner',
    title: 'Nya auktioner',
    fields: [
      'default_end_dt_increment_days',
      'default_end_dt_increment_time',
      'next_auction_number',
    ],
  },
  {
    id: 'budgivning',
    title: 'Budgivning',
    fields: ['auction_end_dt_incrementation', 'bid_increment_intervals'],
  },
  {
    id: 'forsaljning',
    title: 'Försäljning',
    fields: [
      'decision_days',
      'relist_dismantling',
      'relist_days',
      'relist_start_bid_percent',
      'relist_reservation_percent',
      'dismantling_bidders',
      'release_after_payment',
      'follow_deregistration',
      'allows_max_bids',
    ],
  },
  {
    id: 'mejl',
    title: 'Mejl från Restvärde',
    fields: ['ended_auction_email', 'auction_summary_email'],
  },
  { id: 'autentiseringsapp', title: 'Autentiseringsapp', fields: ['requires_second_factor'] },
] as const satisfies readonly { id: string; title: string; fields: (keyof SettingsDraft)[] }[];

export type CompanyPart = (typeof COMPANY_PARTS)[number];
