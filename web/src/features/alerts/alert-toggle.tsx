import type { AuctionCard } from '@restvarde/contract/auctions/auction';
import { Bell, BellRing } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { ToggleButton } from '../../ui/button/toggle-button.tsx';
import { preloadWhenIdle } from '../../ui/later.ts';
import { useAlert } from './use-alert.ts';

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
        <Icon aria-hidden="true" size={20} fill={isOn ? 'currentColor' : 'none'} />
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
