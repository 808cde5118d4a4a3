/** What this browser knows of its login (AUTH-1). Logged in = a refresh token exists. */
export interface Auth {
  /** Where single sign-on takes place, from the moment it was asked for. */
  adfs_url: string | null;
  /** A login that waits for its code. */
  two_factor_uuid: string | null;
  access_token: string | null;
  refresh_token: string | null;
}

const NOBODY: Auth = {
  adfs_url: null,
  two_factor_uuid: null,
  access_token: null,
  refresh_token: null,
};

const KEY = 'restvarde.auth';
const DEVICE_KEY = 'restvarde.device';

/** The login, kept in web storage and sent to everyone who listens, in every tab (AUTH-1, AUTH-10). */
export interface Session {
  get(): Auth;
  isLoggedIn(): boolean;
  set(change: Partial<Auth>): void;
  /** Reads storage again: another tab may have written a moment ago. */
  reload(): Auth;
  /** Forgets everything, in all tabs. */
  end(): void;
  /** What this browser is known by at a login; null until its first. It outlives every session (LIMIT-2). */
  device(): string | null;
  keepDevice(token: string): void;
  /** Whether it outlives the page. It does not where storage is full or forbidden: other tabs and a reload know nothing of it. */
  isStored(): boolean;
  subscribe(listener: () => void): () => void;
}

/** What a session needs of `localStorage`. */
type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Without a storage the login lives as long as the page. */
export function createSession(storage: Keep | null): Session {
  const listeners = new Set<() => void>();
  let auth = read(storage);
  let isStored = storage !== null;

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const keep = (next: Auth) => {
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
    set: (change) => keep({ ...auth, ...change }),
    reload() {
      const stored = isStored ? read(storage) : auth;
      if (!isSame(stored, auth)) {
        auth = stored;
        notify();
      }
      return auth;
    },
    end: () => keep(NOBODY),
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
        // It is a stranger at its next login, too.
      }
    },
    isStored: () => isStored,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function read(storage: Keep | null): Auth {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return NOBODY;
    const auth = { ...NOBODY };
    for (const name of Object.keys(NOBODY) as (keyof Auth)[]) {
      const value = (stored as Record<string, unknown>)[name];
      if (typeof value === 'string') auth[name] = value;
    }
    return auth;
  } catch {
    return NOBODY;
  }
}

function isSame(a: Auth, b: Auth): boolean {
  return (Object.keys(NOBODY) as (keyof Auth)[]).every((name) => a[name] === b[name]);
}
