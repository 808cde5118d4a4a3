import { useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

/** The second press of a double click comes sooner than this; reading the confirmation takes longer. */
const GUARD_MS = 500;

export interface ConfirmGuard {
  /** True while presses are ignored. */
  isGuarded: boolean;
  /**
   * Records the start of a press by pointer or key. A press that begins while guarded confirms nothing, however late
   * it ends.
   */
  begin: () => void;
  /** Returns whether the press that ends now may confirm. */
  allows: () => boolean;
}

/**
 * Ignores presses until the confirmation has been visible for half a second (BID-9), so that the press that opened it
 * cannot also confirm it. Restarts when `shown` changes.
 */
export function useConfirmGuard(shown?: string): ConfirmGuard {
  const [ready, setReady] = useState<{ shown: string | undefined } | null>(null);
  const isGuarded = ready === null || ready.shown !== shown;
  const beganGuarded = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // Start at the first frame: rendering may take longer than the second press.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setReady({ shown }), GUARD_MS);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [shown]);
  return {
    isGuarded,
    begin() {
      beganGuarded.current = isGuarded;
    },
    allows: () => !isGuarded && !beganGuarded.current,
  };
}

export interface ConfirmButtonProps extends Omit<ButtonProps, 'onPressStart' | 'isGuarded'> {
  /**
   * Describes what the button confirms and what is above it. A change restarts the guard, since the button may have
   * moved.
   */
  shown?: string;
}

/**
 * The button of an act that binds or cannot be undone: bids, purchases, removals (BID-9). It keeps its focus and look
 * while guarded.
 */
export function ConfirmButton({ shown, onPress, ...props }: ConfirmButtonProps) {
  const { isGuarded, begin, allows } = useConfirmGuard(shown);
  return (
    <Button
      {...props}
      isGuarded={isGuarded}
      onPressStart={begin}
      onPress={(event) => {
        if (allows()) onPress?.(event);
      }}
    />
  );
}
