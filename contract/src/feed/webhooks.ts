import * as z from 'zod/mini';
import { companyQuery } from '../categories.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParam, idParams, instant, whenMissing } from '../fields.ts';
import { may } from '../roles.ts';

/** The types of events that webhooks receive (FEED-9). */
export const WEBHOOK_EVENTS = [
  'auction.ended',
  'winner.notified',
  'bids.released',
  'auction.relisted',
  'auction.deleted',
  'collection.handed_over',
  'collection.undone',
  'deregistration.approved',
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** An event, or the test that an admin sends. */
export const WEBHOOK_TYPES = [...WEBHOOK_EVENTS, 'webhook.test'] as const;

/** The number of webhooks of a company, and the days for which deliveries are kept (FEED-9). */
export const WEBHOOK_LIMITS = { per_company: 5, url: 500, deliveries: 50, days: 30 } as const;

export const WEBHOOK_SENTENCE = {
  https: 'Adressen ska inledas med https://',
  notAllowed: 'Adressen är inte tillåten.',
  events: 'Välj minst en händelse',
  tooMany: 'Högst fem webhookar.',
} as const;

/** Why a call to a webhook got no status (FEED-10). */
export const DELIVERY_FAULT = {
  not_allowed: WEBHOOK_SENTENCE.notAllowed,
  timeout: 'Inget svar inom 15 sekunder.',
  broken: 'Anslutningen bröts.',
} as const;

const url = z.string({ error: whenMissing(WEBHOOK_SENTENCE.https) }).check(
  z.trim(),
  z.maxLength(WEBHOOK_LIMITS.url),
  z.refine((text) => URL.canParse(text) && /^https:\/\//i.test(text), {
    error: WEBHOOK_SENTENCE.https,
    when: ({ issues }) => issues.length === 0,
  }),
  // The database stores neither NUL nor half a surrogate pair.
  z.refine((text) => !/[\s\p{C}]/u.test(text), {
    error: WEBHOOK_SENTENCE.notAllowed,
    when: ({ issues }) => issues.length === 0,
  }),
);

const events = z.pipe(
  z
    .array(z.enum(WEBHOOK_EVENTS), { error: whenMissing(WEBHOOK_SENTENCE.events) })
    .check(z.minLength(1, WEBHOOK_SENTENCE.events), z.maxLength(20)),
  z.transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event))),
);

/** A webhook of a company, without its secret (FEED-9). */
export const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** False: an admin has paused it, or the product has stopped it (FEED-10). */
  active: z.boolean(),
  created_at: instant,
});

export type Webhook = z.infer<typeof webhook>;

/** A call to a webhook, with its tries (FEED-10). */
export const delivery = z.object({
  id,
  type: z.enum(WEBHOOK_TYPES),
  created_at: instant,
  /** The HTTP status of the last try; null if there was none. */
  status: z.nullable(z.int()),
  tries: z.int(),
  /** When it is tried again; null if it is not. */
  next_at: z.nullable(instant),
  /** Why the last try got no status. */
  error: z.nullable(z.string()),
});

export type Delivery = z.infer<typeof delivery>;

const base = { may: may.administer, query: companyQuery } as const;
const secret = z.object({ secret: z.string() });

/** The webhooks of the company, newest first (FEED-9). */
export const listWebhooks = endpoint({
  ...base,
  method: 'GET',
  path: '/api/webhooks',
  summary: 'Webhookar',
  reply: z.array(webhook),
});

/** Adds a webhook. Only this answer and that of a rotation have a secret (FEED-9). */
export const createWebhook = endpoint({
  ...base,
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Lägg till webhook',
  body: z.object({ url, events }),
  status: 201,
  reply: z.extend(webhook, secret.shape),
});

/** Changes a webhook. `active: true` starts one that was stopped (FEED-10). */
export const changeWebhook = endpoint({
  ...base,
  method: 'PATCH',
  path: '/api/webhooks/:id',
  summary: 'Ändra webhook',
  params: idParams,
  body: z.object({
    url: z.optional(url),
    events: z.optional(events),
    active: z.optional(z.boolean()),
  }),
  errors: [404],
  reply: webhook,
});

/** Removes a webhook with its deliveries (FEED-9). */
export const removeWebhook = endpoint({
  ...base,
  method: 'DELETE',
  path: '/api/webhooks/:id',
  summary: 'Ta bort webhook',
  params: idParams,
  errors: [404],
});

/** Sends `webhook.test` (FEED-9). */
export const testWebhook = endpoint({
  ...base,
  method: 'POST',
  path: '/api/webhooks/:id/test',
  summary: 'Skicka ett test',
  params: idParams,
  errors: [404],
});

/** Creates a new secret. The previous one also signs for 24 hours (FEED-9). */
export const rotateWebhook = endpoint({
  ...base,
  method: 'POST',
  path: '/api/webhooks/:id/rotate',
  summary: 'Byt hemlighet',
  params: idParams,
  errors: [404],
  reply: secret,
});

/** The last deliveries of a webhook, newest first (FEED-9). */
export const listDeliveries = endpoint({
  ...base,
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  summary: 'Det som har skickats till en webhook',
  params: idParams,
  errors: [404],
  reply: z.array(delivery),
});

/** Sends a delivery again, with the same id and body (FEED-10). */
export const resendDelivery = endpoint({
  ...base,
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:deliveryId/resend',
  summary: 'Skicka igen',
  params: z.object({ id: idParam, deliveryId: idParam }),
  errors: [404],
});
