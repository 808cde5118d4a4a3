import { listNotices, type Notice } from '@restvarde/contract/notices';
import { may, type Viewer } from '@restvarde/contract/roles';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { readFailedEmailNotices } from '../admin/failed-emails.ts';
import { companyOf } from '../companies/company-of.ts';
import type { AppContext } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import { route } from '../http/route.ts';

/** Finds notices for this caller. `company` is the selected company, or null for all. */
type FindNotices = (db: Queryable, viewer: Viewer, company: number | null) => Promise<Notice[]>;

const SHOWN = 20;

/** For admins: authorisations entered by their stations that await a check (DISM-2, GEN-6). */
const readAuthorisationNotices: FindNotices = async (db, viewer, company) => {
  if (!may.administer(viewer)) return [];
  const { rows } = await sql<{ id: number; name: string }>`
    select s.id, s.name
    from dismantlers d
    join service_stations s on s.id = d.service_station_id and s.removed_at is null
    where d.is_claimed and (${company}::integer is null or s.company_id = ${company})
    order by s.name, s.id
    limit ${SHOWN}`.execute(db);
  return rows.map(({ id, name }) => ({
    kind: 'authorisation_to_check',
    text: `${name} har angett en auktorisation som ska kontrolleras.`,
    path: `/service-stations/${id}`,
  }));
};

/** For admins: webhooks that the product has stopped (FEED-10, GEN-6). */
const readStoppedWebhookNotices: FindNotices = async (db, viewer, company) => {
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
};

const SOURCES = [readAuthorisationNotices, readFailedEmailNotices, readStoppedWebhookNotices];

export function noticeRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context.pool;
  route(app, context, listNotices, async ({ viewer, query }) => {
    const company = companyOf(viewer, query);
    const found = await Promise.all(SOURCES.map((find) => find(db, viewer, company)));
    return found.flat();
  });
}
