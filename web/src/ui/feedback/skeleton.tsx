import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** CSS lengths; a text line high and as wide as its box unless said. */
  width?: string;
  height?: string;
  radius?: string;
}

/** A box where something will be, for eyes only: the region around it carries `aria-busy`. */
export function Skeleton({ width, height, radius }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={`${styles.skeleton} ${height === undefined ? styles.text : ''}`}
      style={{ width, height, borderRadius: radius }}
    />
  );
}
