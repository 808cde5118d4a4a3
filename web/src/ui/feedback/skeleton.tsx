import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** CSS lengths. Defaults to a line of text of full width. */
  width?: string;
  height?: string;
  radius?: string;
}

/** A decorative placeholder. The region around it carries `aria-busy`. */
export function Skeleton({ width, height, radius }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={`${styles.skeleton} ${height === undefined ? styles.text : ''}`}
      style={{ width, height, borderRadius: radius }}
    />
  );
}

/** A card's placeholder. `text` is for screen readers and names what is being fetched. */
export function Waiting({ text, height }: { text: string; height: string }) {
  return (
    <div aria-busy="true">
      <p className="visually-hidden">{text}</p>
      <Skeleton height={height} radius="var(--radius-lg)" />
    </div>
  );
}
