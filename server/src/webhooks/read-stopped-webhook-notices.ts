import type { Notice } from '@restvarde/contract/notices';
import { may, type Viewer } from '@restvarde/contract/roles';
import { sql } from 'kysely';
import type { Queryable } from '../db/pool.ts';

const SHOWN = 20;

/** For admins: webhooks that the product has stopped (FEED-10, GEN-6). */
export async function readStoppedWebhookNotices(
  db: Queryable,
  viewer: Viewer,
  company: number | null,
): Promise<Notice[]> {
  if (!may.administer(viewer)) return [];
  const { rows } = await sql<{ url: string }>`
    select url from webhooks
    where stopped_at is not null and (${company}::integer is null or company_id = ${company})
    order by stopped_at, id
    limit ${SHOWN}`.execute(db);
  return rows.map(({ url }) => ({
    kind: 'webhook_stopped',
    text: `En webhook har stoppats: ${url}`,
    path: '/settings/integrations',
  }));
}
