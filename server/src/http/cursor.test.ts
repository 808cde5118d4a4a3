import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRowId, isSortValue, nextUrl, readCursor, readParts, writeCursor } from './cursor.ts';
import { DomainError } from './domain-error.ts';

test('LIST-4 a cursor is read back as written', () => {
  for (const parts of [
    [0, 'Åkerman', 7],
    [2, null, 1],
    [1, '2026-10-25T00:30:00.000Z', 2_147_483_647],
    [-5],
  ]) {
    const cursor = writeCursor(parts);
    assert.match(cursor, /^[A-Za-z0-9_-]+$/);
    assert.deepEqual(readCursor(cursor, parts.length), parts);
  }
});

test('API-2 an invalid cursor is an error at its field', () => {
  const invented = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const values = [{}, [1], [1, 2, {}], [1, 2, 0.5], [1, 2, true], 'abc', null];
  for (const cursor of ['', 'x', '!', ...values.map(invented)]) {
    assert.throws(
      () => readCursor(cursor, 3),
      (error) => {
        assert.ok(error instanceof DomainError);
        assert.deepEqual([error.status, error.body], [400, { cursor: ['Ogiltig sidmarkör.'] }]);
        return true;
      },
    );
  }
});

test('API-2 a value that PostgreSQL would refuse is neither a sort value nor an id', () => {
  for (const id of [1, 2_147_483_647]) assert.equal(isRowId(id), true);
  for (const id of [0, -1, 2_147_483_648, '1', null, undefined]) assert.equal(isRowId(id), false);
  for (const [type, yes, no] of [
    ['integer', [null, 0, -3, 999_999_999], ['1', 2_147_483_648, -2_147_483_649]],
    ['text', ['', 'Å', '\u{1f697}'], [null, 1, 'a\u0000', '\ud800']],
    [
      'timestamptz',
      ['2026-10-25T00:30:00.000Z'],
      [
        null,
        1,
        '',
        'now',
        '2026-10-25',
        '2026-13-01',
        '0000-01-01T00:00:00.000Z',
        '+010000-01-01T00:00:00.000Z',
      ],
    ],
  ] as const) {
    for (const part of yes) assert.equal(isSortValue(type, part), true, `${type} ${part}`);
    for (const part of no) assert.equal(isSortValue(type, part), false, `${type} ${part}`);
  }
});

test('API-2 a cursor has parts of the types that its list writes', () => {
  const types = ['timestamptz or null', 'day', 'index', 'text', 'id'] as const;
  const parts = [null, '2026-10-25', 0, 'Å', 7];
  assert.deepEqual(readParts(writeCursor(parts), types), parts);
  for (const [at, wrong] of [1, '2026-10-32', -1, null, 0].entries())
    assert.throws(() => readParts(writeCursor(parts.with(at, wrong)), types), DomainError);
});

test('LIST-4 the next URL is the same query with another cursor', () => {
  const query = {
    number: 'å &=?#',
    category: [3, 4],
    is_active: true,
    has_started: false,
    buyer: undefined,
    cursor: 'old',
  };
  const next = new URL(nextUrl('/api/auctions', query, 'new'), 'http://here');
  assert.equal(next.pathname, '/api/auctions');
  assert.deepEqual(
    [...next.searchParams],
    [
      ['number', 'å &=?#'],
      ['category', '3'],
      ['category', '4'],
      ['is_active', '1'],
      ['has_started', '0'],
      ['cursor', 'new'],
    ],
  );
});
