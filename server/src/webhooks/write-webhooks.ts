import type { Body } from '@restvarde/contract/endpoint';
import {
  type changeWebhook as changeCall,
  type createWebhook as createCall,
  WEBHOOK_LIMITS,
  WEBHOOK_SENTENCE,
} from '@restvarde/contract/feed/webhooks';
import { sql } from 'kysely';
import { difference, writeCompanyAudit } from '../companies/audit.ts';
import type { WorkerContext } from '../context.ts';
import { firstRow, type Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import type { Actor } from '../http/route.ts';
import { deriveKey, seal } from '../keys.ts';
import { isCallable } from '../outgoing.ts';
import { recordEvent } from '../security/record-event.ts';
import { readWebhook } from './read-webhooks.ts';
import { makeWebhookSecret } from './secrets.ts';

type Settings = Pick<WorkerContext, 'config'>;

const hostOf = (url: string) => new URL(url).host;

function checkUrl({ config }: Settings, url: string): void {
  if (!isCallable(url, config.reachesPrivate ?? false))
    throw refuse.field('url', WEBHOOK_SENTENCE.notAllowed);
}

function makeSecret({ config }: Settings): { secret: string; sealed_secret: string } {
  const secret = makeWebhookSecret();
  return { secret, sealed_secret: seal(deriveKey(config.secret, 'seal'), secret) };
}

/**
 * Adds a webhook of a company (FEED-9). Returns its id and its secret.
 * @throws DomainError 400 at `url` for an address that is not allowed, and if the company has as many as are allowed
 */
export async function addWebhook(
  context: Settings,
  tx: Tx,
  actor: Actor,
  company_id: number,
  { url, events }: Body<typeof createCall>,
): Promise<{ id: number; secret: string }> {
  checkUrl(context, url);
  await sql`select from companies where id = ${company_id} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from webhooks where company_id = ${company_id}`.execute(tx);
  if (firstRow(rows).count >= WEBHOOK_LIMITS.per_company)
    throw refuse.detail(WEBHOOK_SENTENCE.tooMany);
  const { secret, sealed_secret } = makeSecret(context);
  const { id } = await tx
    .insertInto('webhooks')
    .values({ company_id, url, events, sealed_secret })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeCompanyAudit(tx, actor, company_id, 'add webhook', { after: { id, url, events } });
  const details = { host: hostOf(url) };
  await recordEvent(tx, actor, { kind: 'webhook_added', user_id: null, company_id, details });
  return { id, secret };
}

/**
 * Changes a webhook (FEED-9). `active: true` starts one that the product has stopped (FEED-10).
 * @throws DomainError 404 if the company does not have it; 400 at `url` for an address that is not allowed
 */
export async function changeWebhook(
  context: Settings,
  tx: Tx,
  actor: Actor,
  company_id: number,
  id: number,
  form: Body<typeof changeCall>,
): Promise<void> {
  const before = await lockWebhook(tx, company_id, id);
  if (form.url !== undefined) checkUrl(context, form.url);
  const { url, events, active } = before;
  const changed = difference<Body<typeof changeCall>>({ url, events, active }, form);
  if (!changed) return;
  await tx
    .updateTable('webhooks')
    .set({ ...changed.after, ...(changed.after.active && { stopped_at: null }) })
    .where('id', '=', id)
    .execute();
  await writeCompanyAudit(tx, actor, company_id, 'change webhook', {
    before: { id, ...changed.before },
    after: { id, ...changed.after },
  });
  const fields = Object.keys(changed.after);
  await recordChange(tx, actor, company_id, changed.after.url ?? url, fields);
}

/**
 * Replaces the secret of a webhook, and returns the new one. The one before signs too for 24 hours (FEED-9).
 * @throws DomainError 404 if the company does not have it
 */
export async function rotateWebhook(
  context: Settings,
  tx: Tx,
  actor: Actor,
  company_id: number,
  id: number,
): Promise<string> {
  const { url } = await lockWebhook(tx, company_id, id);
  const { secret, sealed_secret } = makeSecret(context);
  await sql`
    update webhooks
    set sealed_former_secret = sealed_secret, sealed_secret = ${sealed_secret}, rotated_at = now_ms()
    where id = ${id}`.execute(tx);
  await writeCompanyAudit(tx, actor, company_id, 'rotate webhook', { after: { id } });
  await recordChange(tx, actor, company_id, url, ['secret']);
  return secret;
}

/**
 * Removes a webhook, and what waits for it (FEED-9).
 * @throws DomainError 404 if the company does not have it
 */
export async function removeWebhook(
  tx: Tx,
  actor: Actor,
  company_id: number,
  id: number,
): Promise<void> {
  const { url, events } = await lockWebhook(tx, company_id, id);
  await tx.deleteFrom('webhooks').where('id', '=', id).execute();
  await writeCompanyAudit(tx, actor, company_id, 'remove webhook', { before: { id, url, events } });
  const details = { host: hostOf(url) };
  await recordEvent(tx, actor, { kind: 'webhook_removed', user_id: null, company_id, details });
}

/**
 * Queues a test (FEED-9).
 * @throws DomainError 404 if the company does not have the webhook
 */
export async function queueTest(tx: Tx, company_id: number, id: number): Promise<void> {
  await lockWebhook(tx, company_id, id);
  await sql`
    insert into webhook_deliveries (webhook_id, type, is_manual, body)
    values (${id}, 'webhook.test', true, json_build_object(
      'type', 'webhook.test',
      'timestamp', to_char(now_ms() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', json_object('{}')
    )::text)`.execute(tx);
}

/**
 * Queues a delivery again, with the same id and body; one that waits is due now instead (FEED-10).
 * @throws DomainError 404 if the company does not have the webhook, or that no such delivery
 */
export async function queueAgain(
  tx: Tx,
  company_id: number,
  id: number,
  delivery: number,
): Promise<void> {
  await lockWebhook(tx, company_id, id);
  const { rows } = await sql`
    with original as (
      select webhook_id, message_id, type, body from webhook_deliveries
      where id = ${delivery} and webhook_id = ${id}
    ), waiting as (
      update webhook_deliveries d set due_at = least(d.due_at, now_ms()), is_manual = true
      from original o
      where d.webhook_id = o.webhook_id and d.message_id = o.message_id and d.due_at is not null
      returning d.id
    ), added as (
      insert into webhook_deliveries (webhook_id, message_id, type, body, is_manual)
      select webhook_id, message_id, type, body, true from original
      where not exists (select from waiting)
    )
    select from original`.execute(tx);
  if (rows.length === 0) throw refuse.notFound();
}

async function lockWebhook(tx: Tx, company_id: number, id: number) {
  await sql`
    select from webhooks where id = ${id} and company_id = ${company_id} for no key update`.execute(
    tx,
  );
  return readWebhook(tx, company_id, id);
}

function recordChange(
  tx: Tx,
  actor: Actor,
  company_id: number,
  url: string,
  fields: string[],
): Promise<void> {
  const details = { host: hostOf(url), fields };
  return recordEvent(tx, actor, { kind: 'webhook_changed', user_id: null, company_id, details });
}
