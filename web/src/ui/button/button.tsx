import { type ReactNode, type Ref, useEffect } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from 'react-aria-components/Button';
import { announce } from '../announce.ts';
import styles from './button.module.css';
import { type ButtonLook, buttonClass } from './button-class.ts';

/** What is done sooner is not announced as pending: its outcome is what matters. */
const PENDING_MS = 500;

export interface ButtonProps
  extends ButtonLook,
    Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'isPending'> {
  children: ReactNode;
  /** Before the text, 20 px. */
  icon?: ReactNode;
  isPending?: boolean;
  /** Ignores presses for now, by `ConfirmButton`; looks as usual and keeps focus. */
  isGuarded?: boolean;
  /** Said and shown while `isPending`; the button keeps its width. */
  pendingLabel?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * A button. While pending it stays where it is and keeps focus, says so, and takes no second press. (The
 * library's own pending state speaks through an element that refers to the button, and is left behind
 * when the page changes.)
 */
export function Button(props: ButtonProps) {
  const { variant, size, isWide, isSquare, icon, children, pendingLabel, ...rest } = props;
  const { isPending = false, isGuarded = false, ...own } = rest;
  const said = pendingLabel ?? 'Vänta …';
  useEffect(() => {
    if (!isPending) return;
    let withdraw: (() => void) | undefined;
    const timer = setTimeout(() => {
      withdraw = announce(said);
    }, PENDING_MS);
    return () => {
      clearTimeout(timer);
      withdraw?.();
    };
  }, [isPending, said]);
  return (
    <AriaButton
      {...own}
      {...((isPending || isGuarded) && { type: 'button', onPress: ignore, 'aria-disabled': true })}
      data-guarded={isGuarded || undefined}
      className={buttonClass({ variant, size, isWide, isSquare })}
    >
      <span className={`${styles.text} ${isPending ? styles.hidden : ''}`}>
        {icon}
        <span>{children}</span>
      </span>
      {(isPending || pendingLabel !== undefined) && (
        <span className={`${styles.text} ${isPending ? '' : styles.hidden}`}>
          <Spinner />
          {pendingLabel ?? <span className="visually-hidden">{said}</span>}
        </span>
      )}
    </AriaButton>
  );
}

function ignore() {}

/** A turning ring, for eyes only. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
