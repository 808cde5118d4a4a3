import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFilters, listBehind, readHomeSearch } from './home-search.ts';

test('HOME-2 the filters are parsed from the URL, and other values are dropped', () => {
  assert.deepEqual(
    readHomeSearch({
      company: '3',
      category: ['1', '2'],
      start_dt: '2026-11-01',
      end_dt: 'i morgon',
      is_active: '0',
      has_started: '1',
      manufacturer: 'Volvo',
      pages: '4',
    }),
    {
      company: '3',
      category: ['1', '2'],
      start_dt: '2026-11-01',
      is_active: '0',
      has_started: '1',
    },
  );
  assert.deepEqual(readHomeSearch({ is_active: '0', has_started: '0' }), {});
});

test('HOME-2 the company of a superuser does not count as a filter', () => {
  assert.equal(countFilters({}), 0);
  assert.equal(countFilters({ company: '3' }), 0);
  assert.equal(countFilters({ company: '3', is_active: '1', start_dt: '2026-11-01' }), 2);
});

test('HOME-1 a tile links to the list with its filters, limited to its auctions', () => {
  const search = { company: '3', category: ['1'] };
  assert.deepEqual(listBehind(search, 'start_bid_total'), search);
  assert.deepEqual(listBehind(search, 'ongoing_auctions'), { ...search, is_active: '1' });
  assert.deepEqual(listBehind(search, 'winning_bid_total'), {
    ...search,
    is_active: '0',
    has_started: '1',
  });
  const active = { ...search, is_active: '1' as const };
  assert.deepEqual(listBehind(active, 'winning_bid_total'), active);
});
