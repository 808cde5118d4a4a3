import type { LoginTokens } from '@restvarde/contract/auth/session';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { Origin } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { type Place, rememberPlace } from './known-places.ts';
import type { Sessions } from './sessions.ts';

/** Logs in somebody who has passed every factor: a session, and the place is known from now on (AUTH-3, LIMIT-2). */
export async function openLogin(
  context: AppContext,
  sessions: Sessions,
  tx: Tx,
  user: { id: number; role: number },
  place: Place,
  origin: Origin,
  by: 'code' | 'sign_on',
): Promise<LoginTokens> {
  const tokens = await sessions.open(tx, user, origin.user_agent);
  const device = await rememberPlace(context, tx, user.id, place);
  await recordEvent(tx, { ...origin, user_id: user.id }, { kind: 'login', details: { by } });
  return { ...tokens, device: context.devices.tokenOf(device) };
}
