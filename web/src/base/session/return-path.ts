const KEY = 'restvarde.return';

let hasLeft = false;

/** Clears the stored path at logout, so that the next login starts on the first page. */
export function forgetReturn(): void {
  hasLeft = true;
}

/** Stores the requested path until after the login, for example of a link in an email. */
export function rememberReturn(path: string): void {
  try {
    if (hasLeft) sessionStorage.removeItem(KEY);
    else if (path !== '/') sessionStorage.setItem(KEY, path);
  } catch {
    // Storage is blocked, so the login leads to the first page.
  }
}

/** Returns whether a path is stored, so that the login leads to a certain page. */
export function isOnWay(): boolean {
  try {
    return !hasLeft && sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Returns the stored path within the site and clears it; `/` if there is none. */
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

/** Returns whether a path stays on our own origin. `//elsewhere` and `/\elsewhere` do not. */
export function isWithinSite(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}
