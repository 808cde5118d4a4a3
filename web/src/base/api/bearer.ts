import { SENTENCE } from '@restvarde/contract/errors';
import type { Refresh } from '../session/refresher.ts';
import type { Session } from '../session/session.ts';
import { ApiError } from './api-error.ts';

/**
 * Sends a request as the current user. `send` gets the access token. After a 401 it is called once more with a fresh
 * one (AUTH-9). Resolves to the last answer. Rejects with an `ApiError` of status 401, without sending, if there is
 * no session, or if the login is no longer `login`: another user may have logged in in a second tab, and a call is never
 * sent with the token of a user who did not make it.
 */
export async function sendAsCurrentUser<Answer>(
  parts: { session: Session; refresh: Refresh },
  send: (token: string) => Promise<Answer>,
  statusOf: (answer: Answer) => number,
  login = parts.session.loginId(),
): Promise<Answer> {
  const { session } = parts;
  const token = session.get().access_token ?? (await parts.refresh(null));
  if (token === null || session.loginId() !== login) {
    throw new ApiError(401, { detail: SENTENCE.notLoggedIn });
  }
  const answer = await send(token);
  if (statusOf(answer) !== 401) return answer;
  const renewed = await parts.refresh(token);
  return renewed === null || session.loginId() !== login ? answer : send(renewed);
}
