import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, isStorable } from '../fields.ts';
import { may } from '../roles.ts';

/** What a notification is about (PUSH-3). */
export const PUSH_KINDS = ['outbid', 'offer', 'won', 'ending'] as const;

export type PushKind = (typeof PUSH_KINDS)[number];

/** The content of a notification, which the service worker shows (PUSH-4). */
export interface PushPayload {
  title: string;
  body: string;
  /** The page that a click opens. */
  path: string;
  /** A newer notification with the same tag replaces an older one. */
  tag: string;
}

const ENDPOINT_MAX = 1_000;

export const PUSH_SENTENCE = { endpoint: 'Adressen är inte tillåten.' } as const;

const address = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(ENDPOINT_MAX),
    z.refine(isStorable, { error: PUSH_SENTENCE.endpoint }),
  );

/** Bytes as unpadded base64url: an uncompressed point of P-256 has 65, a secret 16. */
const bytes = (count: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}$`)));

/** The public key that a browser subscribes with; null if the product sends no notifications (PUSH-2, PUSH-6). */
export const readPushKey = endpoint({
  method: 'GET',
  path: '/api/push-key',
  summary: 'Nyckeln för aviseringar',
  may: may.actAsStation,
  reply: z.object({ key: z.nullable(z.string()) }),
});

/** Subscribes a browser for the caller's session; replaces an earlier subscription of the same browser (PUSH-2). */
export const savePushSubscription = endpoint({
  method: 'POST',
  path: '/api/push-subscriptions',
  summary: 'Slå på aviseringar i en webbläsare',
  may: may.actAsStation,
  body: z.object({
    endpoint: address,
    keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
  }),
  status: 201,
  reply: z.object({ id }),
});

/** Ends one of the caller's subscriptions (PUSH-2). */
export const removePushSubscription = endpoint({
  method: 'DELETE',
  path: '/api/push-subscriptions',
  summary: 'Stäng av aviseringar i en webbläsare',
  may: may.actAsStation,
  body: z.object({ endpoint: address }),
  errors: [404],
});

const channel = z.object({ push: z.boolean() });

/** Whether each kind is sent (PUSH-3). */
export const notificationSettings = z.object({
  outbid: channel,
  offer: channel,
  won: channel,
  ending: channel,
} satisfies Record<PushKind, unknown>);

/** Which kinds the user wants (PUSH-3). */
export type NotificationSettings = z.output<typeof notificationSettings>;

export const readNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notification-settings',
  summary: 'Vilka aviseringar jag vill ha',
  may: may.actAsStation,
  reply: notificationSettings,
});

/** Absent kinds stay (PUSH-3). */
export const changeNotificationSettings = endpoint({
  method: 'PATCH',
  path: '/api/notification-settings',
  summary: 'Välj vilka aviseringar jag vill ha',
  may: may.actAsStation,
  body: z.partial(notificationSettings),
  reply: notificationSettings,
});
