import assert from 'node:assert/strict';
import { type Cell, row } from '../cells.ts';
import { bodies, NOTHING } from '../objects.ts';

/** Login and logout are open to everybody; a token changes nothing (AUTH-2–15). */
const getIn = (call: string, rules: string, status: number, body?: object): Cell[] =>
  row({
    call,
    rules,
    by: 'everybody',
    on: bodies([{ name: body ? 'what nobody was given' : '–' }]),
    answers: () => status,
    params: () => ({ token: 'nobodys-token' }),
    send: () => (body ? { body } : {}),
  });

const PASSWORD = 'ett helt nytt lösenord';

export const SESSION_ROWS: Cell[][] = [
  getIn('POST /api/auth/two-factor', 'AUTH-2', 400, { email: 'x@y.example', password: PASSWORD }),
  getIn('POST /api/auth/two-factor/resend', 'AUTH-4', 400, { uuid: 'x' }),
  getIn('POST /api/auth/token/two-factor', 'AUTH-3', 400, { uuid: 'x', two_factor_code: '123456' }),
  getIn('POST /api/auth/token/refresh', 'AUTH-8', 401, { refresh: 'x' }),
  // Several companies have sign-on providers, so the address must select one (AUTH-5).
  getIn('GET /api/auth/adfs', 'AUTH-5', 400),
  getIn('POST /api/auth/token/adfs', 'AUTH-6', 400, { authorization_code: 'x', state: 'y' }),
  getIn('POST /api/reset-password', 'AUTH-12', 204, { email: 'nobody@y.example' }),
  getIn('GET /api/reset-password/:token', 'AUTH-13', 400),
  getIn('POST /api/reset-password/:token', 'AUTH-14', 400, {
    password: PASSWORD,
    confirm_password: PASSWORD,
  }),
  getIn('POST /api/auth/logout', 'AUTH-10', 204, { refresh: 'x' }),
  getIn('POST /api/auth/end-session', 'SEC-4', 400, { token: 'x' }),
  // No user of the matrix has a password.
  row({
    call: 'POST /api/change-password',
    rules: 'AUTH-19',
    by: 'any user',
    on: NOTHING,
    answers: () => 400,
    send: () => ({
      body: { current_password: PASSWORD, password: PASSWORD, confirm_password: PASSWORD },
    }),
  }),
  row({
    call: 'GET /api/sessions',
    rules: 'SEC-3',
    by: 'any user',
    on: NOTHING,
    answers: () => 200,
  }),
  row({
    call: 'DELETE /api/sessions/:id',
    rules: 'SEC-3',
    by: 'any user',
    on: NOTHING,
    sees: () => false,
    answers: () => 404,
    params: () => ({ id: '00000000-0000-7000-8000-000000000000' }),
  }),
  row({
    call: 'POST /api/sessions/end-others',
    rules: 'SEC-3',
    by: 'any user',
    on: NOTHING,
    answers: () => 204,
    endsSession: true,
  }),
  row({
    call: 'POST /api/auth/logout-all',
    rules: 'SET-4',
    by: 'any user',
    on: NOTHING,
    answers: () => 204,
    endsSession: true,
  }),
];

/** No user of the matrix has an app or a password, so calls that require one are refused. */
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
