import { useQuery } from '@tanstack/react-query';
import { countOutbid } from './my-bids.ts';
import { myBidsQuery } from './my-bids-query.ts';
import styles from './outbid-mark.module.css';
import { OutbidWatch } from './outbid-watch.tsx';

/** There is no room for more figures, as on the tabs of a list. */
const MOST_SHOWN = 99;

export interface OutbidProps {
  /** Asks how the station stands, listens, and tells; one of all the marks on a page does. */
  watches?: boolean;
}

/** In how many auctions the station is outbid (LIVE-8); nothing to see when it is outbid nowhere. */
export default function OutbidMark({ watches = false }: OutbidProps) {
  return (
    <>
      {watches && <OutbidWatch />}
      <OutbidCount />
    </>
  );
}

function OutbidCount() {
  // With its function, though it never asks: the query keeps the options of whoever looked last.
  const { data = [] } = useQuery({ ...myBidsQuery, enabled: false });
  const count = countOutbid(data);
  if (count === 0) return null;
  return (
    <span className={styles.count} data-is={count > MOST_SHOWN ? 'many' : undefined}>
      <span>{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      <span className="visually-hidden"> {count === 1 ? 'överbjuden' : 'överbjudna'}</span>
    </span>
  );
}
