import { type ReactNode, type Ref, useEffect } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from 'react-aria-components/Button';
import { announce } from '../announce.ts';
import styles from './button.module.css';
import { type ButtonLook, buttonClass } from './button-class.ts';

/** A request that finishes sooner is not announced as pending. */
const PENDING_MS = 500;

export interface ButtonProps
  extends ButtonLook,
    Omit<AriaButtonProps, 'className' | 'children' | 'style' | 'isPending'> {
  children: ReactNode;
  /** Shown before the text, 20 px. */
  icon?: ReactNode;
  isPending?: boolean;
  /** Ignores presses, but keeps its look and focus. Set by `ConfirmButton`. */
  isGuarded?: boolean;
  /** Announced and shown while `isPending`; the button keeps its width. */
  pendingLabel?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * A button. While pending it keeps its place and focus, announces its state and ignores presses. React Aria's own
 * pending state is not used: its live region remains after the page has changed.
 */
export function Button(props: ButtonProps) {
  const { variant, size, isWide, isSquare, icon, children, pendingLabel, ...rest } = props;
  const { isPending = false, isGuarded = false, ...own } = rest;
  const announcement = pendingLabel ?? 'Vänta …';
  useEffect(() => {
    if (!isPending) return;
    let withdraw: (() => void) | undefined;
    const timer = setTimeout(() => {
      withdraw = announce(announcement);
    }, PENDING_MS);
    return () => {
      clearTimeout(timer);
      withdraw?.();
    };
  }, [isPending, announcement]);
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
          {pendingLabel ?? <span className="visually-hidden">{announcement}</span>}
        </span>
      )}
    </AriaButton>
  );
}

/** The wide submit button of a form on a narrow page, such as the login. */
export function SubmitButton(props: Pick<ButtonProps, 'children' | 'isPending' | 'pendingLabel'>) {
  return <Button type="submit" variant="primary" size="lg" isWide {...props} />;
}

/** The primary submit button of a form. */
export function SaveButton(
  props: Pick<ButtonProps, 'children' | 'size' | 'isPending' | 'pendingLabel'>,
) {
  return <Button type="submit" variant="primary" pendingLabel="Sparar …" {...props} />;
}

function ignore() {}

/** A decorative spinner, hidden from screen readers. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
