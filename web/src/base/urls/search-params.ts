/**
 * Parses the search part of a URL: a repeated name is a list, everything else a string. The router's own parser would
 * write «number=%220099%22» to distinguish text from numbers. Each page's schema validates the values.
 */
export function readSearch(search: string): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    const present = values[name];
    if (present === undefined) values[name] = value;
    else values[name] = [...(Array.isArray(present) ? present : [present]), value];
  }
  return values;
}

/** Writes the search part of a URL, without empty values. */
export function writeSearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
    }
  }
  const written = search.toString();
  return written === '' ? '' : `?${written}`;
}
