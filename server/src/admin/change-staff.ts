import { SECOND_FACTOR_SENTENCE } from '@restvarde/contract/auth/second-factor';
import { ROLE } from '@restvarde/contract/roles';
import { STAFF_SENTENCE } from '@restvarde/contract/users';
import { sql } from 'kysely';
import { sendAccountEmail } from '../auth/emails/send-account-email.ts';
import { endSessionsOf } from '../auth/end-sessions.ts';
import { difference, writeCompanyAudit } from '../companies/audit.ts';
import type { AppContext } from '../context.ts';
import type { Database, Tx } from '../db/pool.ts';
import { refuse } from '../http/domain-error.ts';
import type { Actor } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { mustWaitForAddress } from '../users/claim-address.ts';
import { readStaffMember } from './read-staff.ts';

export interface StaffChange {
  first_name?: string | undefined;
  last_name?: string | undefined;
  role?: 20 | 30 | undefined;
  is_active?: boolean | undefined;
}

/**
 * Changes a staff member's name or role, or ends or restores access (DATA-1). Nobody can demote or deactivate
 * themselves, and a company always has an admin. Call `sessions.forget` afterwards: the change applies to the
 * next call.
 * @throws DomainError 404 if not among the viewer's staff; 400 at `role` or `is_active` for oneself and for the
 * last admin
 */
export function changeStaff(
  db: Database,
  viewer: Actor,
  id: number,
  change: StaffChange,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { company_id, email } = await readStaffMember(tx, viewer, id);
    const otherAdmins = await lockAdmins(tx, company_id, id);
    const { first_name, last_name, role, is_active } = await readStaffMember(tx, viewer, id);
    const changed = difference<Required<StaffChange>>(
      { first_name, last_name, role, is_active },
      change,
    );
    if (!changed) return;
    const { is_active: stays, ...fields } = changed.after;
    if (id === viewer.user_id) {
      if (fields.role !== undefined) throw refuse.field('role', STAFF_SENTENCE.ownRole);
      if (stays === false) throw refuse.field('is_active', STAFF_SENTENCE.ownAccess);
    }
    const isLost = fields.role !== undefined ? 'role' : stays === false ? 'is_active' : null;
    if (isLost && role === ROLE.companyAdmin && is_active && otherAdmins === 0)
      throw refuse.field(isLost, STAFF_SENTENCE.lastAdmin);
    const access = stays && {
      deactivated_at: null,
      waits_for_address: await mustWaitForAddress(tx, viewer, { id, email, company_id }),
    };
    await tx
      .updateTable('users')
      .set({ ...fields, ...(stays === false ? { deactivated_at: sql`now_ms()` } : access) })
      .where('id', '=', id)
      .execute();
    await writeCompanyAudit(tx, viewer, company_id, 'change staff', {
      before: { user_id: id, ...changed.before },
      after: { user_id: id, ...changed.after },
    });
    if (fields.role !== undefined) {
      const details = { before: role, after: fields.role };
      await recordEvent(tx, viewer, { kind: 'role_changed', user_id: id, details });
    }
    if (stays === false) {
      await endSessionsOf(tx, [id]);
      const details = { reason: 'admin' } as const;
      await recordEvent(tx, viewer, { kind: 'person_closed', user_id: id, details });
    }
    if (stays === true) await recordEvent(tx, viewer, { kind: 'person_let_in', user_id: id });
    // Restored by an admin: the next sign-on may bind another identity.
    if (stays === true) await tx.deleteFrom('sign_on_bindings').where('user_id', '=', id).execute();
  });
}

/**
 * Locks the user and the company's admins, so that two admins who demote each other are checked one after the
 * other. Returns the number of other active admins.
 */
async function lockAdmins(tx: Tx, company: number, id: number): Promise<number> {
  const locked = await tx
    .selectFrom('users')
    .select(['id', 'role', 'deactivated_at'])
    .where('company_id', '=', company)
    .where((where) => where.or([where('id', '=', id), where('role', '=', ROLE.companyAdmin)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  return locked.filter(
    (user) => user.id !== id && user.role === ROLE.companyAdmin && user.deactivated_at === null,
  ).length;
}

/**
 * Ends all sessions of a staff member, for example when a phone is lost (SEC-3). Call `sessions.forget`
 * afterwards.
 * @throws DomainError 404 if not among the viewer's staff
 */
export function logOutStaff(db: Database, viewer: Actor, id: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await readStaffMember(tx, viewer, id);
    await endSessionsOf(tx, [id]);
    const details = { reason: 'admin' } as const;
    await recordEvent(tx, viewer, { kind: 'session_ended', user_id: id, details });
  });
}

/**
 * Removes the second factor of a staff member who has lost the app and the recovery codes, and ends their
 * sessions (SEC-8). Users can remove their own only with a code. Call `sessions.forget` afterwards.
 * @throws DomainError 404 if not among the viewer's staff; 400 for the viewer, and if there is none
 */
export function resetSecondFactor(context: AppContext, viewer: Actor, id: number): Promise<void> {
  return context.pool.db.transaction().execute(async (tx) => {
    await readStaffMember(tx, viewer, id);
    if (id === viewer.user_id) throw refuse.detail(SECOND_FACTOR_SENTENCE.own);
    // First, in the lock order of a login: code before second factor.
    await endSessionsOf(tx, [id]);
    const { numDeletedRows } = await tx
      .deleteFrom('second_factors')
      .where('user_id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw refuse.detail(SECOND_FACTOR_SENTENCE.isOff);
    const details = { by: 'admin' } as const;
    await recordEvent(tx, viewer, { kind: 'second_factor_removed', user_id: id, details });
    await sendAccountEmail(context, tx, { kind: 'second-factor', user_id: id, change: 'reset' });
  });
}
