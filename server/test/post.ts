import { sql } from 'kysely';
import type { Letter } from '../src/mail/letter.ts';
import type { Platform } from '../src/platform.ts';
import { composeJob } from '../src/worker.ts';

export interface Posted extends Letter {
  /** The letter's kind, such as `ended`. */
  letter: string;
}

/** Takes all mail jobs that wait, and composes them as the worker would: what is sent, and to whom. */
export async function takePost({ platform }: { platform: Platform }): Promise<Posted[]> {
  const { rows } = await sql<{ id: string; data: { letter: string } }>`
    with taken as (
      delete from pgboss.job where name = 'mail' and state in ('created', 'retry')
      returning id, data, created_on, priority
    )
    select id, data from taken order by priority desc, created_on, id`.execute(platform.pool.db);
  const posted: Posted[] = [];
  for (const { id, data } of rows) {
    const composed = await composeJob(platform, data, id);
    if (composed) posted.push({ letter: data.letter, ...composed });
  }
  return posted;
}

/** The kinds of letters that went to an address. */
export function kindsTo(post: Posted[], to: string): string[] {
  return post.filter((letter) => letter.to === to).map(({ letter }) => letter);
}

/** A user's address. */
export async function addressOf(
  { platform }: { platform: Platform },
  user: number,
): Promise<string> {
  const { email } = await platform.pool.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', user)
    .executeTakeFirstOrThrow();
  return email;
}
