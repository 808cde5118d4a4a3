const KEY = 'restvarde.release';

/** The script that a page starts with: its name is another in each release. */
const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;

/**
 * Reloads the page when the server has another release than the one that it came from, once for each
 * (SHELL-6). Resolves to whether it does: not when the server is away, since a reload would then lose the
 * page for nothing.
 */
export async function reloadAfterRelease(): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store', credentials: 'omit' });
    const there = ENTRY.exec(await response.text())?.[1];
    const here = document.querySelector('script[type="module"]')?.getAttribute('src');
    if (!response.ok || there === undefined || there === here) return false;
    if (sessionStorage.getItem(KEY) === there) return false;
    sessionStorage.setItem(KEY, there);
    window.location.reload();
    return true;
  } catch {
    // No answer, or no storage to remember a first time in.
    return false;
  }
}
