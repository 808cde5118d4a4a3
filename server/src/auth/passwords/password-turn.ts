import type { AppContext } from '../../context.ts';
import type { Stranger } from '../../http/route.ts';

/**
 * Does what hashes a password in its turn (LIMIT-3). A hash keeps a processor busy for a fiftieth of a second, on
 * purpose: by as many at once as are asked for, nobody else would get one. Strangers have a line of their own, in which
 * they wait for each other; before whose password it is, is looked up, so that no time that is waited tells.
 * @throws DomainError 429 when the caller has too many in flight, 503 when all have; nothing is hashed then.
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
