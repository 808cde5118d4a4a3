import styles from './button.module.css';

export interface ButtonLook {
  /** `primary`: once per view. `danger`: for what cannot be undone. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  /** Height: `md` 48 px; `sm` 40 px, or 44 px on touch screens; `lg` 52 px. */
  size?: 'sm' | 'md' | 'lg' | undefined;
  isWide?: boolean | undefined;
  /** For a button with an icon only: width equals height. */
  isSquare?: boolean | undefined;
}

/** The class of a button, also for links that look like one. */
export function buttonClass(look: ButtonLook = {}): string {
  const { variant = 'secondary', size = 'md', isWide = false, isSquare = false } = look;
  return [
    styles.button,
    styles[variant],
    styles[size],
    isWide && styles.wide,
    isSquare && styles.square,
  ]
    .filter(Boolean)
    .join(' ');
}
