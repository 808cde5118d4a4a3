import * as logins from '@restvarde/contract/auth/login';
import * as ownSessions from '@restvarde/contract/auth/own-sessions';
import * as password from '@restvarde/contract/auth/password';
import * as secondFactor from '@restvarde/contract/auth/second-factor';
import { logout, logoutAll, refresh } from '@restvarde/contract/auth/session';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { refuse } from '../http/domain-error.ts';
import { LIMITS } from '../http/limit-table.ts';
import { openRoute, route, strangersAllowance } from '../http/route.ts';
import { recordEvent } from '../security/record-event.ts';
import { changePassword } from './change-password.ts';
import { sendSetPasswordEmailTo } from './emails/send-account-email.ts';
import { endSessionsOf } from './end-sessions.ts';
import { openLogin } from './open-login.ts';
import { endMailed, endOthers, endOwn, listSessions } from './own-sessions/own-sessions.ts';
import { beginLogin, finishLogin, mailAnotherCode } from './password-login.ts';
import { inPasswordTurn } from './passwords/password.ts';
import { removeSecondFactor, renewRecoveryCodes } from './second-factor/change-second-factor.ts';
import { addSecondFactor, readSecondFactor, startEnrolment } from './second-factor/enrolment.ts';
import type { Sessions } from './sessions.ts';
import { checkPasswordLink, setPassword } from './set-password.ts';
import { openSignOn } from './sign-on.ts';
import { admit, REFUSED } from './sign-on-account.ts';

/** Login, tokens and logout (AUTH-2–10, 12–15). */
export function authRoutes(app: FastifyInstance, context: AppContext, sessions: Sessions): void {
  const { limits } = context;
  const { db } = context.pool;

  openRoute(app, context, logins.login, async ({ body, address, device, origin }) => {
    const place = { address, device };
    const begin = () => beginLogin(context, body, place, origin);
    return { uuid: await inPasswordTurn(context, place, begin) };
  });

  openRoute(app, context, logins.resendCode, async ({ body, address, device, origin }) => ({
    uuid: await mailAnotherCode(context, body.uuid, { address, device }, origin),
  }));

  openRoute(app, context, logins.enterCode, ({ body, address, device, origin }) =>
    finishLogin(context, sessions, body, { address, device }, origin),
  );

  openRoute(app, context, refresh, async ({ body, address, device, origin }) => {
    const tokens = await sessions.rotate(body.refresh, origin);
    if (!tokens) throw refuse.notLoggedIn();
    // A whole office renews its tokens from one address.
    await limits.giveBack(...strangersAllowance(address, device));
    return tokens;
  });

  openRoute(app, context, logout, ({ body, origin }) => sessions.end(body.refresh, origin));

  route(app, context, logoutAll, async ({ viewer }) => {
    await db.transaction().execute(async (tx) => {
      await endSessionsOf(tx, [viewer.user_id]);
      await recordEvent(tx, viewer, { kind: 'session_ended', details: { reason: 'everywhere' } });
    });
    sessions.forget();
  });

  ownSessionRoutes(app, context, sessions);
  secondFactorRoutes(app, context, sessions);
  signOnRoutes(app, context, sessions);
  passwordRoutes(app, context, sessions);
}

/** Lists and ends a user's sessions (SEC-3, SEC-4). */
function ownSessionRoutes(app: FastifyInstance, context: AppContext, sessions: Sessions): void {
  route(app, context, ownSessions.listOwnSessions, ({ viewer, session_id }) =>
    listSessions(context.pool.db, viewer.user_id, session_id),
  );

  route(app, context, ownSessions.endOwnSession, async ({ viewer, params }) => {
    await endOwn(context, viewer, params.id);
    sessions.forget();
  });

  route(app, context, ownSessions.endOtherSessions, async ({ viewer, session_id }) => {
    await endOthers(context, viewer, session_id);
    sessions.forget();
  });

  openRoute(app, context, ownSessions.endMailedSession, async ({ body, origin }) => {
    await endMailed(context, body.token, origin);
    sessions.forget();
  });
}

