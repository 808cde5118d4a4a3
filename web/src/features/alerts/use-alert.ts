import { addAlert, removeAlert } from '@restvarde/contract/alerts';
import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { SENTENCE } from '@restvarde/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { call } from '../../base/api/call.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { auctionQuery } from '../auctions/auction-query.ts';
import { AUCTION_LISTS } from '../auctions/list-key.ts';
import { type AuctionPages, changeCard } from '../auctions/list-query.ts';

/** What watching needs to know of an auction or card. */
export type Watchable = Pick<AuctionCard, 'id' | 'has_active_alert'>;

/**
 * Watching an auction, on and off (AUC-12). What is shown is what was pressed, until the server has answered;
 * then its page and every list know it, and `onChange` tells whoever holds it besides. `told` is what the modal
 * has to say.
 */
export function useAlert(auction: Watchable, onChange?: (is_on: boolean) => void) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<boolean | null>(null);
  const [told, setTold] = useState<'on' | 'off' | null>(null);

  async function toggle() {
    if (asked !== null) return;
    const is_on = !auction.has_active_alert;
    setAsked(is_on);
    try {
      await call(is_on ? addAlert : removeAlert, { params: { id: auction.id } });
      remember(is_on);
      setTold(is_on ? 'on' : 'off');
    } catch (error) {
      const text = error instanceof ApiError ? error.message : SENTENCE.generic;
      showToast({ tone: 'danger', text });
    } finally {
      setAsked(null);
    }
  }

  function remember(has_active_alert: boolean) {
    const { queryKey } = auctionQuery(auction.id);
    client.setQueryData(queryKey, (known) => known && { ...known, has_active_alert });
    client.setQueriesData<AuctionPages>({ queryKey: AUCTION_LISTS }, (pages) =>
      changeCard(pages, auction.id, (card) => ({ ...card, has_active_alert })),
    );
    onChange?.(has_active_alert);
  }

  return {
    isOn: asked ?? auction.has_active_alert,
    toggle: () => void toggle(),
    told,
    close: () => setTold(null),
  };
}
