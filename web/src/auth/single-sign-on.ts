import { endpoint } from '@restvarde/contract/endpoint';
import { may } from '@restvarde/contract/roles';
import * as z from 'zod/mini';
import { call } from '../api/call.ts';
import { session } from '../session/current.ts';

/** Where the company's own login page is. */
const getSignOnAddress = endpoint({
  method: 'GET',
  path: '/api/auth/adfs',
  summary: 'Adress till inloggning för handläggare',
  may: may.anyone,
  reply: z.object({ url: z.string() }),
});

export const SIGN_ON_FAILED = 'Det gick inte att nå inloggningstjänsten. Försök igen.';

/** Leaves the site for single sign-on. Resolves to false when there is no address to go to (AUTH-5). */
export async function startSingleSignOn(): Promise<boolean> {
  try {
    const { url } = await call(getSignOnAddress);
    if (!/^https?:\/\//.test(url)) return false;
    session.set({ adfs_url: url });
    window.location.assign(url);
    return true;
  } catch {
    return false;
  }
}