/** A staff member's own second factor (SEC-5). */
function secondFactorRoutes(app: FastifyInstance, context: AppContext, sessions: Sessions): void {
  route(app, context, secondFactor.readSecondFactor, ({ viewer }) =>
    readSecondFactor(context.pool.db, viewer.user_id),
  );

  route(app, context, secondFactor.startEnrolment, ({ viewer, body }) =>
    inPasswordTurn(context, viewer, () => startEnrolment(context, viewer, body.password)),
  );

  route(app, context, secondFactor.addSecondFactor, async ({ viewer, session_id, body }) => {
    const recovery_codes = await addSecondFactor(context, viewer, session_id, body);
    sessions.forget();
    return { recovery_codes };
  });

  route(app, context, secondFactor.renewRecoveryCodes, async ({ viewer, body }) => ({
    recovery_codes: await renewRecoveryCodes(context, viewer, body.second_factor),
  }));

  route(app, context, secondFactor.removeSecondFactor, async ({ viewer, session_id, body }) => {
    await removeSecondFactor(context, viewer, session_id, body.second_factor);
    sessions.forget();
  });
}

/** Resetting, setting and changing passwords (AUTH-12–14, AUTH-19). */
function passwordRoutes(app: FastifyInstance, context: AppContext, sessions: Sessions): void {
  const { limits, pool } = context;

  openRoute(app, context, password.requestReset, async ({ body, address, origin }) => {
    await limits.spend(LIMITS.reset_address, address);
    // Same reply for known and unknown addresses: nothing if the address has had its emails, else one job.
    if ((await limits.take(LIMITS.reset_mail, body.email)) > 0) return undefined;
    await pool.db
      .transaction()
      .execute((tx) => sendSetPasswordEmailTo(context, tx, body.email, origin));
  });

  openRoute(app, context, password.checkResetLink, async ({ params, address }) => {
    await limits.spend(LIMITS.reset_address, address);
    await checkPasswordLink(context, params.token);
    await limits.giveBack(LIMITS.reset_address, address);
  });

  openRoute(app, context, password.resetPassword, async ({ params, body, address, origin }) => {
    await limits.spend(LIMITS.reset_address, address);
    await setPassword(context, params.token, body, origin);
    sessions.forget();
    await limits.giveBack(LIMITS.reset_address, address);
  });

  route(app, context, password.changePassword, async ({ viewer, session_id, body }) => {
    await inPasswordTurn(context, viewer, () => changePassword(context, viewer, session_id, body));
    sessions.forget();
  });
}

/** Login by single sign-on (AUTH-5–7). */
function signOnRoutes(app: FastifyInstance, context: AppContext, sessions: Sessions): void {
  const { limits } = context;
  const signOn = openSignOn(context);

  openRoute(app, context, logins.startSignOn, async ({ query, log }) => ({
    url: await signOn.begin(query.email, log),
  }));

  openRoute(app, context, logins.finishSignOn, async ({ body, address, device, origin, log }) => {
    await limits.spend(LIMITS.login_address, address);
    const { authorization_code: code, state, iss } = body;
    const { provider, claims } = await signOn.finish({ code, state, iss }, log);
    const outcome = await context.pool.db.transaction().execute(async (tx) => {
      const admission = await admit(tx, provider, claims, origin);
      if ('refused' in admission) return admission;
      const place = { address, device };
      return openLogin(context, sessions, tx, admission.user, place, origin, 'sign_on');
    });
    if ('refused' in outcome) {
      sessions.forget();
      const { iss: issuer, sub: subject } = claims;
      log.warn({ issuer, subject, reason: outcome.refused }, 'a sign-on was refused');
      throw refuse.detail(REFUSED[outcome.refused]);
    }
    await limits.giveBack(LIMITS.login_address, address);
    return outcome;
  });
}
