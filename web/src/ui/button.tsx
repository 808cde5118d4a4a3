import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from 'react-aria-components/Button';
import styles from './button.module.css';
import { type ButtonLook, buttonClass } from './button-class.ts';

export interface ButtonProps
  extends ButtonLook,
    Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  children: ReactNode;
  /** Before the text, 20 px. */
  icon?: ReactNode;
  /** Said and shown while `isPending`; the button keeps its width. */
  pendingLabel?: string;
}

/** A button. While pending it stays where it is, says so, and takes no second press. */
export function Button(props: ButtonProps) {
  const { variant, size, isWide, isSquare, icon, children, pendingLabel, ...rest } = props;
  const isPending = rest.isPending === true;
  return (
    <AriaButton {...rest} className={buttonClass({ variant, size, isWide, isSquare })}>
      <span className={`${styles.text} ${isPending ? styles.hidden : ''}`}>
        {icon}
        {children}
      </span>
      {pendingLabel !== undefined && (
        <span className={`${styles.text} ${isPending ? '' : styles.hidden}`}>
          <Spinner />
          {pendingLabel}
        </span>
      )}
      {pendingLabel === undefined && isPending && (
        <span className={styles.text}>
          <Spinner />
          <span className="visually-hidden">Vänta …</span>
        </span>
      )}
    </AriaButton>
  );
}

/** A turning ring, for eyes only. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
