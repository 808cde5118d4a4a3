import { may } from '@restvarde/contract/roles';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw, Wifi, WifiOff } from 'lucide-react';
import { useConnection } from '../../base/live/connection.ts';
import { meQuery } from '../../features/users/queries.ts';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { formatTime } from '../../ui/format/dates.ts';
import styles from './connection-banner.module.css';

/**
 * Shows that the connection is lost, how old the page is, what is unavailable, and that the connection is back
 * (SHELL-7).
 */
export default function ConnectionBanner() {
  const connection = useConnection();
  const { data: me } = useQuery(meQuery);
  const polled_at = usePolledAt();
  return (
    <div className={styles.place} role="status">
      {connection.state === 'reconnecting' && (
        <p className={styles.banner}>
          <RefreshCw size={18} />
          <span>{`Återansluter … ${ageOf(Math.max(connection.since, polled_at))} Nya bud visas med fördröjning.`}</span>
        </p>
      )}
      {connection.state === 'offline' && (
        <p className={`${styles.banner} ${styles.offline}`}>
          <WifiOff size={18} />
          <span>{`Du är offline. ${me && may.actAsStation(me) ? 'Bud kan inte läggas.' : 'Ändringar kan inte sparas.'} ${ageOf(connection.since)}`}</span>
        </p>
      )}
      {connection.state === 'back' && (
        <p className={`${styles.banner} ${styles.back}`}>
          <Wifi size={18} />
          Ansluten igen
        </p>
      )}
    </div>
  );
}

/** When the oldest live data on the page was fetched, in device time. 0 if there is none. */
function usePolledAt(): number {
  const client = useQueryClient();
  // Renders again after each fetch.
  useIsFetching();
  const live = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ meta }) => meta?.isLive === true });
  return live.length === 0 ? 0 : Math.min(...live.map(({ state }) => state.dataUpdatedAt));
}

/** The age of the page, in words. `since` is in device time. */
function ageOf(since: number): string {
  return `Uppgifterna är från ${formatTime(since + serverClock.now() - Date.now())}.`;
}
