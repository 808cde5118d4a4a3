/** What a token may do (FEED-2). `auctions:write` includes reading. */
export const TOKEN_SCOPES = ['auctions:read', 'auctions:write'] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];

/**
 * The calls that a token may make, with the scope that each needs. A token is refused every other call that needs a login
 * (FEED-2).
 */
export const TOKEN_CALLS: Readonly<Record<string, TokenScope>> = {
  'GET /api/auctions': 'auctions:read',
  'GET /api/auctions/export': 'auctions:read',
  'GET /api/auctions/:id': 'auctions:read',
  'GET /api/auctions/:id/bids': 'auctions:read',
  'GET /api/auctions/:id/history': 'auctions:read',
  'GET /api/categories': 'auctions:read',
  'GET /api/staging-areas': 'auctions:read',
  'POST /api/auctions': 'auctions:write',
  'PUT /api/auctions/:id': 'auctions:write',
  'POST /api/auctions/:id/images': 'auctions:write',
  'PATCH /api/auctions/:id/images': 'auctions:write',
  'PATCH /api/auctions/:id/images/:imageId': 'auctions:write',
  'DELETE /api/auctions/:id/images/:imageId': 'auctions:write',
  'POST /api/auctions/:id/files': 'auctions:write',
  'PATCH /api/auctions/:id/files/:fileId': 'auctions:write',
  'DELETE /api/auctions/:id/files/:fileId': 'auctions:write',
  'GET /api/feed/auctions': 'auctions:read',
  'GET /api/feed/auctions/:external_id': 'auctions:read',
  'POST /api/feed/auctions/:external_id/images': 'auctions:write',
  'POST /api/feed/auctions/:external_id/files': 'auctions:write',
  'PUT /api/feed/auctions/:external_id': 'auctions:write',
  'POST /api/auctions/:id/relist': 'auctions:write',
};

/** True if `scopes` include the scope `other`. False for a text that is no scope. */
export const tokenIncludes = (scopes: readonly TokenScope[], other: string) =>
  TOKEN_SCOPES.some((scope) => scope === other) &&
  (scopes.includes('auctions:write') || scopes.includes(other as TokenScope));

/** True if a token with these scopes may make the call. */
export function tokenMay(
  scopes: readonly TokenScope[],
  { method, path }: Record<'method' | 'path', string>,
): boolean {
  const needed = Object.hasOwn(TOKEN_CALLS, `${method} ${path}`)
    ? TOKEN_CALLS[`${method} ${path}`]
    : undefined;
  return needed !== undefined && tokenIncludes(scopes, needed);
}
