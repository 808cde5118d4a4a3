import * as calls from '@restvarde/contract/auth/own-sessions';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { openRoute, route } from '../http/route.ts';
import { endMailed, endOthers, endOwn } from './own-sessions/end-session.ts';
import { listSessions } from './own-sessions/list-sessions.ts';
import type { Sessions } from './sessions.ts';

/** Lists and ends a user's sessions (SEC-3, SEC-4). */
export function ownSessionRoutes(
  app: FastifyInstance,
  context: AppContext,
  sessions: Sessions,
): void {
  route(app, context, calls.listOwnSessions, ({ viewer, session_id }) =>
    listSessions(context.pool.db, viewer.user_id, session_id),
  );

  route(app, context, calls.endOwnSession, async ({ viewer, params }) => {
    await endOwn(context, viewer, params.id);
    sessions.forget();
    return undefined;
  });

  route(app, context, calls.endOtherSessions, async ({ viewer, session_id }) => {
    await endOthers(context, viewer, session_id);
    sessions.forget();
    return undefined;
  });

  openRoute(app, context, calls.endMailedSession, async ({ body, origin }) => {
    await endMailed(context, body.token, origin);
    sessions.forget();
    return undefined;
  });
}
