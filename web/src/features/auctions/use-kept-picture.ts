import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AUCTION_LISTS } from './list-key.ts';

/** Pictures that fail for another reason than age are not asked for again and again. */
const ASK_AGAIN_MS = 60_000;

let askedAt = Number.NEGATIVE_INFINITY;

/**
 * Addresses of a picture expire but show the same (MEDIA-2). Those in use are kept when newer ones come, so that nothing
 * is fetched twice; the newer are tried when the older have failed, and asked for when there are none.
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
      if (shown === newest) askForNewer(client);
    },
  };
}

function askForNewer(client: QueryClient): void {
  const now = performance.now();
  if (now - askedAt < ASK_AGAIN_MS) return;
  askedAt = now;
  for (const queryKey of [AUCTION_LISTS, ['auction'], ['todo']]) {
    void client.invalidateQueries({ queryKey });
  }
}
