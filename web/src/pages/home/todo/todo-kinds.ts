import { addDays, stockholmDate, weekdayDate } from '@restvarde/contract/dates';
import { formatKronor } from '@restvarde/contract/money';
import { canBeChosen } from '@restvarde/contract/sale/offerable';
import type { Todo } from '@restvarde/contract/statistics';
import { reserveGap } from '../../../features/auctions/reserve-words.ts';
import { formatWhen } from '../../../ui/format/dates.ts';

/** The acts that ask in a dialog. */
export type TodoDialogAct = 'choose' | 'notify' | 'offer' | 'decline';

/** The action of a row's button. */
export type TodoAct = 'choose' | 'notify' | 'open';

/** One kind of task, as data: the page knows none of them by name (HOME-5). */
export interface TodoKind {
  /** The heading of its group. */
  title: string;
  /** `open` if only the auction's own page can settle it. */
  act: TodoAct;
  /** The label of its button. */
  label: (todo: Todo) => string;
  /** The parts of a note below the button. */
  hint: (todo: Todo, now: number) => string[];
}

const sumOf = ({ bid }: Todo) => formatKronor(bid.bid);
const gapOf = ({ bid, reservation_price }: Todo) =>
  reservation_price === null ? [] : [reserveGap(bid.bid, reservation_price)];
const untilOf = ({ due_at }: Todo, now: number) =>
  due_at === null ? [] : [`Senast ${formatWhen(due_at, now)}`];
/** The last day before it became due: «tis 24 nov». */
const dayBefore = (due_at: string, now: number) =>
  weekdayDate(addDays(stockholmDate(new Date(due_at)), -1), stockholmDate(new Date(now)));

/** All kinds, in the order of their groups. */
export const TODO_KINDS: Record<Todo['kind'], TodoKind> = {
  offer_answered: {
    title: 'Svar på erbjudande',
    act: 'open',
    label: () => 'Öppna auktionen',
    hint: () => ['Erbjudandet antogs inte'],
  },
  decision_due: {
    title: 'Avgör före tidsgränsen',
    act: 'choose',
    label: (todo) => `Välj ${todo.bid.service_station_name}, ${sumOf(todo)}`,
    hint: (todo, now) => [...untilOf(todo, now), ...gapOf(todo)],
  },
  no_winner: {
    title: 'Välj vinnare',
    act: 'choose',
    label: (todo) => `Välj ${todo.bid.service_station_name}, ${sumOf(todo)}`,
    hint: gapOf,
  },
  not_notified: {
    title: 'Meddela vinnare',
    act: 'notify',
    label: (todo) => `Meddela ${todo.bid.service_station_name}`,
    // The sum is beside it, unless another bid has won.
    hint: (todo, now) => [
      ...untilOf(todo, now),
      ...(todo.bid.bid === todo.highest_bid ? [] : [sumOf(todo)]),
      ...gapOf(todo),
    ],
  },
  deregistration_submitted: {
    title: 'Granska intyg',
    act: 'open',
    label: () => 'Öppna auktionen',
    hint: ({ bid }) => [`Intyg från ${bid.service_station_name ?? 'en borttagen verkstad'}`],
  },
  pickup_passed: {
    title: 'Kontrollera hämtning',
    act: 'open',
    label: () => 'Öppna auktionen',
    hint: ({ due_at, storage_cost }, now) =>
      due_at === null
        ? []
        : [
            `Skulle ha hämtats senast ${dayBefore(due_at, now)}`,
            `lagring hittills ${formatKronor(storage_cost ?? 0)}`,
          ],
  },
  deregistration_overdue: {
    title: 'Kontrollera avregistrering',
    act: 'open',
    label: () => 'Öppna auktionen',
    hint: ({ due_at }, now) =>
      due_at === null ? [] : [`Skulle ha avregistrerats senast ${dayBefore(due_at, now)}`],
  },
};

/** The action of a row. If the bid's workshop is deleted, it cannot be chosen or notified (AUC-8, AUC-10). */
export function todoAct(todo: Todo): { act: TodoAct; label: string } {
  const { act, label } = TODO_KINDS[todo.kind];
  return act !== 'open' && todo.bid.service_station_name === null
    ? { act: 'open', label: 'Välj ett annat bud' }
    : { act, label: label(todo) };
}

/**
 * The other acts on an auction without a winner: an offer, unless the bid can be accepted as it is (OFFER-7), another
 * auction, or no sale while the bids bind (OFFER-5).
 */
export function furtherActs(todo: Todo): ('offer' | 'relist' | 'decline')[] {
  const { kind, bid, reservation_price, is_released } = todo;
  if (kind !== 'offer_answered' && kind !== 'decision_due' && kind !== 'no_winner') return [];
  const canOffer =
    bid.service_station_name !== null && !canBeChosen({ reservation_price, is_released }, bid.bid);
  return [
    ...(canOffer ? (['offer'] as const) : []),
    'relist',
    ...(is_released ? [] : (['decline'] as const)),
  ];
}

/** The kinds of tasks that are decisions about a winner, which the settle mode goes through (HOME-7). */
const SETTLED_KINDS: readonly Todo['kind'][] = [
  'offer_answered',
  'decision_due',
  'no_winner',
  'not_notified',
];

/** The tasks of the settle mode, in the server's order. */
export const toSettle = (todos: readonly Todo[]): Todo[] =>
  todos.filter(({ kind }) => SETTLED_KINDS.includes(kind));

/** The winners that «Meddela alla» notifies. A deleted workshop cannot be notified (AUC-10). */
export const notifiable = (todos: readonly Todo[]): Todo[] =>
  todos.filter(({ kind, bid }) => kind === 'not_notified' && bid.service_station_name !== null);

/** A group of rows of one kind. */
export interface TodoGroup {
  kind: Todo['kind'];
  title: string;
  todos: Todo[];
}

/** The tasks in groups, each in the server's order. */
export function groupTodos(todos: readonly Todo[]): TodoGroup[] {
  return (Object.keys(TODO_KINDS) as Todo['kind'][])
    .map((kind) => ({
      kind,
      title: TODO_KINDS[kind].title,
      todos: todos.filter((todo) => todo.kind === kind),
    }))
    .filter((group) => group.todos.length > 0);
}

/** The task to focus when one is done: the next row, or the previous one at the end. Null if none is left. */
export function nextTodo(todos: readonly Todo[], done: Todo): number | null {
  const order = groupTodos(todos).flatMap((group) => group.todos);
  const at = order.findIndex((todo) => todo.auction_id === done.auction_id);
  return (order[at + 1] ?? order[at - 1])?.auction_id ?? null;
}
