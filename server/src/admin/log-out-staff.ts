import { endSessionsOf } from '../auth/end-sessions.ts';
import type { Database } from '../db/pool.ts';
import type { Actor } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { readStaffMember } from './read-staff.ts';

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
