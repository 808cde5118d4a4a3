import assert from 'node:assert/strict';
import { test } from 'node:test';
import { todoWords } from './todo-words.ts';

test('HOME-4 each kind of decision is told as what to do and why', () => {
  const end_dt = '2026-11-01T23:30:00.000Z';
  assert.equal(todoWords({ kind: 'no_winner', end_dt }).task, 'Välj vinnare');
  assert.equal(todoWords({ kind: 'not_notified', end_dt }).task, 'Meddela vinnare');
  assert.deepEqual(todoWords({ kind: 'pickup_passed', end_dt }), {
    task: 'Kontrollera hämtning',
    reason: 'Skulle ha hämtats senast 2026-11-12',
  });
});
