const KEY = 'restvarde.return';

let hasLeft = false;

/** Who logs out is done here: the next to log in starts on the first page. */
export function forgetReturn(): void {
  hasLeft = true;
}

/** Keeps where somebody was going, for after the login: a link in a mail leads to its auction. */
export function rememberReturn(path: string): void {
  try {
    if (hasLeft) sessionStorage.removeItem(KEY);
    else if (path !== '/') sessionStorage.setItem(KEY, path);
  } catch {
    // Storage is forbidden: the login leads to the first page.
  }
}

/** Does somebody log in on the way to a page? */
export function isOnWay(): boolean {
  try {
    return !hasLeft && sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** The kept address within the site, once; `/` when there is none. */
export function takeReturn(): string {
  try {
    hasLeft = false;
    const path = sessionStorage.getItem(KEY) ?? '/';
    sessionStorage.removeItem(KEY);
    return isWithinSite(path) ? path : '/';
  } catch {
    return '/';
  }
}

/** Does this address stay on our own origin? `//elsewhere` and `/\elsewhere` do not. */
export function isWithinSite(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}
