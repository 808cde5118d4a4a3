import type { MyBid } from '@restvarde/contract/bids/my-bids';
import { skipToken, useQuery } from '@tanstack/react-query';
import { countOutbid, MY_BIDS } from './my-bids.ts';
import styles from './outbid-mark.module.css';
import { OutbidWatch } from './outbid-watch.tsx';

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
  const { data = [] } = useQuery<MyBid[]>({ queryKey: MY_BIDS, queryFn: skipToken });
  const count = countOutbid(data);
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      {count}
      <span className="visually-hidden"> {count === 1 ? 'överbjuden' : 'överbjudna'}</span>
    </span>
  );
}
