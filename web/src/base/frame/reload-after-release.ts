const KEY = 'restvarde.release';

/** The page's entry script, whose name changes with each release. */
const ENTRY = /<script type="module"[^>]* src="([^"]+)"/;

/**
 * Reloads the page, once per release, if the server has a newer one (SHELL-6). Resolves to whether it reloads. False
 * if the server is unavailable, since a reload would then lose the page.
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
    // The server did not answer, or storage is blocked and cannot record the reload.
    return false;
  }
}
