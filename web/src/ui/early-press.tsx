import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import { ButtonContext } from 'react-aria-components/Button';
import styles from './early-press.module.css';
import { type Later, useLater } from './later.ts';

/** What opens a menu by the keyboard. */
const KEYS = ['Enter', ' ', 'ArrowDown', 'ArrowUp'];
type Press = 'click' | 'ArrowDown' | 'ArrowUp';
const CLOSED = { 'aria-haspopup': 'menu', 'aria-expanded': false } as const;

/**
 * Shows a button, and makes what it opens with the first press: the button stays the same until then. A press
 * before that has been fetched is not lost, it opens as soon as it is there.
 */
export function EarlyPress<Props extends { trigger: ReactNode }>({
  popover,
  props,
}: {
  popover: Later<Props>;
  props: Props;
}) {
  const [press, setPress] = useState<Press | null>(null);
  const isPressed = press !== null;
  const Popover = useLater(popover, isPressed);
  const isMade = isPressed && Popover !== null;
  const box = useRef<HTMLSpanElement>(null);

  // The press was on a button that is gone.
  useEffect(() => {
    const button = isMade ? box.current?.querySelector('button') : null;
    button?.focus();
    if (press === 'click') button?.click();
    else button?.dispatchEvent(new KeyboardEvent('keydown', { key: press ?? '', bubbles: true }));
  }, [isMade, press]);

  // The button is painted as pressed before the menu is made.
  const open = (by: Press) => {
    const make = () => startTransition(() => setPress((made) => made ?? by));
    requestAnimationFrame(() => setTimeout(make));
  };
  const expect = () => void popover.load().catch(() => {});
  function pressByKey(event: KeyboardEvent) {
    if (isPressed || !KEYS.includes(event.key)) return;
    event.preventDefault();
    open(event.key === 'ArrowUp' ? 'ArrowUp' : 'ArrowDown');
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what is done to the button in it.
    <span
      ref={box}
      className={styles.through}
      onPointerEnter={expect}
      onFocus={expect}
      onClickCapture={() => open('click')}
      onKeyDownCapture={pressByKey}
    >
      {isMade ? (
        <Popover {...props} />
      ) : (
        <ButtonContext value={CLOSED}>{props.trigger}</ButtonContext>
      )}
    </span>
  );
}
