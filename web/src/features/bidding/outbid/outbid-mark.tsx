import { useQuery } from '@tanstack/react-query';
import styles from '../../../ui/display/count-mark.module.css';
import { countOutbid } from './my-bids.ts';
import { myBidsQuery } from './my-bids-query.ts';

/** The maximum that fits, as on the tabs of a list. */
const MAX_SHOWN = 99;

/** The number of auctions in which the station is outbid (LIVE-8). Renders nothing if zero. */
export default function OutbidMark() {
  // The query function is needed though it is disabled: the query uses the options of its latest observer.
  const { data = [] } = useQuery({ ...myBidsQuery, enabled: false });
  const count = countOutbid(data);
  if (count === 0) return null;
  return (
    <span className={styles.count} data-is={count > MAX_SHOWN ? 'many' : undefined}>
      <span>{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="visually-hidden"> {count === 1 ? 'överbjuden' : 'överbjudna'}</span>
    </span>
  );
}
