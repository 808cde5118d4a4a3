import { ROLE } from '@restvarde/contract/roles';
import { STAFF_SENTENCE } from '@restvarde/contract/users';
import { sql } from 'kysely';
import { endSessionsOf } from '../auth/end-sessions.ts';
import { difference, writeCompanyAudit } from '../companies/audit.ts';
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
 * Changes somebody's names or role, or ends and restores access (DATA-1). Nobody lowers or locks out
 * themselves, and a company keeps an admin. Call `sessions.forget` after it: it holds at their next call.
 * @throws DomainError 404 for others than the viewer's staff; 400 at `role` or `is_active` for oneself and for the
 *   last admin.
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
    // Let in again by a person's word, whoever the provider knows them as now.
    if (stays === true) await tx.deleteFrom('sign_on_bindings').where('user_id', '=', id).execute();
  });
}

/**
 * Locks the one who is changed and the company's admins, so that two admins who lower each other at once are
 * judged one after the other; returns how many active admins there are beside the one.
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
