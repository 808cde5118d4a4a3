import { type Delivery, WEBHOOK_LIMITS, type Webhook } from '@restvarde/contract/feed/webhooks';
import { sql } from 'kysely';
import type { Queryable } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';

interface Row extends Omit<Webhook, 'created_at'> {
  created_at: Date;
}

const query = (company: number, id: number | null) => sql<Row>`
  select id, url, events, active, created_at from webhooks
  where company_id = ${company} and (${id}::integer is null or id = ${id})
  order by id desc`;

const toWebhook = ({ created_at, ...row }: Row): Webhook => ({
  ...row,
  created_at: created_at.toISOString(),
});

/** The webhooks of a company, newest first (FEED-9). */
export async function listWebhooks(db: Queryable, company: number): Promise<Webhook[]> {
  return (await query(company, null).execute(db)).rows.map(toWebhook);
}

/**
 * One webhook of a company.
 * @throws DomainError 404 if the company does not have it
 */
export async function readWebhook(db: Queryable, company: number, id: number): Promise<Webhook> {
  const [row] = (await query(company, id).execute(db)).rows;
  if (!row) throw refuse.notFound();
  return toWebhook(row);
}

interface DeliveryRow extends Omit<Delivery, 'created_at' | 'next_at'> {
  created_at: Date;
  next_at: Date | null;
}

/**
 * The last deliveries of a webhook, newest first (FEED-9). What waits while the webhook is off has no `next_at`.
 * @throws DomainError 404 if the company does not have the webhook
 */
export async function listDeliveries(
  db: Queryable,
  company: number,
  webhook: number,
): Promise<Delivery[]> {
  await readWebhook(db, company, webhook);
  const { rows } = await sql<DeliveryRow>`
    select d.id, d.type, d.created_at, d.status, d.tries, d.error,
      case when (w.active or d.is_manual) and coalesce(d.taken_until <= now_ms(), true) then d.due_at end as next_at
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.webhook_id = ${webhook} and d.created_at > now_ms() - make_interval(days => ${WEBHOOK_LIMITS.days})
    order by d.id desc
    limit ${WEBHOOK_LIMITS.deliveries}`.execute(db);
  return rows.map(({ created_at, next_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    next_at: next_at?.toISOString() ?? null,
  }));
}
