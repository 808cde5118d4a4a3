import { useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

/** A second press of a double click or double tap comes sooner; nobody reads what is confirmed that fast. */
const GUARD_MS = 500;

export interface ConfirmGuard {
  /** Whether a press would be ignored. */
  isGuarded: boolean;
  /** Notes that a press of the pointer or a key begins. One that begins while guarded confirms nothing, however late it ends. */
  begin: () => void;
  /** Whether the press that now ends may confirm. */
  allows: () => boolean;
}

/**
 * Ignores presses until what is confirmed has been on the screen for half a second (BID-9), so that the press that opened a
 * confirmation cannot also answer it. It starts again when `shown` changes.
 */
export function useConfirmGuard(shown?: string): ConfirmGuard {
  const [ready, setReady] = useState<{ shown: string | undefined } | null>(null);
  const isGuarded = ready === null || ready.shown !== shown;
  const beganGuarded = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // Counts from the first frame: rendering may take longer than the second press.
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
  /** Describes what the button confirms and what is above it: a change restarts the guard, since the button may have moved. */
  shown?: string;
}

/** The button of an act that binds or cannot be undone: bids, purchases, removals (BID-9). It keeps focus and its look while guarded. */
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
