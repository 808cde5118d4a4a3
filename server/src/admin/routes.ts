import { createCompany as createCompanyCall } from '@restvarde/contract/companies/companies';
import {
  readMailState,
  resendDeadLetter,
  resendDeadLetters,
} from '@restvarde/contract/dead-letters';
import * as calls from '@restvarde/contract/users';
import type { FastifyInstance } from 'fastify';
import type { Sessions } from '../auth/sessions.ts';
import { chosenCompany, companyOf } from '../companies/company-of.ts';
import { readCompany } from '../companies/company-view.ts';
import { route } from '../http/route.ts';
import { unlessTaken } from '../http/taken.ts';
import type { Platform } from '../platform.ts';
import { changeStaff } from './change-staff.ts';
import { createCompany } from './create-company.ts';
import { readMail, resendAllDead, resendDead } from './dead-letters.ts';
import { inviteStaff, UNIQUE_EMAIL } from './invite-staff.ts';
import { listStaff, readStaffMember } from './read-staff.ts';

/** What administrators do: staff and new companies (DATA-1), and emails that were given up (MAIL-2). */
export function adminRoutes(app: FastifyInstance, platform: Platform, sessions: Sessions): void {
  const { pool, media } = platform;

  route(app, platform, createCompanyCall, async ({ viewer, body }) =>
    readCompany(pool.db, media, viewer, await createCompany(platform, viewer, body)),
  );

  route(app, platform, calls.listStaff, ({ viewer, query }) =>
    listStaff(pool.db, companyOf(viewer, query)),
  );

  route(app, platform, calls.inviteStaff, async ({ viewer, query, body }) => {
    const company = await chosenCompany(pool.db, viewer, query);
    const id = await unlessTaken(UNIQUE_EMAIL, () =>
      pool.db.transaction().execute((tx) => inviteStaff(platform, tx, viewer, company, body)),
    );
    return readStaffMember(pool.db, viewer, id);
  });

  route(app, platform, calls.changeStaff, async ({ viewer, params, body }) => {
    await changeStaff(pool.db, viewer, params.id, body);
    sessions.forget();
    return readStaffMember(pool.db, viewer, params.id);
  });

  route(app, platform, readMailState, () => readMail(platform));

  route(app, platform, resendDeadLetter, async ({ params }) => {
    await resendDead(platform, params.id);
    return undefined;
  });

  route(app, platform, resendDeadLetters, async () => {
    await resendAllDead(platform);
    return undefined;
  });
}
