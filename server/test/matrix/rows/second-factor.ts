import assert from 'node:assert/strict';
import { type Cell, row } from '../cells.ts';
import { NOTHING } from '../objects.ts';

/** Nobody of the matrix has an app, nor a password: all that asks for one of them is refused. */
const refused = (call: string, body: object): Cell[] =>
  row({
    call,
    rules: 'SEC-5',
    by: 'case manager',
    on: NOTHING,
    answers: () => 400,
    send: () => ({ body }),
  });

export const SECOND_FACTOR_ROWS: Cell[][] = [
  row({
    call: 'GET /api/second-factor',
    rules: 'SEC-5',
    by: 'case manager',
    on: NOTHING,
    answers: () => 200,
    look: ({ body }) => assert.equal(body.is_on, false),
  }),
  refused('POST /api/second-factor/enrolment', { password: 'ett lösenord' }),
  refused('POST /api/second-factor', { enrolment: 'x', app_code: '123456' }),
  refused('POST /api/second-factor/recovery-codes', { second_factor: '123456' }),
  refused('POST /api/second-factor/remove', { second_factor: '123456' }),
];
