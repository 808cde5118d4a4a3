import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AuctionDraft, newDraft } from './auction-draft.ts';
import { fillerOf, fillingOf } from './fill-draft.ts';

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

const CATEGORIES = [
  { id: 3, name: 'Personbil', is_global: true },
  { id: 4, name: 'Motorcykel', is_global: true },
];

test('FORM-15 a vehicle fills in the form, its category by name, and leaves unknown fields empty', () => {
  const vehicle = {
    manufacturer: null,
    model: 'V60 D4',
    model_year: 2019,
    mileage: 8_400,
    fuel: 'diesel',
    colour: 'Röd',
    chassis_number: 'YV1ZWA8UDK1234567',
    category: 'PERSONBIL',
  } as const;
  assert.deepEqual(fillingOf(vehicle, CATEGORIES), {
    chassis_number: 'YV1ZWA8UDK1234567',
    manufacturer: 'Volvo',
    model: 'V60 D4',
    model_year: '2019',
    mileage: '8\u00a0400',
    category_ids: ['3'],
    condition: '{"fuel":"diesel"}',
  });
  assert.deepEqual(fillingOf({ ...vehicle, category: 'Buss', fuel: null }, CATEGORIES), {
    ...fillingOf(vehicle, CATEGORIES),
    category_ids: [],
    condition: '{}',
  });
  const none = fillingOf(null, CATEGORIES);
  assert.deepEqual(
    Object.values(none)
      .flat()
      .filter((value) => value !== '{}')
      .join(''),
    '',
  );
});
