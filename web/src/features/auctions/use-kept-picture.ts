import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AUCTION_LISTS } from './list-key.ts';

/** Limits refetching for pictures that fail for other reasons than expiry. */
const REFETCH_MS = 60_000;

let askedAt = Number.NEGATIVE_INFINITY;

/**
 * Keeps the URLs in use when newer ones arrive, so that nothing is loaded twice: URLs of a picture expire, but the
 * picture stays the same (MEDIA-2). After a failure the newer URLs are used, or fetched if there are none.
 */
export function useKeptPicture<Addresses>(newest: Addresses) {
  const [used, setUsed] = useState(newest);
  const [failed, setFailed] = useState<Addresses | null>(null);
  const client = useQueryClient();
  const shown = used === failed ? newest : used;
  return {
    shown,
    isBroken: shown === failed,
    onError() {
      setUsed(shown);
      setFailed(shown);
      if (shown === newest) fetchNewer(client);
    },
  };
}

function fetchNewer(client: QueryClient): void {
  const now = performance.now();
  if (now - askedAt < REFETCH_MS) return;
  askedAt = now;
  for (const queryKey of [AUCTION_LISTS, ['auction'], ['todo']]) {
    void client.invalidateQueries({ queryKey });
  }
}
