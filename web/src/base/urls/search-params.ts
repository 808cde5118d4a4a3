/**
 * The search part of an address as text: a name that repeats is a list, all else is a string. The router's
 * own way would write «number=%220099%22» to tell text from numbers; what a page takes is for its own
 * schema to read.
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

/** The other way: nothing, and what is empty, is left out. */
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
