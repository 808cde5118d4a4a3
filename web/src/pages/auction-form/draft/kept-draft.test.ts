import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type AuctionDraft, newDraft } from './auction-draft.ts';
import { dropDraft, keepDraft, readKeptDraft, slotOf } from './kept-draft.ts';

const WHO = '7.auction.12';
const HOUR_MS = 3_600_000;
const company = {
  default_end_dt_increment_days: 7,
  default_end_dt_increment_time: '12:00',
  relist_dismantling: false,
};
const opened: AuctionDraft = {
  ...newDraft(company, Date.now() + 24 * HOUR_MS),
  manufacturer: 'Volvo',
  model: 'V60',
  reservation_price: '30 000',
};

const stored = new Map<string, string>();
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    key: (place: number) => [...stored.keys()][place] ?? null,
    get length() {
      return stored.size;
    },
  },
});
beforeEach(() => stored.clear());

test('FORM-11 a draft is restored, and fields changed elsewhere have their current values', () => {
  keepDraft(WHO, { draft: { ...opened, model: 'V90' }, opened, key: 'k' });
  const now = { ...opened, model: 'V60', description: 'Startar inte.' };
  const found = readKeptDraft(WHO, now, {});
  assert.deepEqual(found?.draft, { ...now, model: 'V90' });
  assert.equal(found?.key, 'k');
  assert.equal(readKeptDraft('8.auction.12', now, {}), null);
});

test('FORM-11 no draft is offered if it equals the current values or its fields are locked', () => {
  const written = { ...opened, reservation_price: '25 000', description: 'Startar inte.' };
  keepDraft(WHO, { draft: written, opened, key: 'k' });
  assert.equal(readKeptDraft(WHO, written, {}), null);
  const locks = { reservation_price: { isDisabled: true } };
  assert.deepEqual(readKeptDraft(WHO, opened, locks)?.draft, {
    ...opened,
    description: 'Startar inte.',
  });
});

test('FORM-11 an auction that has started keeps its times; a draft’s past start is dropped', () => {
  const started = { ...opened, start_date: '2020-01-02' };
  keepDraft(WHO, { draft: { ...started, end_date: '2020-02-02' }, opened: started, key: 'k' });
  assert.equal(readKeptDraft(WHO, started, {})?.draft.end_date, '2020-02-02');
  keepDraft(WHO, { draft: { ...started, model: 'V90' }, opened, key: 'k' });
  assert.deepEqual(readKeptDraft(WHO, opened, {})?.draft, { ...opened, model: 'V90' });
});

test('FORM-11 a draft from an earlier release, without initial values, is restored', () => {
  const draft = { ...opened, model: 'V90' };
  stored.set(`restvarde.draft.${WHO}`, JSON.stringify({ at: Date.now(), draft, key: 'k' }));
  assert.deepEqual(readKeptDraft(WHO, opened, {})?.draft, draft);
});

test('FORM-11 opening a form deletes drafts that are older than a week or unreadable', () => {
  keepDraft(WHO, { draft: { ...opened, model: 'V90' }, opened, key: 'k' });
  const kept = JSON.parse(stored.get(`restvarde.draft.${WHO}/k`)!);
  stored.set('restvarde.draft.7/k', JSON.stringify({ ...kept, at: kept.at - 8 * 24 * HOUR_MS }));
  stored.set('restvarde.draft.8', '{');
  stored.set('another', '{');
  assert.equal(readKeptDraft('9', opened, {}), null);
  assert.deepEqual([...stored.keys()].sort(), ['another', `restvarde.draft.${WHO}/k`]);
  assert.notEqual(readKeptDraft(WHO, opened, {}), null);
});

test('FORM-11 each form has its own draft, and the newest of other forms is restored', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  keepDraft(WHO, { draft: { ...opened, model: 'V90' }, opened, key: 'first' });
  t.mock.timers.tick(1000);
  keepDraft(WHO, { draft: { ...opened, model: 'XC60' }, opened, key: 'second' });
  assert.equal(readKeptDraft(WHO, opened, {})?.draft.model, 'XC60');
  assert.equal(readKeptDraft(WHO, opened, {}, 'second')?.draft.model, 'V90');
  dropDraft(slotOf(WHO, 'second'));
  assert.equal(readKeptDraft(WHO, opened, {})?.key, 'first');
  // An auction whose number begins with the same digits is another.
  assert.equal(readKeptDraft(WHO.slice(0, -1), opened, {}), null);
});
