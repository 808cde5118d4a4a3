import { formatKronor } from '@restvarde/contract/money';
import type { Todo } from '@restvarde/contract/statistics';
import { Link } from '@tanstack/react-router';
import { Ban, HandCoins, RotateCw } from 'lucide-react';
import { useId } from 'react';
import { paths } from '../../../base/urls/paths.ts';
import { KeptThumb } from '../../../features/auctions/kept-thumb.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { buttonClass } from '../../../ui/button/button-class.ts';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { formatWhen } from '../../../ui/format/dates.ts';
import { unbroken } from '../../../ui/format/unbroken.tsx';
import { type MenuChoice, ThreeDotMenu } from '../../../ui/menu/menu.tsx';
import { furtherActs, TODO_KINDS, type TodoDialogAct, todoAct } from './todo-kinds.ts';
import styles from './todo-queue.module.css';

/** One task, its button and a menu of the other acts (HOME-5). */
export function TodoRow(props: {
  todo: Todo;
  /** For users who see several companies. */
  showsCompany: boolean;
  onAct: (act: TodoDialogAct) => void;
}) {
  const { todo, showsCompany, onAct } = props;
  const id = useId();
  const vehicle = `${todo.manufacturer} ${todo.model}`.trim();
  const { act, label } = todoAct(todo);
  const now = serverClock.now();
  const hints = TODO_KINDS[todo.kind].hint(todo, now);
  const described = hints.length === 0 ? `${id}name` : `${id}name ${id}hint`;
  const isLate = todo.due_at !== null && Date.parse(todo.due_at) <= now;
  const isShort = todo.reservation_price !== null && todo.bid.bid < todo.reservation_price;
  const further = choicesOf(todo, onAct);
  return (
    <li className={styles.row} data-todo={todo.auction_id}>
      <span className={styles.picture}>
        <KeptThumb address={todo.thumb} />
      </span>
      <div className={styles.what}>
        <p className={styles.name}>
          <Link to={paths.auction(todo.auction_id)} id={`${id}name`}>
            {unbroken(vehicle)}
          </Link>{' '}
          <span className={styles.number}>{todo.number}</span>
        </p>
        <p className={styles.age}>
          <span>
            Slutade <time dateTime={todo.end_dt}>{formatWhen(todo.end_dt, now)}</time>
          </span>
          {showsCompany && <span> {todo.company_name}</span>}
        </p>
      </div>
      <p className={`${styles.sums} ${styles.beside}`}>
        <span>
          Högsta bud <b>{todo.highest_bid === null ? '–' : formatKronor(todo.highest_bid)}</b>
        </span>{' '}
        <span>
          {todo.reservation_price === null
            ? 'Inget reservationspris'
            : `Reservationspris ${formatKronor(todo.reservation_price)}`}
        </span>
      </p>
      <p
        id={`${id}hint`}
        className={`${styles.hint} ${styles.beside}`}
        data-is={isLate ? 'late' : isShort ? 'short' : undefined}
      >
        {hints.map((hint, index) => (
          <span key={hint}>{unbroken(index < hints.length - 1 ? `${hint}, ` : hint)}</span>
        ))}
      </p>
      <div className={styles.act}>
        {act === 'open' ? (
          <Link
            to={paths.auction(todo.auction_id)}
            className={buttonClass({ size: 'sm', isWide: true })}
            aria-describedby={described}
            data-act
          >
            {label}
          </Link>
        ) : (
          <Button size="sm" isWide onPress={() => onAct(act)} aria-describedby={described} data-act>
            {label}
          </Button>
        )}
        <span className={styles.more}>
          {further.length > 0 && (
            <ThreeDotMenu label={`Fler val för ${vehicle} ${todo.number}`} choices={further} />
          )}
        </span>
      </div>
    </li>
  );
}

/** The acts beside the button of the row. */
function choicesOf(todo: Todo, onAct: (act: TodoDialogAct) => void): MenuChoice[] {
  const choices: Record<ReturnType<typeof furtherActs>[number], MenuChoice> = {
    offer: {
      id: 'offer',
      label: `Erbjud ${todo.bid.service_station_name} ett pris`,
      icon: <HandCoins size={20} />,
      onAction: () => onAct('offer'),
    },
    relist: {
      id: 'relist',
      label: 'Lägg upp på nytt',
      icon: <RotateCw size={20} />,
      href: paths.relistAuction(todo.auction_id),
    },
    decline: {
      id: 'decline',
      label: 'Avsluta utan försäljning',
      icon: <Ban size={20} />,
      onAction: () => onAct('decline'),
    },
  };
  return furtherActs(todo).map((act) => choices[act]);
}
