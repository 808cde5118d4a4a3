import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Todo } from '@restvarde/contract/statistics';
import { furtherActs, groupTodos, nextTodo, TODO_KINDS, todoAct } from './todo-kinds.ts';

const todo: Todo = {
  kind: 'no_winner',
  due_at: null,
  auction_id: 1,
  number: 'NS-1',
  manufacturer: 'Volvo',
  model: 'V60',
  end_dt: '2026-11-01T23:30:00.000Z',
  company_name: 'Nordsäkring',
  thumb: null,
  highest_bid: 41_500,
  reservation_price: 62_000,
  storage_cost: null,
  is_released: false,
  bid: { id: 3, bid: 41_500, service_station_name: 'Lind Bil & Plåt' },
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const hintOf = (one: Todo) =>
  TODO_KINDS[one.kind].hint(one, Date.parse('2026-11-20T17:00:00Z')).map(plain);

test('HOME-5 the groups are in order of urgency', () => {
  assert.deepEqual(
    Object.values(TODO_KINDS).map(({ title }) => title),
    [
      'Svar på erbjudande',
      'Avgör före tidsgränsen',
      'Välj vinnare',
      'Meddela vinnare',
      'Granska intyg',
      'Kontrollera hämtning',
      'Kontrollera avregistrering',
    ],
  );
});

test('HOME-5 the button that chooses a winner names the bidder and amount, with the gap to the reserve below', () => {
  assert.equal(plain(todoAct(todo).label), 'Välj Lind Bil & Plåt, 41 500 kr');
  assert.deepEqual(hintOf(todo), ['20 500 kr under reservationspriset']);
  assert.equal(plain(todoAct({ ...todo, kind: 'not_notified' }).label), 'Meddela Lind Bil & Plåt');
});

test('HOME-5 the winning amount is named only if it is not the highest bid', () => {
  const chosen = { ...todo, kind: 'not_notified', reservation_price: null } as const;
  assert.deepEqual(hintOf({ ...chosen, highest_bid: chosen.bid.bid }), []);
  assert.deepEqual(hintOf({ ...chosen, highest_bid: 45_000 }), ['41 500 kr']);
});

test('HOME-5 if the workshop is deleted, another bid must be chosen on the auction’s page', () => {
  const gone = { ...todo, bid: { ...todo.bid, service_station_name: null } };
  for (const kind of ['no_winner', 'not_notified'] as const) {
    assert.deepEqual(todoAct({ ...gone, kind }), { act: 'open', label: 'Välj ett annat bud' });
  }
});

test('HOME-5, OFFER-5, OFFER-7, RELIST-1 a row without a winner has the other possible actions', () => {
  const met = { ...todo, reservation_price: 40_000 };
  const all = ['offer', 'relist', 'decline'];
  assert.deepEqual(furtherActs(todo), all);
  assert.deepEqual(furtherActs({ ...todo, kind: 'decision_due' }), all);
  assert.deepEqual(furtherActs({ ...todo, kind: 'offer_answered' }), all);
  assert.deepEqual(furtherActs(met), ['relist', 'decline']);
  assert.deepEqual(furtherActs({ ...met, kind: 'offer_answered', is_released: true }), [
    'offer',
    'relist',
  ]);
  const gone = { ...todo, bid: { ...todo.bid, service_station_name: null } };
  assert.deepEqual(furtherActs(gone), ['relist', 'decline']);
  for (const kind of ['not_notified', 'pickup_passed'] as const) {
    assert.deepEqual(furtherActs({ ...todo, kind }), []);
  }
});

test('HOME-4, GEN-6 a task shows its due date', () => {
  const due = { ...todo, kind: 'decision_due', due_at: '2026-11-24T17:00:00.000Z' } as const;
  assert.deepEqual(hintOf(due), ['Senast tis 24 nov 18:00', '20 500 kr under reservationspriset']);
  const passed = {
    ...todo,
    kind: 'pickup_passed',
    due_at: '2026-11-12T23:00:00.000Z',
    storage_cost: 3_000,
  } as const;
  assert.deepEqual(hintOf(passed), [
    'Skulle ha hämtats senast tor 12 nov',
    'lagring hittills 3 000 kr',
  ]);
});

test('HOME-5 the next task is the row below, across groups, or at the end the one above', () => {
  const rows: Todo[] = [
    { ...todo, auction_id: 1, kind: 'not_notified' },
    { ...todo, auction_id: 2 },
    { ...todo, auction_id: 3 },
  ];
  assert.deepEqual(
    groupTodos(rows).map(({ title, todos }) => [title, todos.map(({ auction_id }) => auction_id)]),
    [
      ['Välj vinnare', [2, 3]],
      ['Meddela vinnare', [1]],
    ],
  );
  assert.equal(nextTodo(rows, rows[1]!), 3);
  assert.equal(nextTodo(rows, rows[2]!), 1);
  assert.equal(nextTodo(rows, rows[0]!), 3);
  assert.equal(nextTodo([rows[0]!], rows[0]!), null);
});
