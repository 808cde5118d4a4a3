import type { AppContext } from '../../context.ts';
import type { Stranger } from '../../http/route.ts';

/**
 * Runs password hashing in turns (LIMIT-3). A hash takes 20 ms of a processor by design; unlimited, it would leave
 * nothing for others. Callers without a login share a line of their own, and wait before the account is looked up, so
 * that the wait reveals nothing.
 * @throws DomainError 429 if the caller has too many in flight, 503 if all have; then nothing has run.
 */
export function inPasswordTurn<Result>(
  { turns }: Pick<AppContext, 'turns'>,
  by: { user_id: number } | Stranger,
  work: () => Promise<Result>,
): Promise<Result> {
  if ('user_id' in by) return turns.passwords.take(by.user_id, work);
  if (by.device !== null) return turns.passwords.take(by.device, work);
  return turns.strange_passwords.take(by.address, work);
}
