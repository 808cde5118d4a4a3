import { endStaffSessions } from '@restvarde/contract/auth/own-sessions';
import { resetSecondFactor as resetSecondFactorCall } from '@restvarde/contract/auth/second-factor';
import { createCompany as createCompanyCall } from '@restvarde/contract/companies/create-company';
import { listEmailPreviews } from '@restvarde/contract/companies/email-previews';
import * as providerCalls from '@restvarde/contract/companies/sign-on-providers';
import {
  readMailState,
  resendFailedEmail,
  resendFailedEmails,
} from '@restvarde/contract/failed-emails';
import {
  exportSecurityEvents,
  listSecurityEvents,
} from '@restvarde/contract/security/security-events';
import * as calls from '@restvarde/contract/users';
import type { FastifyInstance } from 'fastify';
import type { Sessions } from '../auth/sessions.ts';
import { chosenCompany, companyOf } from '../companies/company-of.ts';
import { readCompany } from '../companies/company-view.ts';
import type { AppContext } from '../context.ts';
import { route } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { changeStaff, logOutStaff, resetSecondFactor } from './change-staff.ts';
import { createCompany } from './create-company.ts';
import { listPreviews, previewRoute } from './email-previews.ts';
import { readMail, resendAllFailed, resendFailed } from './failed-emails.ts';
import { inviteStaff } from './invite-staff.ts';
import { listStaff, readStaffMember } from './read-staff.ts';
import { exportEvents, listEvents } from './security-log.ts';
import {
  changeProvider,
  createProvider,
  listProviders,
  readProvider,
  removeProvider,
} from './sign-on-providers.ts';

/**
 * Administration: security log (SEC-2), staff, single sign-on and new companies (DATA-1, AUTH-7), email previews
 * (MAIL-7) and failed emails (MAIL-2).
 */
export function adminRoutes(app: FastifyInstance, context: AppContext, sessions: Sessions): void {
  const { pool, media } = context;

  route(app, context, createCompanyCall, async ({ viewer, body }) =>
    readCompany(pool.db, media, viewer, await createCompany(context, viewer, body)),
  );

  route(app, context, calls.listStaff, ({ viewer, query }) =>
    listStaff(pool.db, companyOf(viewer, query)),
  );

  route(app, context, calls.inviteStaff, async ({ viewer, query, body }) => {
    const company = await chosenCompany(pool.db, viewer, query);
    const id = await pool.db
      .transaction()
      .execute((tx) => inviteStaff(context, tx, viewer, company, body));
    return readStaffMember(pool.db, viewer, id);
  });

  route(app, context, calls.changeStaff, async ({ viewer, params, body }) => {
    await changeStaff(pool.db, viewer, params.id, body);
    sessions.forget();
    return readStaffMember(pool.db, viewer, params.id);
  });

  route(app, context, endStaffSessions, async ({ viewer, params }) => {
    await logOutStaff(pool.db, viewer, params.id);
    sessions.forget();
  });

  route(app, context, resetSecondFactorCall, async ({ viewer, params }) => {
    await resetSecondFactor(context, viewer, params.id);
    sessions.forget();
  });

  route(app, context, providerCalls.listSignOnProviders, ({ viewer, query }) =>
    listProviders(pool.db, companyOf(viewer, query)),
  );

  route(app, context, providerCalls.createSignOnProvider, async ({ viewer, query, body }) => {
    const company = await chosenCompany(pool.db, viewer, query);
    return readProvider(pool.db, viewer, await createProvider(context, viewer, company, body));
  });

  route(app, context, providerCalls.changeSignOnProvider, async ({ viewer, params, body }) => {
    await changeProvider(context, viewer, params.id, body);
    return readProvider(pool.db, viewer, params.id);
  });

  route(app, context, providerCalls.removeSignOnProvider, ({ viewer, params }) =>
    removeProvider(context, viewer, params.id),
  );

  route(app, context, listEmailPreviews, async ({ viewer, query }) =>
    listPreviews(context, await chosenCompany(pool.db, viewer, query)),
  );
  previewRoute(app, context);

  route(app, context, listSecurityEvents, ({ viewer, query }) =>
    listEvents(pool.db, viewer, listSecurityEvents.path, query),
  );

  route(app, context, exportSecurityEvents, async ({ viewer, query }) => {
    const company_id = companyOf(viewer, query);
    const details = { list: 'security_events' } as const;
    await recordEvent(pool.db, viewer, { kind: 'export_taken', company_id, details });
    return exportEvents(pool.db, viewer, query);
  });

  route(app, context, readMailState, () => readMail(context));

  route(app, context, resendFailedEmail, ({ params }) => resendFailed(context, params.id));

  route(app, context, resendFailedEmails, () => resendAllFailed(context));
}
