import { addAlert, removeAlert } from '@restvarde/contract/alerts';
import type { AuctionCard } from '@restvarde/contract/auctions';
import { SENTENCE } from '@restvarde/contract/errors';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { showToast } from '../ui/toast.ts';

/** What watching needs to know of an auction or card. */
export type Watchable = Pick<AuctionCard, 'id' | 'has_active_alert'>;

/**
 * Watching an auction, on and off (AUC-12). `onChange` tells whoever holds the auction that the server has
 * taken it; until then what is shown is what was pressed. `told` is what the modal has to say.
 */
export function useAlert(auction: Watchable, onChange: (is_on: boolean) => void) {
  const [asked, setAsked] = useState<boolean | null>(null);
  const [told, setTold] = useState<'on' | 'off' | null>(null);

  async function toggle() {
    if (asked !== null) return;
    const is_on = !auction.has_active_alert;
    setAsked(is_on);
    try {
      await call(is_on ? addAlert : removeAlert, { params: { id: auction.id } });
      onChange(is_on);
      setTold(is_on ? 'on' : 'off');
    } catch (error) {
      const text = error instanceof ApiError ? error.message : SENTENCE.generic;
      showToast({ tone: 'danger', text });
    } finally {
      setAsked(null);
    }
  }

  return {
    isOn: asked ?? auction.has_active_alert,
    toggle: () => void toggle(),
    told,
    close: () => setTold(null),
  };
}
