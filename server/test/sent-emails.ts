import { sql } from 'kysely';
import type { AppContext } from '../src/context.ts';
import type { Database } from '../src/db/pool.ts';
import type { Email } from '../src/email/email.ts';
import { kindOf, type QueuedEmail, renderJob } from '../src/email/emails.ts';

export interface SentEmail extends Email {
  /** Such as `ended`. */
  kind: string;
}

/** Takes all mail jobs that wait, as they were written. */
export async function takeJobs({
  context,
}: {
  context: AppContext;
}): Promise<{ id: string; data: QueuedEmail }[]> {
  const { rows } = await sql<{ id: string; data: QueuedEmail }>`
    with taken as (
      delete from pgboss.job where name = 'mail' and state in ('created', 'retry')
      returning id, data, created_on, priority
    )
    select id, data from taken order by priority desc, created_on, id`.execute(context.pool.db);
  return rows;
}

/** Takes all waiting mail jobs and renders them like the worker. Returns the emails with their recipients. */
export async function takeEmails({ context }: { context: AppContext }): Promise<SentEmail[]> {
  const sent: SentEmail[] = [];
  for (const { id, data } of await takeJobs({ context })) {
    const email = await renderJob(context, data, id);
    if (email) sent.push({ kind: kindOf(data), ...email });
  }
  return sent;
}

/** The kinds of emails that went to an address. */
export function kindsTo(emails: SentEmail[], to: string): string[] {
  return emails.filter((email) => email.to === to).map(({ kind }) => kind);
}

/** A user's address. */
export async function addressOf(
  { context }: { context: AppContext },
  user: number,
): Promise<string> {
  const { email } = await context.pool.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', user)
    .executeTakeFirstOrThrow();
  return email;
}

/** The emails that wait to be sent to a user, by their kind, oldest first. */
export async function emailsFor(db: Database, userId: number): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select data->>'kind' as kind from pgboss.job
    where name = 'mail' and data->>'user_id' = ${String(userId)}
    order by created_on`.execute(db);
  return rows.map(({ kind }) => kind);
}
