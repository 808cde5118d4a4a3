import type { Caller } from '../callers.ts';
import { type Cell, row } from '../cells.ts';
import { freshName, NOTHING, SEARCHES, type SearchObject } from '../objects.ts';

/** A saved search exists for its user only. */
const search = {
  by: 'workshop',
  on: SEARCHES,
  sees: (caller: Caller, { of }: SearchObject) => of !== null && caller.as === of,
} as const;

export const SAVED_SEARCH_ROWS: Cell[][] = [
  row({
    call: 'GET /api/unsubscribe/:token',
    rules: 'SAVED-6',
    by: 'everybody',
    on: NOTHING,
    answers: () => 303,
    params: () => ({ token: 'nobodys-token' }),
  }),
  row({
    call: 'POST /api/unsubscribe/:token',
    rules: 'SAVED-6',
    by: 'everybody',
    on: NOTHING,
    answers: () => 404,
    params: () => ({ token: 'nobodys-token' }),
  }),
  row({
    call: 'GET /api/saved-searches',
    rules: 'SAVED-1',
    by: 'workshop',
    on: NOTHING,
    answers: () => 200,
  }),
  row({
    call: 'POST /api/saved-searches',
    rules: 'SAVED-1',
    by: 'workshop',
    on: NOTHING,
    answers: () => 201,
    send: () => ({ body: { name: 'Ny', query: { q: freshName() } } }),
  }),
  row({
    ...search,
    call: 'PATCH /api/saved-searches/:id',
    rules: 'SAVED-1',
    answers: () => 200,
    send: () => ({ body: { frequency: 'direct' } }),
  }),
  row({
    ...search,
    call: 'DELETE /api/saved-searches/:id',
    rules: 'SAVED-1',
    answers: () => 204,
  }),
];
