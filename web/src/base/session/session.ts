/** The login state of this browser (AUTH-1). A user is logged in if a refresh token exists. */
export interface Auth {
  /** The address of single sign-on, set when the user has chosen it. */
  adfs_url: string | null;
  /** A login that waits for its code. */
  two_factor_uuid: string | null;
  access_token: string | null;
  refresh_token: string | null;
}

const LOGGED_OUT: Auth = {
  adfs_url: null,
  two_factor_uuid: null,
  access_token: null,
  refresh_token: null,
};

const KEY = 'restvarde.auth';
const DEVICE_KEY = 'restvarde.device';

/** The login, stored in web storage and sent to all listeners, in every tab (AUTH-1, AUTH-10). */
export interface Session {
  get(): Auth;
  isLoggedIn(): boolean;
  /** Identifies the login. Unchanged when tokens are renewed; null if nobody is logged in. */
  loginId(): string | null;
  set(change: Partial<Auth>): void;
  /** Reads storage again, which another tab may have changed. */
  reload(): Auth;
  /** Clears the session in all tabs. */
  end(): void;
  /** The id of this browser at logins; null before the first. It outlives sessions (LIMIT-2). */
  device(): string | null;
  keepDevice(token: string): void;
  /** False if storage is full or blocked: other tabs do not see the login, and a reload loses it. */
  isStored(): boolean;
  subscribe(listener: () => void): () => void;
}

/** The part of `localStorage` that a session needs. */
type SessionStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Without storage the login lasts until the page is closed. */
export function createSession(storage: SessionStore | null): Session {
  const listeners = new Set<() => void>();
  let auth = read(storage);
  let isStored = storage !== null;

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const store = (next: Auth) => {
    auth = next;
    try {
      if (Object.values(next).every((value) => value === null)) storage?.removeItem(KEY);
      else storage?.setItem(KEY, JSON.stringify(next));
      isStored = storage !== null;
    } catch {
      isStored = false;
    }
    notify();
  };

  return {
    get: () => auth,
    isLoggedIn: () => auth.refresh_token !== null,
    // A refresh token begins with the id of its session.
    loginId: () => auth.refresh_token?.split('.', 1)[0] ?? null,
    set: (change) => store({ ...auth, ...change }),
    reload() {
      const stored = isStored ? read(storage) : auth;
      if (!isSame(stored, auth)) {
        auth = stored;
        notify();
      }
      return auth;
    },
    end: () => store(LOGGED_OUT),
    device() {
      try {
        return storage?.getItem(DEVICE_KEY) ?? null;
      } catch {
        return null;
      }
    },
    keepDevice(token) {
      try {
        storage?.setItem(DEVICE_KEY, token);
      } catch {
        // The server treats this browser as a new device at its next login.
      }
    },
    isStored: () => isStored,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function read(storage: SessionStore | null): Auth {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return LOGGED_OUT;
    const auth = { ...LOGGED_OUT };
    for (const name of Object.keys(LOGGED_OUT) as (keyof Auth)[]) {
      const value = (stored as Record<string, unknown>)[name];
      if (typeof value === 'string') auth[name] = value;
    }
    return auth;
  } catch {
    return LOGGED_OUT;
  }
}

function isSame(a: Auth, b: Auth): boolean {
  return (Object.keys(LOGGED_OUT) as (keyof Auth)[]).every((name) => a[name] === b[name]);
}
