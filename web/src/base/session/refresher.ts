import type { Tokens } from '@restvarde/contract/auth/session';
import type { Session } from './session.ts';

/** The part of `navigator.locks` that a refresh needs. Undefined on pages without https. */
export type Locks = Pick<LockManager, 'request'>;

const LOCK = 'restvarde.refresh';
/** Browsers copy storage between processes, so another tab's write may arrive this late. */
const ARRIVAL_MS = 300;

/**
 * Renews the access token once for all callers, in this tab and the others (AUTH-9). Resolves to the new token, or to
 * null if the session is over. Rejects, without ending the session, if the server gave no answer.
 */
export type Refresh = (dead_token: string | null) => Promise<string | null>;

export function createRefresher(parts: {
  session: Session;
  /** Exchanges a refresh token for new tokens. Null if it is refused. */
  exchange: (refresh_token: string) => Promise<Tokens | null>;
  locks?: Locks | undefined;
}): Refresh {
  const { session, exchange, locks } = parts;
  let ongoing: Promise<string | null> | null = null;

  async function renew(dead_token: string | null, hasWaited: boolean): Promise<string | null> {
    // The previous holder of the lock has stored new tokens or ended the session.
    if (hasWaited && session.reload().access_token === dead_token) await nextChange(session);
    const auth = session.reload();
    if (auth.refresh_token === null) return null;
    // Another tab refreshed while this one waited for the lock.
    if (auth.access_token !== null && auth.access_token !== dead_token) return auth.access_token;
    const tokens = await exchange(auth.refresh_token);
    // The user logged out meanwhile, so the new tokens are discarded.
    if (session.reload().refresh_token !== auth.refresh_token) return session.get().access_token;
    if (tokens === null) {
      session.end();
      return null;
    }
    session.set({ access_token: tokens.access, refresh_token: tokens.refresh });
    return tokens.access;
  }

  /** Serialises refreshes across tabs by a lock. */
  async function inTurn(manager: Locks, dead_token: string | null): Promise<string | null> {
    const first = await manager.request(LOCK, { ifAvailable: true }, async (lock) =>
      lock === null ? null : { token: await renew(dead_token, false) },
    );
    if (first !== null) return first.token;
    return manager.request(LOCK, () => renew(dead_token, true));
  }

  return (dead_token) => {
    ongoing ??= (
      locks === undefined ? renew(dead_token, false) : inTurn(locks, dead_token)
    ).finally(() => {
      ongoing = null;
    });
    return ongoing;
  };
}

/** Resolves when the session changes, here or in another tab, or after `ARRIVAL_MS`. */
function nextChange(session: Session): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, ARRIVAL_MS);
    const stop = session.subscribe(done);
  });
}
