import { type Auction, getAuction } from '@restvarde/contract/auctions/auction';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../base/api/api-error.ts';
import { call } from '../../base/api/call.ts';
import { isPolling } from '../../base/live/connection.ts';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { afterEnd } from './apply-standing.ts';
import { withNewest } from './newest-standings.ts';

/** URLs of pictures and documents are valid for at least seven minutes (MEDIA-2). */
const FRESH_MS = 5 * 60_000;
/** How often to refetch an auction that has passed its start or end. */
const REFETCH_MS = 2000;
/** How often to refetch while the socket is down, shortly before the end (LIVE-9). */
const LAST_POLL_MS = 5000;
const POLL_MS = 15_000;
const LAST_MS = 10 * 60_000;

/**
 * One auction as the viewer may see it. A message newer than the reply takes precedence (LIVE-2). The server no
 * longer returns an ended auction to a station that did not bid (ROLE-17); the page then keeps it, marked as ended.
 */
export const auctionQuery = (id: number) =>
  queryOptions({
    queryKey: ['auction', id],
    queryFn: async ({ client, queryKey, signal }) => {
      try {
        return withNewest(client, await call(getAuction, { params: { id }, signal }));
      } catch (error) {
        const shown = client.getQueryData<Auction>(queryKey);
        const isMissing = error instanceof ApiError && error.status === 404;
        if (!isMissing || shown === undefined || Date.parse(shown.end_dt) > serverClock.now()) {
          throw error;
        }
        return afterEnd(shown);
      }
    },
    refetchInterval: ({ state: { data, error } }) => {
      if (data === undefined) return false;
      if (error !== null && !isPolling()) return false;
      const now = serverClock.now();
      const isTurning =
        (data.is_active && Date.parse(data.end_dt) <= now) ||
        (!data.has_started && Date.parse(data.start_dt) <= now);
      if (isTurning) return REFETCH_MS;
      if (!isPolling()) return FRESH_MS;
      return data.is_active && Date.parse(data.end_dt) - now < LAST_MS ? LAST_POLL_MS : POLL_MS;
    },
    refetchOnWindowFocus: () => (isPolling() ? 'always' : true),
    meta: { isLive: true },
  });
