import { useQuery } from '@tanstack/react-query';
import styles from '../../../ui/display/count-mark.module.css';
import { myTasksQuery, wordsOfTasks } from '../../sales/task-mark.tsx';
import { countOutbid } from './my-bids.ts';
import { myBidsQuery } from './my-bids-query.ts';
import { OutbidWatch } from './outbid-watch.tsx';

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
