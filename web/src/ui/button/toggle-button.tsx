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
  children: ReactNode;
  /** The text itself says the state («Bevaka», «Bevakas»): then it is a button without a pressed state, not said twice. */
  saysState?: boolean;
}

/** A button that is on or off, such as «Bevaka». */
export function ToggleButton(props: ToggleButtonProps) {
  const { size, isWide, isSquare, variant, children, saysState = false, ...rest } = props;
  return (
    <AriaToggleButton
      {...rest}
      {...(saysState && {
        render: ({ 'aria-pressed': _, ...own }) => <button {...own} />,
      })}
      className={buttonClass({ variant, size, isWide, isSquare })}
    >
      <span className={styles.text}>{children}</span>
    </AriaToggleButton>
  );
}
