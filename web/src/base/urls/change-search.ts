type Search = Record<string, unknown>;

/**
 * Applies the change from `shown` to `next` to the current search `before`. Two changes may be made before the page
 * renders again, and the later one must not undo the first.
 */
export function changeSearch(before: Search, shown: Search, next: Search): Search {
  const search = { ...before };
  for (const name in { ...shown, ...next }) {
    if (shown[name] !== next[name]) search[name] = next[name];
  }
  return search;
}
