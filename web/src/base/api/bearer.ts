import { SENTENCE } from '@restvarde/contract/errors';
import type { Refresh } from '../session/refresher.ts';
import type { Session } from '../session/session.ts';
import { ApiError } from './api-error.ts';

/**
 * Makes one request as whoever is logged in: `send` gets the token, and once more a fresh one when the first is
 * answered by 401 (AUTH-9). Answers with the last answer. Rejects with an `ApiError` of status 401, and sends
 * nothing, when there is no session.
 */
export async function sendAsCurrentUser<Answer>(
  parts: { session: Session; refresh: Refresh },
  send: (token: string) => Promise<Answer>,
  statusOf: (answer: Answer) => number,
): Promise<Answer> {
  const token = parts.session.get().access_token ?? (await parts.refresh(null));
  if (token === null) throw new ApiError(401, { detail: SENTENCE.notLoggedIn });
  const answer = await send(token);
  if (statusOf(answer) !== 401) return answer;
  const renewed = await parts.refresh(token);
  return renewed === null ? answer : send(renewed);
}
