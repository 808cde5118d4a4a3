import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';
import { type Doer, recordEvent } from '../security/record-event.ts';

/** Numbers of rows that a nightly run removed or anonymised. */
export interface RetentionReport {
  anonymised_users: number;
  sessions: number;
  login_codes: number;
  reset_tokens: number;
  photo_links: number;
  idempotency_keys: number;
  sign_on_attempts: number;
  rate_limits: number;
  known_places: number;
  collectors: number;
  security_events: number;
  webhook_deliveries: number;
}

/**
 * How long data is kept: accounts after their end and names of collectors after the hand-over (GEN-8), idempotency keys
 * (BID-8), security events (SEC-1) and deliveries of webhooks (FEED-9).
 */
const RETENTION = {
  user: '3 months',
  collector: '12 months',
  key: '48 hours',
  run: '90 days',
  place: '180 days',
  event: '1 year',
  delivery: '30 days',
};

/**
 * Anonymises accounts that ended 3 months ago and names of collectors after 12 months, and deletes what has expired.
 * Everything that was part of a sale stays: bids keep their user, who has no name any more (DATA-2).
 */
export async function applyRetention(tx: Tx, now: Date): Promise<RetentionReport> {
  // The limit of a nightly job, not of a request.
  await sql`set local statement_timeout = '5min'`.execute(tx);
  const count = async (statement: ReturnType<typeof sql>) => {
    const { numAffectedRows = 0n } = await statement.execute(tx);
    return Number(numAffectedRows);
  };
  const report = {
    anonymised_users: await anonymiseEnded(tx, now),
    sessions: await count(
      sql`delete from sessions where expires_at < ${now} or idle_expires_at < ${now}`,
    ),
    login_codes: await count(sql`delete from login_codes where expires_at < ${now}`),
    reset_tokens: await count(sql`delete from reset_tokens where expires_at < ${now}`),
    photo_links: await count(sql`delete from photo_links where expires_at < ${now}`),
    idempotency_keys: await count(sql`
      delete from idempotency_keys where created_at < ${now}::timestamptz - ${RETENTION.key}::interval`),
    sign_on_attempts: await count(sql`delete from sign_on_attempts where expires_at < ${now}`),
    rate_limits: await count(sql`delete from rate_limits where whole_at < ${now}`),
    known_places: await count(sql`
      delete from known_places where last_seen_at < ${now}::timestamptz - ${RETENTION.place}::interval`),
    collectors: await count(sql`
      update collections set collected_by = null, booked_note = ''
      where (collected_by is not null or booked_note <> '')
        and coalesce(handed_over_at, undone_at, withdrawn_at) <= ${now}::timestamptz - ${RETENTION.collector}::interval`),
    // Also by the database's clock, because the table refuses earlier deletion.
    security_events: await count(sql`
      delete from security_events where at < least(${now}::timestamptz, now_ms()) - ${RETENTION.event}::interval`),
    webhook_deliveries: await count(sql`
      delete from webhook_deliveries where created_at < ${now}::timestamptz - ${RETENTION.delivery}::interval`),
  };
  await sql`
    delete from daily_runs where day < (${now}::timestamptz - ${RETENTION.run}::interval)::date::text`.execute(
    tx,
  );
  return report;
}

async function anonymiseEnded(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from users
    where deactivated_at <= ${now}::timestamptz - ${RETENTION.user}::interval and anonymised_at is null
    for update`.execute(tx);
  if (rows.length > 0) {
    await anonymiseUsers(
      tx,
      { user_id: null },
      rows.map(({ id }) => id),
    );
  }
  return rows.length;
}

/** Removes the personal data of users whose accounts have ended (DATA-2), and records who did it. */
export async function anonymiseUsers(tx: Tx, by: Doer, ids: number[]): Promise<void> {
  await sql`
    update users
    set first_name = 'Borttagen', last_name = 'användare', email = 'borttagen-' || id || '@borttagen.invalid',
      password_hash = null, anonymised_at = now_ms()
    where id = any(${ids}::integer[])`.execute(tx);
  await sql`delete from sessions where user_id = any(${ids}::integer[])`.execute(tx);
  await sql`delete from second_factors where user_id = any(${ids}::integer[])`.execute(tx);
  await sql`delete from known_places where user_id = any(${ids}::integer[])`.execute(tx);
  await sql`delete from idempotency_keys where user_id = any(${ids}::integer[])`.execute(tx);
  await sql`delete from sign_on_bindings where user_id = any(${ids}::integer[])`.execute(tx);
  // The record keeps the changes without the names in them.
  await sql`set local restvarde.anonymising = 'on'`.execute(tx);
  await sql`
    update audit_log
    set before = before - array['first_name', 'last_name', 'email'],
      after = after - array['first_name', 'last_name', 'email']
    where auction_id is null
      and coalesce(after->>'user_id', before->>'user_id')::integer = any(${ids}::integer[])`.execute(
    tx,
  );
  await sql`set local restvarde.anonymising = 'off'`.execute(tx);
  for (const user_id of ids) await recordEvent(tx, by, { kind: 'person_erased', user_id });
}
