import styles from './button.module.css';

export interface ButtonLook {
  /** `primary` once per view; `danger` for what can't be undone. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  /** 48 px; `sm` 40 with a mouse and 44 by touch; `lg` 52. */
  size?: 'sm' | 'md' | 'lg' | undefined;
  isWide?: boolean | undefined;
  /** Holds an icon alone: as wide as high. */
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
