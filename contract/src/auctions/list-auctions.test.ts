import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { messagesByField } from '../errors.ts';
import { AUCTION_SORTS } from './auction-sorts.ts';
import { auctionFilter } from './list-auctions.ts';

const messagesOf = (query: unknown) => {
  const { error } = z.safeParse(auctionFilter, query);
  return error && messagesByField(error);
};

test('LIST-2, LIST-12 every filter is parsed and optional', () => {
  assert.deepEqual(z.parse(auctionFilter, {}), {});
  assert.deepEqual(
    z.parse(auctionFilter, {
      number: ' LF-00 ',
      category: '3',
      registration_number: 'abc 1',
      chassis_number: 'YV1',
      q: ' volvo v60 ',
      manufacturer: 'Volvo',
      model: 'V60',
      staging_area_name: 'Örebro',
      company_name: 'Nord',
      buyer: 'Lind',
      damage_condition: 'REPAIR',
      model_year_from: '2015',
      model_year_to: '2020',
      mileage_to: '0',
      ends_today: '1',
      is_watched: '1',
      start_dt: '2026-11-01',
      end_dt: '2026-11-30',
      is_active: '0',
      has_started: '1',
      ordering: '-end_dt',
      cursor: 'abc',
      company: '2',
    }),
    {
      number: 'LF-00',
      category: [3],
      registration_number: 'abc 1',
      chassis_number: 'YV1',
      q: 'volvo v60',
      manufacturer: 'Volvo',
      model: 'V60',
      staging_area_name: 'Örebro',
      company_name: 'Nord',
      buyer: 'Lind',
      damage_condition: 'REPAIR',
      model_year_from: 2015,
      model_year_to: 2020,
      mileage_to: 0,
      ends_today: true,
      is_watched: true,
      start_dt: '2026-11-01',
      end_dt: '2026-11-30',
      is_active: false,
      has_started: true,
      ordering: '-end_dt',
      cursor: 'abc',
      company: '2',
    },
  );
});

test('LIST-2 the state is 0 or 1, and nothing else', () => {
  for (const field of ['is_active', 'has_started'])
    for (const bad of ['', '2', 'true', 'false', 'ja', 1, true, null, ['1'], ['0', '1']])
      assert.deepEqual(messagesOf({ [field]: bad }) && Object.keys(messagesOf({ [field]: bad })!), [
        field,
      ]);
});

test('LIST-3 each sort goes up or down', () => {
  assert.deepEqual(AUCTION_SORTS, [
    'manufacturer',
    'model',
    'staging_area_name',
    'end_dt',
    'bid_highest',
    'model_year',
    'mileage',
    'number',
    'status',
    'bid_count',
    'reserve_margin',
  ]);
  for (const sort of AUCTION_SORTS)
    for (const ordering of [sort, `-${sort}`])
      assert.equal(z.parse(auctionFilter, { ordering }).ordering, ordering);
  for (const bad of [
    '',
    '-',
    'id',
    '--model',
    '+model',
    'model desc',
    'MODEL',
    ' model',
    'end_dt,id',
  ])
    assert.deepEqual(messagesOf({ ordering: bad }), { ordering: ['Ogiltigt värde.'] }, bad);
  assert.deepEqual(messagesOf({ ordering: ['model', 'end_dt'] }), {
    ordering: ['Ogiltigt värde.'],
  });
});

test('LIST-5 the category may be repeated', () => {
  assert.deepEqual(z.parse(auctionFilter, { category: ['3', '5'] }).category, [3, 5]);
  for (const category of ['', '0', 'x', ['3', 'x'], ['3', '3000000000'], {}])
    assert.deepEqual(Object.keys(messagesOf({ category }) ?? {}), ['category'], String(category));
});

test('LIST-12 a bound is an integer, and a damage condition is one of two', () => {
  for (const field of ['model_year_from', 'model_year_to', 'mileage_to'])
    for (const bad of ['', '-1', '1.5', '1e3', 'x', '12345678', ['1', '2']])
      assert.deepEqual(Object.keys(messagesOf({ [field]: bad }) ?? {}), [field], String(bad));
  assert.deepEqual(messagesOf({ damage_condition: 'repair' }), {
    damage_condition: ['Ogiltigt värde. Tillåtna värden: DISASSEMBLY, REPAIR.'],
  });
});

test('LIST-5 a day is YYYY-MM-DD and exists', () => {
  const sentence = 'Ange datum som ÅÅÅÅ-MM-DD';
  for (const field of ['start_dt', 'end_dt'])
    for (const bad of [
      '',
      '2026-02-30',
      '2026-13-45',
      '2026-1-1',
      '20261101',
      'idag',
      '2026-11-01T00:00',
    ])
      assert.deepEqual(messagesOf({ [field]: bad }), { [field]: [sentence] }, bad);
});

test('LIST-5 a text filter is one text of at most 60 characters', () => {
  for (const field of [
    'number',
    'registration_number',
    'chassis_number',
    'manufacturer',
    'buyer',
  ]) {
    assert.deepEqual(messagesOf({ [field]: 'x'.repeat(61) }), { [field]: ['Högst 60 tecken.'] });
    assert.deepEqual(messagesOf({ [field]: ['a', 'b'] }), { [field]: ['Ogiltigt värde.'] });
    assert.deepEqual(messagesOf({ [field]: 'a\u0000' }), { [field]: ['Ogiltigt värde.'] });
    assert.equal(messagesOf({ [field]: '%_\\' }), undefined);
  }
});

test('API-3 unknown query parameters are ignored', () => {
  assert.deepEqual(z.parse(auctionFilter, { page: '2', utm: 'x', __proto__: null }), {});
});

test('ROLE-2 the company is an id', () => {
  for (const company of ['', '0', '-1', 'x', '1,2', ['1', '2']])
    assert.deepEqual(messagesOf({ company }), { company: ['Ogiltigt värde.'] }, String(company));
});
