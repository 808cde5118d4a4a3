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
  /**
   * Set if the text itself states the state («Bevaka», «Bevakas»). The button then has no `aria-pressed`, which would
   * repeat it.
   */
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
