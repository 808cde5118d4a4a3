import type { Endpoint } from '@restvarde/contract/endpoint';

export type PathValue = string | number;
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number)[];

/**
 * The URL of a call: fills in `:name` in the path and appends the query. Leaves out values that are undefined, null,
 * empty or an empty list. A list repeats its name (LIST-5).
 */
export function addressOf(
  endpoint: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, PathValue>> = {},
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} lacks ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
    }
  }
  const tail = search.toString();
  return tail === '' ? path : `${path}?${tail}`;
}
