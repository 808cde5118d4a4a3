import * as calls from '@restvarde/contract/auth/second-factor';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { route } from '../http/route.ts';
import { inPasswordTurn } from './passwords/password-turn.ts';
import { removeSecondFactor, renewRecoveryCodes } from './second-factor/change-second-factor.ts';
import { addSecondFactor, startEnrolment } from './second-factor/enrolment.ts';
import { readSecondFactor } from './second-factor/read-second-factor.ts';
import type { Sessions } from './sessions.ts';

/** A staff member's own second factor (SEC-5). */
export function secondFactorRoutes(
  app: FastifyInstance,
  context: AppContext,
  sessions: Sessions,
): void {
  route(app, context, calls.readSecondFactor, ({ viewer }) =>
    readSecondFactor(context.pool.db, viewer.user_id),
  );

  route(app, context, calls.startEnrolment, ({ viewer, body }) =>
    inPasswordTurn(context, viewer, () => startEnrolment(context, viewer, body.password)),
  );

  route(app, context, calls.addSecondFactor, async ({ viewer, session_id, body }) => {
    const recovery_codes = await addSecondFactor(context, viewer, session_id, body);
    sessions.forget();
    return { recovery_codes };
  });

  route(app, context, calls.renewRecoveryCodes, async ({ viewer, body }) => ({
    recovery_codes: await renewRecoveryCodes(context, viewer, body.second_factor),
  }));

  route(app, context, calls.removeSecondFactor, async ({ viewer, session_id, body }) => {
    await removeSecondFactor(context, viewer, session_id, body.second_factor);
    sessions.forget();
    return undefined;
  });
}
