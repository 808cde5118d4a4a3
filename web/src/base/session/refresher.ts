import type { Tokens } from '@restvarde/contract/auth/session';
import type { Session } from './session.ts';

/** The part of `navigator.locks` that a refresh needs; absent on pages without https. */
export type Locks = Pick<LockManager, 'request'>;

const LOCK = 'restvarde.refresh';
/** How long what another tab has stored may be on its way: browsers copy storage between their processes. */
const ARRIVAL_MS = 300;

/**
 * Renews the access token once for all who wait, in this tab and the others (AUTH-9).
 * Resolves to the token to go on with, or to null when the session is over. Rejects when the server
 * could not be asked: then nobody is logged out.
 */
export type Refresh = (dead_token: string | null) => Promise<string | null>;

export function createRefresher(parts: {
  session: Session;
  /** Trades a refresh token for new tokens; null when it is refused. */
  exchange: (refresh_token: string) => Promise<Tokens | null>;
  locks?: Locks | undefined;
}): Refresh {
  const { session, exchange, locks } = parts;
  let ongoing: Promise<string | null> | null = null;

  async function renew(dead_token: string | null, hasWaited: boolean): Promise<string | null> {
    // Whoever had the lock has stored new tokens, or ended the session.
    if (hasWaited && session.reload().access_token === dead_token) await nextChange(session);
    const auth = session.reload();
    if (auth.refresh_token === null) return null;
    // Another tab was here first, while this one waited for the lock.
    if (auth.access_token !== null && auth.access_token !== dead_token) return auth.access_token;
    const tokens = await exchange(auth.refresh_token);
    // Logged out meanwhile: what came back is of no use.
    if (session.reload().refresh_token !== auth.refresh_token) return session.get().access_token;
    if (tokens === null) {
      session.end();
      return null;
    }
    session.set({ access_token: tokens.access, refresh_token: tokens.refresh });
    return tokens.access;
  }

  /** One tab at a time; who finds the lock taken stands in line. */
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

/** Resolves when the session changes, here or in another tab, or when it has had the time to. */
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
