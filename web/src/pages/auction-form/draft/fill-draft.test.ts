import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AuctionDraft, newDraft } from './auction-draft.ts';
import { fillerOf } from './fill-draft.ts';

const FACTS = {
  default_end_dt_increment_days: 7,
  default_end_dt_increment_time: '14:00',
  relist_dismantling: false,
};

test('FORM-14 values that the user entered or changed are never replaced, values of an earlier look-up are', () => {
  const draft = newDraft(FACTS, Date.UTC(2026, 10, 28));
  const setValue = (name: keyof AuctionDraft, value: unknown) =>
    void Object.assign(draft, { [name]: value });
  const fill = fillerOf({ getValue: (name) => draft[name], setValue });
  const values = () => [draft.manufacturer, draft.model, draft.category_ids];
  setValue('model', 'V60 Cross Country');
  fill({ manufacturer: 'Volvo', model: 'V60', category_ids: ['1'] });
  assert.deepEqual(values(), ['Volvo', 'V60 Cross Country', ['1']]);
  fill({ manufacturer: 'Saab', model: '9-5', category_ids: [] });
  assert.deepEqual(values(), ['Saab', 'V60 Cross Country', []]);
  setValue('manufacturer', 'SAAB');
  fill({ manufacturer: 'Volvo', model: 'V70' });
  assert.deepEqual(values(), ['SAAB', 'V60 Cross Country', []]);
});
