import type { LoginTokens } from '@restvarde/contract/auth/session';
import type { LoginFactor } from '@restvarde/contract/security/event-kinds';
import type { AppContext } from '../context.ts';
import type { Tx } from '../db/pool.ts';
import type { Origin } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { sendAccountEmail } from './emails/send-account-email.ts';
import { type LoginSource, rememberPlace } from './known-places.ts';
import type { Sessions } from './sessions.ts';

/**
 * Completes a login after all factors: opens a session, remembers device and address, and notifies the user of a new
 * device (AUTH-3, LIMIT-2, SEC-4).
 */
export async function openLogin(
  context: AppContext,
  sessions: Sessions,
  tx: Tx,
  user: { id: number; role: number },
  place: LoginSource,
  origin: Origin,
  by: LoginFactor,
): Promise<LoginTokens> {
  const { session_id, ...tokens } = await sessions.open(tx, user, origin);
  const { device, is_strange } = await rememberPlace(context, tx, user.id, place);
  if (is_strange) await sendAccountEmail(context, tx, { kind: 'new-device', session_id });
  await recordEvent(tx, { ...origin, user_id: user.id }, { kind: 'login', details: { by } });
  return { ...tokens, device: context.devices.tokenOf(device) };
}
