import { createECDH, randomBytes } from 'node:crypto';
import { type Cell, row } from '../cells.ts';
import { freshName, NOTHING } from '../objects.ts';

/** A subscription as a browser would make it. */
function freshSubscription() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
  return { endpoint: `https://fcm.googleapis.com/${encodeURIComponent(freshName())}`, keys };
}

/** Notifications on a workshop's devices. */
export const PUSH_ROWS: Cell[][] = [
  row({
    call: 'GET /api/push-key',
    rules: 'PUSH-2',
    by: 'workshop',
    on: NOTHING,
    answers: () => 200,
  }),
  row({
    call: 'POST /api/push-subscriptions',
    rules: 'PUSH-2',
    by: 'workshop',
    on: NOTHING,
    answers: () => 201,
    send: () => ({ body: freshSubscription() }),
  }),
  row({
    call: 'DELETE /api/push-subscriptions',
    rules: 'PUSH-2',
    by: 'workshop',
    on: NOTHING,
    answers: () => 404,
    send: () => ({ body: { endpoint: 'https://fcm.googleapis.com/nobodys' } }),
  }),
  row({
    call: 'GET /api/notification-settings',
    rules: 'PUSH-3',
    by: 'workshop',
    on: NOTHING,
    answers: () => 200,
  }),
  row({
    call: 'PATCH /api/notification-settings',
    rules: 'PUSH-3',
    by: 'workshop',
    on: NOTHING,
    answers: () => 200,
    send: () => ({ body: { ending: { push: true } } }),
  }),
];
