import { countMyTasks, type MyTasks } from '@restvarde/contract/sale-calls/my-tasks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../base/api/call.ts';
import styles from '../../ui/display/count-mark.module.css';

/** A day begins and an offer comes without a message. */
const REFETCH_MS = 2 * 60_000;

/** What waits for the station: counts for the menu (LIST-17, OFFER-8). */
export const myTasksQuery = queryOptions({
  queryKey: ['my-tasks'],
  queryFn: ({ signal }) => call(countMyTasks, { signal }),
  staleTime: 30_000,
  refetchInterval: REFETCH_MS,
});

const WORDS: Record<keyof MyTasks, [one: string, more: string]> = {
  open_offers: ['erbjudande att svara på', 'erbjudanden att svara på'],
  due_purchases: ['köp med något som ska göras i dag', 'köp med något som ska göras i dag'],
};

/** «1 erbjudande att svara på» for each kind of task that there is. */
export function wordsOfTasks(tasks: MyTasks): string[] {
  return (Object.keys(WORDS) as (keyof MyTasks)[])
    .filter((of) => tasks[of] > 0)
    .map((of) => `${tasks[of]} ${WORDS[of][tasks[of] === 1 ? 0 : 1]}`);
}

export interface TaskMarkProps {
  of: keyof MyTasks;
}

/** The number of tasks beside an entry of the menu. Renders nothing if there are none. */
export default function TaskMark({ of }: TaskMarkProps) {
  const { data } = useQuery(myTasksQuery);
  const count = data?.[of] ?? 0;
  if (count === 0) return null;
  return (
    <span className={styles.count} data-is={of}>
      <span>{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden"> {WORDS[of][count === 1 ? 0 : 1]}</span>
    </span>
  );
}
