type Search = Record<string, unknown>;

/**
 * What an address says once it is changed as a page that showed `shown` wants it, to `next`: of what it says by then, since two
 * changes may come before the page is drawn again, and the later one was made without sight of the first.
 */
export function changeSearch(before: Search, shown: Search, next: Search): Search {
  const search = { ...before };
  for (const name in { ...shown, ...next }) {
    if (shown[name] !== next[name]) search[name] = next[name];
  }
  return search;
}
