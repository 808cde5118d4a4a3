import { listNotices, type Notice } from '@restvarde/contract/notices';
import type { Viewer } from '@restvarde/contract/roles';
import type { FastifyInstance } from 'fastify';
import { noticeGivenUpEmails } from '../admin/dead-letters.ts';
import { companyOf } from '../companies/company-of.ts';
import type { AppContext } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import { route } from '../http/route.ts';
import { noticeAuthorisations } from '../service-stations/notice-authorisations.ts';

/** Finds notices for this caller. `company` is the selected company, or null for all. */
type FindNotices = (db: Queryable, viewer: Viewer, company: number | null) => Promise<Notice[]>;

const SOURCES: FindNotices[] = [noticeAuthorisations, noticeGivenUpEmails];

export function noticeRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context.pool;
  route(app, context, listNotices, async ({ viewer, query }) => {
    const company = companyOf(viewer, query);
    const found = await Promise.all(SOURCES.map((find) => find(db, viewer, company)));
    return found.flat();
  });
}
