import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wonRows } from './won-words.ts';

const collection = {
  state: 'awaiting' as const,
  release_code: 'K7M2QX' as string | null,
  release_after_payment: false,
  released_at: '2026-11-23T08:00:00.000Z' as string | null,
  paid_at: null as string | null,
  free_until: '2026-12-01',
  storage_days: 0,
  storage_cost: 0,
  waived_days: 0,
  booked_dt: null as string | null,
  booked_note: '',
  opening_hours: '',
  handed_over_at: null,
  collected_by: null,
  handed_over_by: null,
  documents: [],
};
const deregistration = {
  due_date: '2026-12-31',
  state: 'awaiting' as const,
  certificate_id: null,
  kind: null,
  date: null,
  file: null,
  returned_reason: null,
};
const won = {
  end_dt: '2026-11-20T23:30:00.000Z',
  winner_notified_at: '2026-11-23T08:00:00.000Z',
  collection,
  deregistration: null,
};
const rowsOf = (change: Partial<Parameters<typeof wonRows>[0]>) =>
  wonRows({ ...won, ...change }).map(({ what, when }) =>
    `${what} ${when}`.trim().replaceAll('\u00a0', ' '),
  );

test('LIST-6, PICK-2, PICK-4 a won card begins with the code and the booked time, or says that the code follows payment', () => {
  assert.deepEqual(rowsOf({}), [
    'Kod för utlämning K7M-2QX',
    'Hämta senast 2026-12-01',
    'Undersök senast 2026-12-03',
    'Betala senast 2026-12-21, före hämtning',
  ]);
  const unpaid = { ...collection, release_code: null, released_at: null };
  assert.equal(rowsOf({ collection: unpaid })[0], 'Kod för utlämning efter betalning');
  const booked = { ...collection, booked_dt: '2026-11-27T09:00:00.000Z' };
  assert.equal(rowsOf({ collection: booked })[1], 'Bokad tid 2026-11-27 10:00');
  const paid = { ...collection, paid_at: '2026-11-24' };
  assert.ok(!rowsOf({ collection: paid }).some((row) => row.startsWith('Betala')));
});

test('LIST-6, PICK-6 a won card shows the storage fee once there is one, and its total after the handover', () => {
  const late = { ...collection, storage_days: 3, storage_cost: 3_000 };
  assert.equal(rowsOf({ collection: late })[1], 'Lagring 3 dygn 3 000 kr exkl. moms');
  const gone = { ...late, state: 'handed_over' as const, handed_over_at: '2026-12-03T23:30:00Z' };
  assert.deepEqual(rowsOf({ collection: gone }), [
    'Utlämnat 2026-12-04',
    'Lagring 3 dygn 3 000 kr exkl. moms',
    'Undersök senast 2026-12-03',
    'Betala senast 2026-12-21',
  ]);
});

test('LIST-6, PICK-8 a won card of a cancelled purchase says so, without next steps', () => {
  const undone = { ...collection, state: 'undone' as const, storage_days: 2, storage_cost: 2_000 };
  assert.deepEqual(rowsOf({ collection: undone, winner_notified_at: null }), [
    'Köpet är hävt',
    'Lagring 2 dygn 2 000 kr exkl. moms',
  ]);
});

test('LIST-6, DISM-10 a won card shows the deregistration as due, sent, approved or returned', () => {
  const last = (change: object) =>
    rowsOf({ deregistration: { ...deregistration, ...change } }).slice(4);
  assert.deepEqual(last({}), ['Avregistrera senast 2026-12-31']);
  assert.deepEqual(last({ state: 'submitted' }), ['Avregistrering Inskickat']);
  assert.deepEqual(last({ state: 'approved' }), ['Avregistrering Godkänt']);
  assert.deepEqual(last({ state: 'returned', returned_reason: 'Sista sidan saknas.' }), [
    'Avregistrera senast 2026-12-31',
    'Kompletteras Sista sidan saknas.',
  ]);
  assert.deepEqual(last({ state: 'waived' }), []);
});

test('PICK-1 a winner notified before codes existed still sees the dates', () => {
  assert.equal(rowsOf({ collection: null })[0], 'Hämta senast 2026-12-01');
});
