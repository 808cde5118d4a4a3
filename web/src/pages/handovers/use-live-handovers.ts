import { LIVE_PATH } from '@restvarde/contract/live';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive } from '../../base/live/use-live.ts';
import { HANDOVERS } from '../../features/sales/handovers-query.ts';

/** Changes within this time cause one fetch. */
const BATCH_MS = 500;

/** Refetches the list when a sale changes. Only staff get live messages about all of its sales (PICK-7). */
export function useLiveHandovers(isYard: boolean): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const fetchSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: HANDOVERS });
    }, BATCH_MS);
  };
  useLive(isYard ? null : LIVE_PATH.auctions, {
    onMessage: ({ facts_changed }) => facts_changed && fetchSoon(),
    onReady: fetchSoon,
  });
}
