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
import { type LazyPart, useLazyPart } from '../later.ts';
import styles from './deferred-popover.module.css';

/** The keys that open a menu. */
const KEYS = ['Enter', ' ', 'ArrowDown', 'ArrowUp'];
const CLOSED = { 'aria-haspopup': 'menu', 'aria-expanded': false } as const;

/** The open state of a menu, passed to the part that `DeferredPopover` renders. */
export interface Opening {
  isOpen: boolean;
  onOpenChange: (is_open: boolean) => void;
  /** The item that takes focus at the first opening; the menu itself if undefined. */
  autoFocus?: 'first' | 'last' | undefined;
}

/**
 * Shows a button and renders its menu at the first press; the button does not change until then. A press before the
 * script is loaded opens the menu later, unless Escape is pressed.
 */
export function DeferredPopover<Props extends { trigger: ReactElement }>({
  popover,
  props,
}: {
  popover: LazyPart<Props & Opening>;
  props: Props;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const [autoFocus, setAutoFocus] = useState<Opening['autoFocus']>();
  const [isReady, setReady] = useState(false);
  const Popover = useLazyPart(popover, isPressed);
  const isLoaded = isPressed && Popover !== null;
  const box = useRef<HTMLSpanElement>(null);

  // The first button, which had focus, is replaced. The menu opens when the new one has focus, to return it there.
  useLayoutEffect(() => {
    if (!isLoaded) return;
    box.current?.querySelector('button')?.focus();
    setReady(true);
  }, [isLoaded]);

  // Focus is not in the menu while it loads, nor in the first frame after it opens.
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
    if (isLoaded) return;
    setOpen(true);
    setAutoFocus(at);
    // Paint the button as pressed before rendering the menu.
    requestAnimationFrame(() => setTimeout(() => startTransition(() => setPressed(true))));
  }
  // A click by a program, such as a screen reader, has `detail` 0.
  const pressByClick = ({ detail }: MouseEvent) => open(detail === 0 ? 'first' : undefined);
  function pressByKey(event: KeyboardEvent) {
    if (isLoaded || !KEYS.includes(event.key)) return;
    event.preventDefault();
    open(event.key === 'ArrowUp' ? 'last' : 'first');
  }
  const expect = () => void popover.load().catch(() => {});
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles events of the button inside.
    <span
      ref={box}
      className={styles.through}
      onPointerEnter={expect}
      onFocus={expect}
      onClickCapture={pressByClick}
      onKeyDownCapture={pressByKey}
    >
      {isLoaded ? (
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
