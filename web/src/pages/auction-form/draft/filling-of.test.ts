import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillingOf } from './filling-of.ts';

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
