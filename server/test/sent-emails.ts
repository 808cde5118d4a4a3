import { sql } from 'kysely';
import type { AppContext } from '../src/context.ts';
import type { Email } from '../src/email/email.ts';
import { kindOf, type QueuedEmail, renderJob } from '../src/email-jobs.ts';

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

/** Takes all mail jobs that wait, and renders them as the worker would: what is sent, and to whom. */
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
