import type { Pool } from '../db/pool.ts';
import { DUE_AT, ITS_OWN_FAULT } from '../jobs/queue.ts';
import type { Reading, Registry } from './registry.ts';

interface Work {
  overdue_s: number;
  emails: number;
  emails_tried: number;
  oldest_urgent_s: number;
  oldest_other_s: number;
  dead_letters: number;
  deliveries_new: number;
  deliveries_tried: number;
  deliveries_held: number;
  oldest_delivery_s: number;
  webhooks_active: number;
  webhooks_paused: number;
  webhooks_stopped: number;
  notifications: number;
  backup_age_s: number;
  verify_age_s: number;
  verify_faults: number;
}

/** One query serves all gauges of a scrape. */
const SHARED_MS = 1_000;

/** Work that waits in the database for any node; all nodes report the same values. */
export function watchDatabase(registry: Registry, { pg }: Pool): void {
  let reading: { at: number; work: Promise<Work> } | null = null;
  const ask = () => {
    if (!reading || performance.now() - reading.at > SHARED_MS) {
      reading = { at: performance.now(), work: readWork(pg) };
    }
    return reading.work;
  };
  const gauge = (name: string, help: string, pick: (work: Work) => Reading, labels?: string[]) =>
    registry.gauge(name, help, async () => pick(await ask()), labels);

  gauge(
    'restvarde_auction_overdue_seconds',
    'How long ago the auction ended that has waited longest to be closed.',
    (work) => work.overdue_s,
  );
  gauge(
    'restvarde_email_jobs',
    'Emails that wait: not tried yet, or tried without success.',
    (work) => [
      [{ state: 'new' }, work.emails - work.emails_tried],
      [{ state: 'tried' }, work.emails_tried],
    ],
    ['state'],
  );
  gauge(
    'restvarde_email_oldest_seconds',
    'How long the oldest email has waited since it was due. Emails refused for good do not count.',
    (work) => [
      [{ priority: 'urgent' }, work.oldest_urgent_s],
      [{ priority: 'other' }, work.oldest_other_s],
    ],
    ['priority'],
  );
  gauge(
    'restvarde_email_dead_letters',
    'Emails that were given up, for a superuser to look at.',
    (work) => work.dead_letters,
  );
  gauge(
    'restvarde_webhook_deliveries',
    'Deliveries to webhooks that wait: not tried yet, tried without success, or held while the webhook is off.',
    (work) => [
      [{ state: 'new' }, work.deliveries_new],
      [{ state: 'tried' }, work.deliveries_tried],
      [{ state: 'held' }, work.deliveries_held],
    ],
    ['state'],
  );
  gauge(
    'restvarde_webhook_oldest_seconds',
    'How long the oldest delivery to a webhook that is on has waited since it was due.',
    (work) => work.oldest_delivery_s,
  );
  gauge(
    'restvarde_webhooks',
    'Webhooks that are on, that an admin has turned off, and that the product has stopped because they failed.',
    (work) => [
      [{ state: 'active' }, work.webhooks_active],
      [{ state: 'paused' }, work.webhooks_paused],
      [{ state: 'stopped' }, work.webhooks_stopped],
    ],
    ['state'],
  );
  gauge(
    'restvarde_notification_queue_ratio',
    "How full the database's queue of notifications is.",
    (work) => work.notifications,
  );
  gauge(
    'restvarde_backup_age_seconds',
    'How long ago `backup` last ended; since the installation where it never has.',
    (work) => work.backup_age_s,
  );
  gauge(
    'restvarde_verify_age_seconds',
    'How long ago `verify` last ended; since the installation where it never has.',
    (work) => work.verify_age_s,
  );
  gauge(
    'restvarde_verify_faults',
    'What the last `verify` found changed.',
    (work) => work.verify_faults,
  );
}

/** Codes and links that somebody waits for. */
const IS_URGENT = 'priority >= 50';

/** SQL: seconds since a command last ended, or since the first migration. */
const ageOf = (command: string) => `extract(epoch from now() - coalesce(
  (select ended_at from operator_runs where command = '${command}'),
  (select min(timestamp)::timestamptz from migrations)))::float8`;

async function readWork(pg: Pool['pg']): Promise<Work> {
  const { rows } = await pg.query<Work>(`
    select
      coalesce((
        select extract(epoch from now_ms() - min(end_dt)) from auction_standings
        where closed_at is null and end_dt <= (select now_ms())
      ), 0)::float8 as overdue_s,
      emails.*,
      deliveries.*,
      webhooks.*,
      (select count(*) from pgboss.job where name = 'dead-mail' and state < 'active') as dead_letters,
      pg_notification_queue_usage() as notifications,
      ${ageOf('backup')} as backup_age_s,
      ${ageOf('verify')} as verify_age_s,
      coalesce((select faults from operator_runs where command = 'verify'), 0) as verify_faults
    from (
      select
        count(*) filter (where state < 'active') as emails,
        count(*) filter (where state < 'active' and retry_count > 0) as emails_tried,
        coalesce(max(waited_s) filter (where ${IS_URGENT}), 0) as oldest_urgent_s,
        coalesce(max(waited_s) filter (where not ${IS_URGENT}), 0) as oldest_other_s
      from (
        select *, case when not ${ITS_OWN_FAULT}
          then greatest(extract(epoch from now() - (${DUE_AT})), 0)::float8 end as waited_s
        from pgboss.job
        where name = 'mail' and state in ('created', 'retry', 'active')
      ) job
    ) emails
    cross join (
      select
        count(*) filter (where is_on and d.tries = 0) as deliveries_new,
        count(*) filter (where is_on and d.tries > 0) as deliveries_tried,
        count(*) filter (where not is_on) as deliveries_held,
        coalesce(max(extract(epoch from now_ms() - d.due_at)) filter (
          where is_on and d.due_at <= now_ms() and coalesce(d.taken_until <= now_ms(), true)
        ), 0)::float8 as oldest_delivery_s
      from webhook_deliveries d
      join webhooks w on w.id = d.webhook_id
      cross join lateral (select w.active or d.is_manual as is_on) state
      where d.due_at is not null
    ) deliveries
    cross join (
      select
        count(*) filter (where active) as webhooks_active,
        count(*) filter (where not active and stopped_at is null) as webhooks_paused,
        count(*) filter (where stopped_at is not null) as webhooks_stopped
      from webhooks
    ) webhooks`);
  return rows[0]!;
}
