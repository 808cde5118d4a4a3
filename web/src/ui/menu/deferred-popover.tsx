import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ButtonContext } from 'react-aria-components/Button';
import { type Later, useLater } from '../later.ts';
import styles from './deferred-popover.module.css';

/** What opens a menu by the keyboard. */
const KEYS = ['Enter', ' ', 'ArrowDown', 'ArrowUp'];
const CLOSED = { 'aria-haspopup': 'menu', 'aria-expanded': false } as const;

/** How a menu is opened and closed, for the part that `DeferredPopover` makes. */
export interface Opening {
  isOpen: boolean;
  onOpenChange: (is_open: boolean) => void;
  /** Where focus goes at its first opening, unless that is the menu itself. */
  autoFocus?: 'first' | 'last' | undefined;
}

/**
 * Shows a button, and makes what it opens with the first press: the button stays the same until then. A press
 * before that has been fetched is not lost, it opens as soon as it is there, unless Escape has been pressed.
 */
export function DeferredPopover<Props extends { trigger: ReactElement }>({
  popover,
  props,
}: {
  popover: Later<Props & Opening>;
  props: Props;
}) {
  /** As the person wants it. */
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [autoFocus, setAutoFocus] = useState<Opening['autoFocus']>();
  const [isReady, setReady] = useState(false);
  const Popover = useLater(popover, isWanted);
  const isMade = isWanted && Popover !== null;
  const box = useRef<HTMLSpanElement>(null);

  // The button that had focus is gone. The menu opens when the new one has it, to give it back there.
  useLayoutEffect(() => {
    if (!isMade) return;
    box.current?.querySelector('button')?.focus();
    setReady(true);
  }, [isMade]);

  // Focus is not in the menu yet when it is on its way, nor in the moment in which it shows.
  const closeOnEscape = useEffectEvent(({ key }: globalThis.KeyboardEvent) => {
    if (key === 'Escape') change(false);
  });
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isOpen]);

  function change(is_open: boolean) {
    setOpen(is_open);
    if (!is_open) setAutoFocus(undefined);
  }

  function open(at: Opening['autoFocus']) {
    if (isMade) return;
    setOpen(true);
    setAutoFocus(at);
    // The button is painted as pressed before the menu is made.
    requestAnimationFrame(() => setTimeout(() => startTransition(() => setWanted(true))));
  }
  // What is pressed by a program, such as a screen reader, has no clicks to count.
  const pressByClick = ({ detail }: MouseEvent) => open(detail === 0 ? 'first' : undefined);
  function pressByKey(event: KeyboardEvent) {
    if (isMade || !KEYS.includes(event.key)) return;
    event.preventDefault();
    open(event.key === 'ArrowUp' ? 'last' : 'first');
  }
  const expect = () => void popover.load().catch(() => {});
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what is done to the button in it.
    <span
      ref={box}
      className={styles.through}
      onPointerEnter={expect}
      onFocus={expect}
      onClickCapture={pressByClick}
      onKeyDownCapture={pressByKey}
    >
      {isMade ? (
        <Popover
          {...props}
          isOpen={isOpen && isReady}
          onOpenChange={change}
          autoFocus={autoFocus}
        />
      ) : (
        <ButtonContext value={CLOSED}>{props.trigger}</ButtonContext>
      )}
    </span>
  );
}
