import styles from './map-link.module.css';
import { NewTabLink } from './new-tab-link.tsx';

/** «Visa på karta»: opens an address on a map in a new tab. */
export function MapLink({ address }: { address: string }) {
  const href = `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
  return (
    <span className={styles.whole}>
      <NewTabLink href={href}>Visa på karta</NewTabLink>
    </span>
  );
}
