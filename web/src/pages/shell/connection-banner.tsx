import { RefreshCw, Wifi, WifiOff } from 'lucide-react';
import { useConnection } from '../../base/live/connection.ts';
import { formatSeconds } from '../../ui/format/dates.ts';
import styles from './connection-banner.module.css';

/** Says that the connection is lost, how old the page is, and that it is back (SHELL-7). */
export default function ConnectionBanner() {
  const connection = useConnection();
  return (
    <div className={styles.place} role="status">
      {connection.state === 'reconnecting' && (
        <p className={styles.banner}>
          <RefreshCw aria-hidden="true" size={18} />
          Återansluter … Uppgifterna är från {formatSeconds(connection.since)}.
        </p>
      )}
      {connection.state === 'offline' && (
        <p className={`${styles.banner} ${styles.offline}`}>
          <WifiOff aria-hidden="true" size={18} />
          Du är offline. Bud kan inte läggas.
        </p>
      )}
      {connection.state === 'back' && (
        <p className={`${styles.banner} ${styles.back}`}>
          <Wifi aria-hidden="true" size={18} />
          Ansluten igen
        </p>
      )}
    </div>
  );
}
