import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { isDate } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { id, instant, text } from '../fields.ts';
import { cursor, page } from '../paging.ts';
import { may } from '../roles.ts';
import { EVENT_KINDS } from './event-kinds.ts';

const named = z.object({ id, first_name: z.string(), last_name: z.string() });

/** A security event (SEC-1). */
export const securityEvent = z.object({
  id,
  at: instant,
  kind: z.enum(EVENT_KINDS),
  /** The account; null if there is none. */
  person: z.nullable(named),
  /** The actor; null without a login, or if no person did it. */
  actor: z.nullable(named),
  /** Null if it belongs to no company. */
  company_name: z.nullable(z.string()),
  /** The IP address; null if there is none. */
  ip: z.nullable(z.string()),
  /** «Chrome på Windows»; empty without a browser. */
  browser: z.string(),
  /** The details of its kind; see `describeEvent`. */
  details: z.record(z.string(), z.unknown()),
});

export type SecurityEvent = z.infer<typeof securityEvent>;

const day = z.optional(z.string().check(z.refine(isDate, 'Ange datum som ÅÅÅÅ-MM-DD')));

/** `person` is part of a name or address, of the account or the actor; `from` and `to` are days in Stockholm. */
export const securityFilter = z.object({
  ...companyQuery.shape,
  person: z.optional(text(100)),
  kind: z.optional(z.enum(EVENT_KINDS)),
  from: day,
  to: day,
  cursor,
});

export type SecurityFilter = z.output<typeof securityFilter>;

/** The security log of the caller's own company, the newest first; for a superuser that of all companies, or of the one named (SEC-2). */
export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/api/security-events',
  summary: 'Säkerhetslogg',
  may: may.administer,
  query: securityFilter,
  reply: page(securityEvent),
});

/** The security log as CSV, with its filters; the export is an event too (SEC-2). */
export const exportSecurityEvents = endpoint({
  method: 'GET',
  path: '/api/security-events/export',
  summary: 'Exportera säkerhetsloggen',
  may: may.administer,
  query: securityFilter,
  download: { name: 'sakerhetslogg.csv', type: 'text/csv; charset=utf-8' },
});
