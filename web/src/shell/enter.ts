import type { User } from '@restvarde/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../users/queries.ts';
import { loadBasics } from './load-basics.ts';

/** Lets somebody who has logged in on to a page: who it is, and what most pages need (AUTH-11). */
export async function enter(client: QueryClient): Promise<User> {
  const me = await client.ensureQueryData(meQuery);
  loadBasics(client, me);
  return me;
}
