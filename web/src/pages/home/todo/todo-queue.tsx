import type { Todo } from '@restvarde/contract/statistics';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { QueryError } from '../../../base/frame/query-error.tsx';
import { paths } from '../../../base/urls/paths.ts';
import { Button } from '../../../ui/button/button.tsx';
import { buttonClass } from '../../../ui/button/button-class.ts';
import { Card } from '../../../ui/display/card.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { preloadWhenIdle } from '../../../ui/later.ts';
import { groupTodos, nextTodo, notifiable, type TodoDialogAct, toSettle } from './todo-kinds.ts';
import { MAX_TODOS, todoQuery } from './todo-query.ts';
import styles from './todo-queue.module.css';
import { TodoRow } from './todo-row.tsx';

const loadDialog = () => import('./todo-dialog.tsx');
const TodoDialog = lazy(loadDialog);
const NotifyAllDialog = lazy(() => import('./notify-all-dialog.tsx'));

const ID = 'todo';

interface PendingAct {
  todo: Todo;
  act: TodoDialogAct;
}

/** «Att göra»: the user's tasks, to be done in place one after the other (HOME-4, HOME-5). */
export function TodoQueue(props: { company: string | undefined; showsCompany: boolean }) {
  const { company, showsCompany } = props;
  const options = todoQuery(company);
  const query = useQuery(options);
  const { data, error } = query;
  const client = useQueryClient();
  const [pendingAct, setPendingAct] = useState<PendingAct | null>(null);
  const [isNotifyingAll, setNotifyingAll] = useState(false);
  const [goTo, setGoTo] = useState<{ id: number | null } | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => preloadWhenIdle(loadDialog), []);

  // The pressed button is removed with its row, so the next row takes focus.
  useEffect(() => {
    if (goTo === null) return;
    const next = box.current?.querySelector<HTMLElement>(`[data-todo="${goTo.id}"] [data-act]`);
    (next ?? document.getElementById(ID))?.focus();
  }, [goTo]);

  function close() {
    setPendingAct(null);
    void client.invalidateQueries({ queryKey: options.queryKey });
  }

  function finish(todo: Todo, isSettled: boolean) {
    setGoTo({ id: nextTodo(data ?? [], todo) });
    client.setQueryData(options.queryKey, (before) =>
      before?.flatMap((one) =>
        one.auction_id !== todo.auction_id
          ? [one]
          : isSettled
            ? []
            : [{ ...one, kind: 'not_notified' as const }],
      ),
    );
    void client.invalidateQueries({ queryKey: ['statistics'] });
    close();
  }

  const winners = notifiable(data ?? []);
  const undecided = toSettle(data ?? []).length;
  const start = undecided > 0 && (
    <Link
      to={paths.settle}
      search={{ company }}
      className={buttonClass({ variant: 'primary', size: 'sm' })}
    >
      {`Avgör ${undecided}${data !== undefined && data.length >= MAX_TODOS ? '+' : ''}`}
    </Link>
  );

  return (
    <Card title="Att göra" id={ID} actions={start}>
      <div ref={box} className={styles.box}>
        {data !== undefined ? (
          <Groups
            todos={data}
            showsCompany={showsCompany}
            onAct={(todo, act) => setPendingAct({ todo, act })}
            onNotifyAll={() => setNotifyingAll(true)}
          />
        ) : error !== null ? (
          <QueryError query={query} />
        ) : (
          <div aria-busy="true" className={styles.waiting}>
            <p className="visually-hidden">Hämtar att göra-listan …</p>
            <Skeleton height="4.5rem" />
            <Skeleton height="4.5rem" />
            <Skeleton height="4.5rem" />
          </div>
        )}
      </div>
      {pendingAct !== null && (
        <Suspense fallback={null}>
          <TodoDialog
            {...pendingAct}
            onDone={(isSettled) => finish(pendingAct.todo, isSettled)}
            onClose={close}
          />
        </Suspense>
      )}
      {isNotifyingAll && (
        <Suspense fallback={null}>
          <NotifyAllDialog
            todos={winners}
            onNotified={({ auction_id }) =>
              client.setQueryData(options.queryKey, (before) =>
                before?.filter((one) => one.auction_id !== auction_id),
              )
            }
            onClose={() => {
              setNotifyingAll(false);
              setGoTo({ id: null });
              close();
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}

function Groups(props: {
  todos: readonly Todo[];
  showsCompany: boolean;
  onAct: (todo: Todo, act: TodoDialogAct) => void;
  onNotifyAll: () => void;
}) {
  const { todos, showsCompany, onAct, onNotifyAll } = props;
  if (todos.length === 0) {
    return (
      <p className={`row gap-2 ${styles.nothing}`}>
        <CircleCheck size={20} />
        Inget väntar på dig just nu.
      </p>
    );
  }
  const isCut = todos.length >= MAX_TODOS;
  const winners = notifiable(todos).length;
  return (
    <div className="stack gap-5">
      {groupTodos(todos).map(({ kind, title, todos: own }) => (
        <section key={kind} className={styles.group}>
          <h3 className={styles.title}>
            <span>{title}</span>{' '}
            <span className="count">
              {isCut && <span className="visually-hidden">minst </span>}
              <span>{own.length}</span>
              {isCut && <span aria-hidden="true">+</span>}
            </span>
          </h3>
          {kind === 'not_notified' && winners > 1 && (
            <Button size="sm" onPress={onNotifyAll}>{`Meddela alla ${winners}`}</Button>
          )}
          <ul className={`stack ${styles.rows}`}>
            {own.map((todo) => (
              <TodoRow
                key={todo.auction_id}
                todo={todo}
                showsCompany={showsCompany}
                onAct={(act) => onAct(todo, act)}
              />
            ))}
          </ul>
        </section>
      ))}
      {isCut && (
        <p className={styles.age}>{`De ${MAX_TODOS} äldsta visas. Fler visas när de är klara.`}</p>
      )}
    </div>
  );
}
