import { credentials, finishSignOn, startSignOn } from '@restvarde/contract/auth/login';
import { SENTENCE } from '@restvarde/contract/errors';
import * as z from 'zod/mini';
import { ApiError } from '../../base/api/api-error.ts';
import { call } from '../../base/api/call.ts';
import { session } from '../../base/session/current.ts';

const SIGN_ON_FAILED = 'Det gick inte att nå inloggningstjänsten. Försök igen.';
/** The state of a sign-on must be stored until it returns. */
export const NEEDS_STORAGE =
  'Webbläsaren blockerar webbplatsdata. Tillåt det för den här webbplatsen och försök igen.';
const GAVE_UP = 'Inloggningen avbröts. Försök igen.';

/**
 * Redirects to single sign-on, of the email's domain if there is one. Resolves to null, or to why there is no address
 * (AUTH-5), which is shown at the `email` field.
 */
export async function startSingleSignOn(
  email: string,
): Promise<{ email?: string; detail?: string } | null> {
  try {
    const isWritten = z.safeParse(credentials.shape.email, email).success;
    const { url } = await call(startSignOn, { query: isWritten ? { email } : {} });
    if (!/^https?:\/\//.test(url)) return { detail: SIGN_ON_FAILED };
    session.set({ adfs_url: url });
    if (!session.isStored()) return { detail: NEEDS_STORAGE };
    window.location.assign(url);
    return null;
  } catch (error) {
    const emailError = error instanceof ApiError ? error.fields.email?.[0] : undefined;
    return emailError === undefined ? { detail: SIGN_ON_FAILED } : { email: emailError };
  }
}

/**
 * Completes single sign-on from the values in the URL. Resolves to null if the user is logged in or has not tried,
 * otherwise to the error (AUTH-6).
 */
export async function finishSingleSignOn(back: URLSearchParams): Promise<string | null> {
  const { adfs_url } = session.get();
  session.set({ adfs_url: null });
  const authorization_code = back.get('code');
  if (!authorization_code) return back.has('error') ? GAVE_UP : null;
  // Only a sign-on that began in this browser may end in it, so another state is not sent (AUTH-7).
  const begun = adfs_url === null ? null : new URL(adfs_url).searchParams.get('state');
  const state = begun !== null && begun === back.get('state') ? begun : '';
  try {
    const { access, refresh, device } = await call(finishSignOn, {
      body: { authorization_code, state, iss: back.get('iss') ?? '' },
    });
    session.keepDevice(device);
    session.set({ two_factor_uuid: null, access_token: access, refresh_token: refresh });
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.message : SENTENCE.generic;
  }
}
