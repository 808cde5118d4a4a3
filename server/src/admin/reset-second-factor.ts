import { SECOND_FACTOR_SENTENCE } from '@restvarde/contract/auth/second-factor';
import { sendSecondFactorEmail } from '../auth/emails/second-factor-job.ts';
import { endSessionsOf } from '../auth/end-sessions.ts';
import type { AppContext } from '../context.ts';
import { refuse } from '../http/domain-error.ts';
import type { Actor } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { readStaffMember } from './read-staff.ts';

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
    await sendSecondFactorEmail(context, tx, id, 'reset');
  });
}
