import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSearch, writeSearch } from '../../base/urls/search-params.ts';
import { readAuctionSearch, searchOfState, stateOfSearch } from './auction-search.ts';

test('LIST-9 a URL is parsed to the values it was written from', () => {
  const search = {
    number: '0099',
    category: ['1', '2'],
    registration_number: 'ABC 123',
    start_dt: '2026-11-01',
    is_active: '1' as const,
    ordering: '-bid_highest' as const,
    pages: 3,
  };
  const written = writeSearch(search);
  assert.equal(
    written,
    '?number=0099&category=1&category=2&registration_number=ABC+123&start_dt=2026-11-01&is_active=1&ordering=-bid_highest&pages=3',
  );
  assert.deepEqual(readAuctionSearch(readSearch(written)), search);
});

test('LIST-9 a single category is a list of one', () => {
  assert.deepEqual(readAuctionSearch(readSearch('?category=4')), { category: ['4'] });
});

test('LIST-9 invalid values in a URL are dropped, and the rest is kept', () => {
  const read = readAuctionSearch(
    readSearch(
      '?ordering=price&pages=x&start_dt=2026-02-31&category=a&is_active=2&company=0&number=&end_dt=2026-03-01',
    ),
  );
  assert.deepEqual(read, { end_dt: '2026-03-01' });
  assert.deepEqual(readAuctionSearch({ pages: '1' }), {});
  assert.deepEqual(readAuctionSearch({ pages: '41' }), {});
});

test('LIST-2 a status is is_active and has_started together', () => {
  for (const state of ['upcoming', 'active', 'ended', null] as const) {
    assert.equal(stateOfSearch(searchOfState(state)), state);
  }
  assert.deepEqual(searchOfState('upcoming'), {
    is_active: '0',
    has_started: '0',
    outcome: undefined,
  });
  assert.deepEqual(searchOfState('ended'), {
    is_active: '0',
    has_started: '1',
    outcome: undefined,
  });
  assert.equal(stateOfSearch({ is_active: '0' }), null);
});
