import type { MyBid } from '@restvarde/contract/bids/my-bids';
import { LIVE_PATH, type LiveMessage } from '@restvarde/contract/live';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { setTitleMark } from '../../../base/frame/title-mark.ts';
import { usePolling } from '../../../base/live/connection.ts';
import { useLive } from '../../../base/live/use-live.ts';
import { paths } from '../../../base/urls/paths.ts';
import styles from '../../../ui/display/count-mark.module.css';
import { showToast } from '../../../ui/feedback/toast.ts';
import { rememberStanding } from '../../auctions/newest-standings.ts';
import { myTasksQuery, wordsOfTasks } from '../../sales/task-mark.tsx';
import {
  applyToMyBids,
  countOutbid,
  isOutbid,
  isOwnLead,
  newlyOutbid,
  outbidText,
} from './my-bids.ts';
import { myBidsQuery } from './my-bids-query.ts';

/** One number beside «Meny» for everything that waits for the station, in words for screen readers (LIVE-8, LIST-17). */
export default function MenuMark() {
  // The query function is needed though it is disabled: the query uses the options of its latest observer.
  const { data: bids = [] } = useQuery({ ...myBidsQuery, enabled: false });
  const { data: tasks = { open_offers: 0, due_purchases: 0 } } = useQuery(myTasksQuery);
  const outbid = countOutbid(bids);
  const total = outbid + tasks.open_offers + tasks.due_purchases;
  const words = [
    ...(outbid > 0 ? [`${outbid} ${outbid === 1 ? 'överbjuden' : 'överbjudna'}`] : []),
    ...wordsOfTasks(tasks),
  ];
  return (
    <>
      <OutbidWatch />
      {total > 0 && (
        <span className={styles.count} data-is={total > 99 ? 'many' : undefined}>
          <span aria-hidden="true">{total > 99 ? '99+' : total}</span>
          <span className="visually-hidden">{words.join(', ')}</span>
        </span>
      )}
    </>
  );
}

/** Minimum time between two notifications of being outbid. Those in between are combined. */
const PAUSE_MS = 5000;
/** How often to poll while no socket is allowed (LIVE-1). */
const POLL_MS = 30_000;

/**
 * Notifies a station anywhere on the site that it is outbid, by a toast that stays and by the window's title
 * (LIVE-8). Renders nothing.
 */
function OutbidWatch() {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const isSilent = pathname === paths.wonAuctions;
  const polling = usePolling();
  const { data } = useQuery({
    ...myBidsQuery,
    ...polling,
    ...(isSilent && { refetchInterval: POLL_MS }),
  });
  const { queryKey } = myBidsQuery;
  const [led] = useState(() => new Set<number>());

  // Refetch when the socket closes: it may not have reported a bid that was just placed.
  useEffect(() => {
    if (isSilent && client.getQueryData(queryKey)) void client.invalidateQueries({ queryKey });
  }, [isSilent, client]);

  useLive(isSilent ? null : LIVE_PATH.auctions, {
    onMessage: (message: LiveMessage) => {
      rememberStanding(client, message);
      if (isOwnLead(message)) led.add(message.auction_id);
      const bids = client.getQueryData(queryKey);
      const after = bids && applyToMyBids(bids, message);
      if (after === null) void client.invalidateQueries({ queryKey });
      else if (after !== undefined) client.setQueryData(queryKey, after);
    },
    onReady: () => void client.invalidateQueries({ queryKey }),
  });

  useNotify(useUnread(led, data, pathname));
  return null;
}

/** The auctions in which the station was outbid, until it opens them, leads again or has been notified. */
function useUnread(led: Set<number>, data: MyBid[] | undefined, pathname: string) {
  const [unread, setUnread] = useState<MyBid[]>([]);
  useEffect(() => {
    if (data === undefined) return;
    const fresh = newlyOutbid(led, data);
    const isStill = ({ auction_id }: MyBid) =>
      data.some((one) => one.auction_id === auction_id && isOutbid(one)) &&
      // The auction's own page reports it itself.
      pathname !== paths.auction(auction_id);
    setUnread((known) => {
      const next = [...known.filter(isStill), ...fresh.filter(isStill)];
      const isSame = next.length === known.length && next.every((one, at) => one === known[at]);
      return isSame ? known : next;
    });
  }, [led, data, pathname]);
  return { unread, clear: () => setUnread([]) };
}

function useNotify({ unread, clear }: { unread: MyBid[]; clear: () => void }) {
  const navigate = useNavigate();
  const shown_at = useRef(Number.NEGATIVE_INFINITY);

  const show = useEffectEvent((bids: MyBid[], onClose: () => void) => {
    const [first] = bids;
    const to = first && bids.length === 1 ? paths.auction(first.auction_id) : paths.myAuctions;
    shown_at.current = performance.now();
    return showToast({
      tone: 'danger',
      text: outbidText(bids),
      action: { label: 'Visa', onAction: () => void navigate({ to }) },
      onClose,
    });
  });
  const onClosed = useEffectEvent(clear);

  useEffect(() => {
    if (unread.length === 0) return;
    setTitleMark('(!) Överbjuden');
    let isReplaced = false;
    let hide = () => {};
    const waitMs = Math.max(0, shown_at.current + PAUSE_MS - performance.now());
    const timer = setTimeout(() => {
      hide = show(unread, () => isReplaced || onClosed());
    }, waitMs);
    return () => {
      isReplaced = true;
      clearTimeout(timer);
      hide();
      setTitleMark(undefined);
    };
  }, [unread]);
}
