import type { Delivery, Webhook, WebhookEvent } from '@restvarde/contract/feed/webhooks';
import { WEBHOOK_EVENTS } from '@restvarde/contract/feed/webhooks';

/** The types of events in words (FEED-9). */
export const EVENT_LABEL: Record<Delivery['type'], string> = {
  'auction.ended': 'Auktionen har slutat',
  'winner.notified': 'Vinnaren har meddelats',
  'bids.released': 'Buden är inte längre bindande',
  'auction.relisted': 'Objektet har lagts upp på nytt',
  'auction.deleted': 'Auktionen har raderats',
  'collection.handed_over': 'Objektet har lämnats ut',
  'collection.undone': 'Köpet har hävts',
  'deregistration.approved': 'Avregistreringen har godkänts',
  'webhook.test': 'Test',
};

export const EVENT_CHOICES = WEBHOOK_EVENTS.map((id) => ({ id, label: EVENT_LABEL[id] }));

/** The types of events of a webhook, in one line. */
export function describeEvents({ events }: Pick<Webhook, 'events'>): string {
  if (events.length === WEBHOOK_EVENTS.length) return 'Alla händelser';
  return events.map((event: WebhookEvent) => EVENT_LABEL[event]).join(' · ');
}

const isReceived = ({ status }: Delivery) => status !== null && status >= 200 && status < 300;

/** True while a delivery waits for its next try, or a try is in progress. */
export const isUnderWay = ({ next_at, status, error, tries }: Delivery) =>
  next_at !== null || (tries > 0 && status === null && error === null);

/** True if the receiver did not take a delivery, and it is not tried again. */
export const isGivenUp = (delivery: Delivery) =>
  delivery.tries > 0 && !isReceived(delivery) && !isUnderWay(delivery);

/** The state of a delivery, in one sentence. `when` formats a time. */
export function describeDelivery(delivery: Delivery, when: (at: string) => string): string {
  const { status, tries, next_at, error } = delivery;
  if (isReceived(delivery)) return `Mottaget (${status})`;
  if (tries === 0 && next_at === null) return 'Väntar tills webhooken startas';
  const fault = error ?? (status === null ? null : `Systemet svarade ${status}.`);
  if (tries === 0 || fault === null) return 'Skickas nu';
  const attempts = tries === 1 ? '1 försök' : `${tries} försök`;
  return `${fault} ${attempts}${next_at === null ? '' : `, nästa ${when(next_at)}`}.`;
}
