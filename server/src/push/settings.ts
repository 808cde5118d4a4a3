import type { Body } from '@restvarde/contract/endpoint';
import {
  type changeNotificationSettings,
  type NotificationSettings,
  PUSH_KINDS,
} from '@restvarde/contract/push/push';
import { sql } from 'kysely';
import type { Database, Queryable } from '../db/pool.ts';

/** Which notifications a user wants; all unless changed (PUSH-3). */
export async function readSettings(db: Queryable, user_id: number): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notification_settings')
    .select('push_off')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return settingsOf(row?.push_off ?? []);
}

/** Changes the kinds that are given; the others stay (PUSH-3). */
export function changeSettings(
  db: Database,
  user_id: number,
  change: Body<typeof changeNotificationSettings>,
): Promise<NotificationSettings> {
  return db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${user_id} for no key update`.execute(tx);
    const next = { ...(await readSettings(tx, user_id)), ...change };
    const push_off = PUSH_KINDS.filter((kind) => !next[kind].push);
    await tx
      .insertInto('notification_settings')
      .values({ user_id, push_off })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ push_off }))
      .execute();
    return settingsOf(push_off);
  });
}

function settingsOf(off: string[]): NotificationSettings {
  const entries = PUSH_KINDS.map((kind) => [kind, { push: !off.includes(kind) }]);
  return Object.fromEntries(entries) as NotificationSettings;
}
