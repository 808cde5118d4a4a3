import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionOf, pressColumn, readStationSearch } from './station-search.ts';

test('STN-1 the URL of the directory holds its filters, and invalid values are dropped', () => {
  const search = { number: ' 10 ', city: 'Örebro', category: '3', company: '2', ordering: '-name' };
  assert.deepEqual(readStationSearch(search), { ...search, number: '10', category: ['3'] });
  assert.deepEqual(readStationSearch({ category: ['3', '4'] }), { category: ['3', '4'] });
  const nonsense = { number: '  ', company: 'x', category: ['0'], ordering: 'city', other: '1' };
  assert.deepEqual(readStationSearch(nonsense), {});
});

test('STN-1 a column sorts ascending, then descending, and states its direction', () => {
  assert.equal(directionOf('number', undefined), 'none');
  assert.equal(directionOf('number', 'number'), 'ascending');
  assert.equal(pressColumn('number', undefined), 'number');
  assert.equal(pressColumn('number', 'number'), '-number');
  assert.equal(pressColumn('name', undefined), 'name');
  assert.equal(pressColumn('name', 'name'), '-name');
  assert.equal(directionOf('name', '-name'), 'descending');
  assert.equal(pressColumn('number', '-name'), 'number');
});
