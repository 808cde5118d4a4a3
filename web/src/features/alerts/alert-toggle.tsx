import { addAlert, removeAlert } from '@restvarde/contract/alerts';
import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { SENTENCE } from '@restvarde/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { ApiError } from '../../base/api/api-error.ts';
import { call } from '../../base/api/call.ts';
import { ToggleButton } from '../../ui/button/toggle-button.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { preloadWhenIdle } from '../../ui/later.ts';
import { auctionQuery } from '../auctions/auction-query.ts';
import { AUCTION_LISTS } from '../auctions/list-key.ts';
import { type AuctionPages, changeCard } from '../auctions/list-query.ts';

// Loaded when the button is hovered or pressed.
const loadModal = () => import('./alert-modal.tsx');
const AlertModal = lazy(loadModal);

export interface AlertToggleProps {
  auction: Pick<AuctionCard, 'id' | 'has_active_alert' | 'hidden_bids'>;
  /** Names the auction where the button shows an icon only, as on a card: «Volvo V60». */
  of?: string;
  /** Called when the server has saved the change. */
  onChange?: (is_on: boolean) => void;
}

/** «Bevaka»: a button with a label, or a bell only on a card (AUC-12). */
export function AlertToggle({ auction, of, onChange }: AlertToggleProps) {
  const { isOn, toggle, confirmed, close, undo } = useAlert(auction, onChange);
  const Icon = isOn ? BellRing : Bell;
  return (
    <>
      <ToggleButton
        isSelected={isOn}
        onChange={toggle}
        onHoverStart={() => preloadWhenIdle(loadModal)}
        onPressStart={() => preloadWhenIdle(loadModal)}
        {...(of === undefined
          ? { isWide: true, saysState: true }
          : { 'aria-label': `Bevaka ${of}`, isSquare: true })}
      >
        <Icon size={20} fill={isOn ? 'currentColor' : 'none'} />
        {of === undefined && <span>{isOn ? 'Bevakas' : 'Bevaka'}</span>}
      </ToggleButton>
      {confirmed !== null && (
        <Suspense fallback={null}>
          <AlertModal
            confirmed={confirmed}
            hidden_bids={auction.hidden_bids}
            onClose={close}
            onUndo={undo}
          />
        </Suspense>
      )}
    </>
  );
}

/** The fields of an auction or card that watching needs. */
type Watchable = Pick<AuctionCard, 'id' | 'has_active_alert'>;

/**
 * Turns watching an auction on and off (AUC-12). Shows and announces the change at once, then sends it and updates
 * the auction's page, all lists and `onChange`. If the server refuses, the button is reset and a message says why.
 * `confirmed` is the state that the modal has to confirm.
 */
function useAlert(auction: Watchable, onChange?: (is_on: boolean) => void) {
  const client = useQueryClient();
  const [pressed, setPressed] = useState<boolean | null>(null);
  const [confirmed, setConfirmed] = useState<'on' | 'off' | null>(null);
  const wanted = useRef(auction.has_active_alert);
  const isSending = useRef(false);
  const isOn = pressed ?? auction.has_active_alert;

  function set(is_on: boolean) {
    wanted.current = is_on;
    setPressed(is_on);
    if (!isSending.current) void send();
  }

  /** Sends one call at a time until the saved state is the one pressed last. */
  async function send() {
    isSending.current = true;
    let saved = auction.has_active_alert;
    try {
      while (saved !== wanted.current) {
        const next = wanted.current;
        await call(next ? addAlert : removeAlert, { params: { id: auction.id } });
        saved = next;
        remember(next);
      }
    } catch (error) {
      setConfirmed(null);
      const text = error instanceof ApiError ? error.message : SENTENCE.generic;
      showToast({ tone: 'danger', text });
    } finally {
      isSending.current = false;
      setPressed(null);
    }
  }

  function remember(has_active_alert: boolean) {
    const { queryKey } = auctionQuery(auction.id);
    client.setQueryData(queryKey, (known) => known && { ...known, has_active_alert });
    client.setQueriesData<AuctionPages>({ queryKey: AUCTION_LISTS }, (pages) =>
      changeCard(pages, auction.id, (card) => ({ ...card, has_active_alert })),
    );
    // A fetch that began before the call may return the old state, so it is restarted.
    for (const key of [queryKey, AUCTION_LISTS]) {
      if (client.isFetching({ queryKey: key }) > 0)
        void client.invalidateQueries({ queryKey: key });
    }
    onChange?.(has_active_alert);
  }

  return {
    isOn,
    confirmed,
    toggle() {
      setConfirmed(isOn ? 'off' : 'on');
      set(!isOn);
    },
    undo() {
      setConfirmed(null);
      set(!isOn);
    },
    close: () => setConfirmed(null),
  };
}
