import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { DISMANTLING_BIDDERS } from '../dismantling.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParams, kronor } from '../fields.ts';
import { may } from '../roles.ts';
import { companySettings, companySettingsForm, LOGO_MAX_BYTES } from './company-settings.ts';

/** From `min_price` up to, not including, `max_price` a bid is raised by at least `increment` kronor (BID-4). */
export const bidIncrement = z.object({
  min_price: kronor,
  max_price: kronor,
  increment: kronor,
});

export type BidIncrement = z.infer<typeof bidIncrement>;

/** The public fields of a company. */
export const companyCard = z.object({ id, name: z.string(), logo: z.nullable(z.string()) });

/**
 * A company. From `ended_auction_email` on: the rules for its auctions, for its own staff and superusers;
 * null for workshops.
 */
export const company = z.object({
  ...companyCard.shape,
  email: z.string(),
  phone: z.string(),
  street: z.string(),
  postal: z.string(),
  city: z.string(),
  ended_auction_email: z.nullable(z.string()),
  auction_summary_email: z.nullable(z.string()),
  default_end_dt_increment_days: z.nullable(z.int()),
  /** HH:MM */
  default_end_dt_increment_time: z.nullable(z.string()),
  /** Minutes by which a late bid extends (BID-6). */
  auction_end_dt_incrementation: z.nullable(z.int()),
  bid_increment_intervals: z.nullable(z.array(bidIncrement)),
  next_auction_number: z.nullable(z.string()),
  /** Working days to decide in, after an end without a winner; 0: no deadline (OFFER-1). */
  decision_days: z.nullable(z.int()),
  /** Who may bid on its auctions for dismantling (DISM-3). */
  dismantling_bidders: z.nullable(z.enum(DISMANTLING_BIDDERS)),
  /** The winner gets the release code when it has paid (PICK-2). */
  release_after_payment: z.nullable(z.boolean()),
  /** Winners of auctions for dismantling must send proof of deregistration (DISM-7). */
  follow_deregistration: z.nullable(z.boolean()),
  /** Unsold objects for repair are relisted for dismantling (RELIST-6). */
  relist_dismantling: z.nullable(z.boolean()),
  relist_days: z.nullable(z.int()),
  /** Percents of the earlier start bid and reserve; null also for no reserve. */
  relist_start_bid_percent: z.nullable(z.int()),
  relist_reservation_percent: z.nullable(z.int()),
  /** Stations may set a maximum in its auctions with open bids (AUTO-1). */
  allows_max_bids: z.nullable(z.boolean()),
  /** Its staff must log in with an authenticator app (SEC-7). */
  requires_second_factor: z.nullable(z.boolean()),
});

export type Company = z.infer<typeof company>;

/** All companies by name, for superusers and company admins (ROLE-12). */
export const listCompanies = endpoint({
  method: 'GET',
  path: '/api/companies',
  summary: 'Bolag',
  may: may.administer,
  reply: z.array(companyCard),
});

/** The caller's own company; a superuser names one (API-5). */
export const getCompany = endpoint({
  method: 'GET',
  path: '/api/company',
  summary: 'Bolagets uppgifter',
  may: may.anyUser,
  query: companyQuery,
  errors: [404],
  reply: company,
});

/**
 * Changes the caller's own company; a superuser names one. JSON, or form data with a picture `logo` in JPG or
 * PNG of at most 2 MB. Auctions that have not begun follow what they copied (SET-1, BID-4, GEN-2).
 */
export const changeCompany = endpoint({
  method: 'PATCH',
  path: '/api/company',
  summary: 'Ändra bolagets inställningar',
  may: may.administer,
  query: companyQuery,
  errors: [404],
  body: companySettings,
  multipart: { field: 'logo', max_bytes: LOGO_MAX_BYTES },
  form: companySettingsForm,
  reply: company,
});

/** Changes a company, as `/api/company` does (DATA-1). */
export const changeNamedCompany = endpoint({
  method: 'PATCH',
  path: '/api/companies/:id',
  summary: 'Ändra ett bolag',
  may: may.switchCompany,
  params: idParams,
  body: companySettings,
  multipart: { field: 'logo', max_bytes: LOGO_MAX_BYTES },
  form: companySettingsForm,
  reply: company,
});
