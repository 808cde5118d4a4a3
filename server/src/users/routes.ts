import { getMe } from '@restvarde/contract/users';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { Platform } from '../platform.ts';

export function userRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, getMe, async ({ viewer }) => {
    const user = await platform.pool.db
      .selectFrom('users')
      .select(['id', 'email', 'first_name', 'last_name', 'role', 'is_superuser', 'is_ad_user'])
      .where('id', '=', viewer.user_id)
      .executeTakeFirstOrThrow();
    return { ...user, has_accepted_terms: viewer.has_accepted_terms };
  });
}
