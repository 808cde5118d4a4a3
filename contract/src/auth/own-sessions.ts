import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParams, instant } from '../fields.ts';
import { may } from '../roles.ts';
import { opaque } from './session.ts';

export const ownSession = z.object({
  id: z.string(),
  /** «Chrome på Windows». */
  browser: z.string(),
  /** The address of the login. Null if unknown. */
  ip: z.nullable(z.string()),
  logged_in_at: instant,
  /** Updated when the browser refreshes its token: every few minutes while it is in use. */
  last_used_at: instant,
  is_current: z.boolean(),
});

export type OwnSession = z.infer<typeof ownSession>;

/** The caller's sessions: the current one first, then by latest use (SEC-3). */
export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  summary: 'Mina inloggningar',
  may: may.anyUser,
  reply: z.array(ownSession),
});

const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

/** Ends one of the caller's sessions (SEC-3). */
export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  summary: 'Logga ut en av mina inloggningar',
  may: may.anyUser,
  params: z.object({ id: uuid }),
});

/** Ends all of the caller's sessions except the current one (SEC-3). */
export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/sessions/end-others',
  summary: 'Logga ut på alla andra enheter',
  may: may.anyUser,
});

/** Ends all sessions of a member of staff (SEC-3). */
export const endStaffSessions = endpoint({
  method: 'POST',
  path: '/api/users/:id/end-sessions',
  summary: 'Logga ut en person överallt',
  may: may.administer,
  params: idParams,
});

/** Ends the session named by the link of an email (SEC-4). Idempotent. */
export const endMailedSession = endpoint({
  method: 'POST',
  path: '/api/auth/end-session',
  summary: 'Avsluta en inloggning med länken i ett mejl',
  may: may.anyone,
  body: z.object({ token: opaque }),
});
