import type { Todo } from '@restvarde/contract/statistics';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Mail, Trophy, Truck } from 'lucide-react';
import { ApiError } from '../../base/api/api-error.ts';
import { paths } from '../../base/urls/paths.ts';
import { Card } from '../../ui/display/card.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { formatDateTime } from '../../ui/format/dates.ts';
import styles from './home-page.module.css';
import { todoQuery } from './queries.ts';
import { todoWords } from './todo-words.ts';

/** The server tells of so many. */
const MOST = 50;

const ICONS = { no_winner: Trophy, not_notified: Mail, pickup_passed: Truck };

/** «Att göra»: what needs a decision now, the oldest first (HOME-4). */
export function TodoList({ company }: { company: string | undefined }) {
  const { data, error, refetch, isFetching } = useQuery(todoQuery(company));
  return (
    <Card title="Att göra">
      {data !== undefined ? (
        <Tasks todos={data} />
      ) : error !== null ? (
        <ErrorState
          message={error.message}
          request_id={error instanceof ApiError ? error.request_id : null}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <div aria-busy="true" className={styles.todos}>
          <p className="visually-hidden">Hämtar det som är att göra …</p>
          <Skeleton height="4rem" />
          <Skeleton height="4rem" />
          <Skeleton height="4rem" />
        </div>
      )}
    </Card>
  );
}

function Tasks({ todos }: { todos: readonly Todo[] }) {
  if (todos.length === 0) {
    return (
      <p className={styles.nothing}>
        <CircleCheck aria-hidden="true" size={20} />
        Inget väntar på dig just nu.
      </p>
    );
  }
  return (
    <>
      <ul className={styles.todos}>
        {todos.map((todo) => {
          const { task, reason } = todoWords(todo);
          const Icon = ICONS[todo.kind];
          return (
            <li key={todo.auction_id} className={styles.todo}>
              <span className={`${styles.sign} ${styles[todo.kind]}`} aria-hidden="true">
                <Icon size={20} />
              </span>
              <div className={styles.what}>
                <p className={styles.task}>
                  <Link to={paths.auction(todo.auction_id)} className={styles.link}>
                    {task}: {`${todo.manufacturer} ${todo.model}`.trim()}
                  </Link>
                </p>
                <p className={styles.reason}>{reason}</p>
              </div>
              <p className={styles.when}>
                <span>{todo.number}</span>
                <span>
                  Slutade <time dateTime={todo.end_dt}>{formatDateTime(todo.end_dt)}</time>
                </span>
              </p>
            </li>
          );
        })}
      </ul>
      {todos.length >= MOST && (
        <p className={styles.reason}>De {MOST} äldsta visas. Fler kommer när de är gjorda.</p>
      )}
    </>
  );
}
