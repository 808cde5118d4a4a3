import type { ReactNode } from 'react';
import {
  ToggleButton as AriaToggleButton,
  type ToggleButtonProps as AriaToggleButtonProps,
} from 'react-aria-components/ToggleButton';
import styles from './button.module.css';
import { type ButtonLook, buttonClass } from './button-class.ts';

export interface ToggleButtonProps
  extends Pick<ButtonLook, 'size' | 'isWide' | 'isSquare' | 'variant'>,
    Omit<AriaToggleButtonProps, 'className' | 'children' | 'style'> {
  /** Where the name changes it says the same as `aria-pressed`. */
  children: ReactNode;
}

/** A button that is on or off, such as «Bevaka». */
export function ToggleButton(props: ToggleButtonProps) {
  const { size, isWide, isSquare, variant, children, ...rest } = props;
  return (
    <AriaToggleButton {...rest} className={buttonClass({ variant, size, isWide, isSquare })}>
      <span className={styles.text}>{children}</span>
    </AriaToggleButton>
  );
}
