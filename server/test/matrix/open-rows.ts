import assert from 'node:assert/strict';
import { type Cell, row } from './cells.ts';
import { bodies, NOTHING } from './other-objects.ts';

/** Getting in and out is for everybody: a token, whatever its worth, changes nothing (AUTH-2–15). */
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

const page = (call: string, status = 200, rest = ''): Cell[] =>
  row({
    call,
    rules: 'API-1',
    by: 'everybody',
    on: NOTHING,
    answers: () => status,
    params: () => ({ rest, key: `d${'0'.repeat(32)}`, name: 'x.pdf', id: 1 }),
  });

const PASSWORD = 'ett helt nytt lösenord';

export const OPEN_ROWS: Cell[][] = [
  getIn('POST /api/auth/two-factor', 'AUTH-2', 400, { email: 'x@y.example', password: PASSWORD }),
  getIn('POST /api/auth/two-factor/resend', 'AUTH-4', 400, { uuid: 'x' }),
  getIn('POST /api/auth/token/two-factor', 'AUTH-3', 400, { uuid: 'x', two_factor_code: '123456' }),
  getIn('POST /api/auth/token/refresh', 'AUTH-8', 401, { refresh: 'x' }),
  // Several companies have a login of their own: the address has to tell which (AUTH-5).
  getIn('GET /api/auth/adfs', 'AUTH-5', 400),
  getIn('POST /api/auth/token/adfs', 'AUTH-6', 400, { authorization_code: 'x', state: 'y' }),
  getIn('POST /api/reset-password', 'AUTH-12', 204, { email: 'nobody@y.example' }),
  getIn('POST /api/reset-password/:token', 'AUTH-14', 400, {
    password: PASSWORD,
    confirm_password: PASSWORD,
  }),
  getIn('POST /api/auth/logout', 'AUTH-10', 204, { refresh: 'x' }),
  getIn('POST /api/auth/end-session', 'SEC-4', 400, { token: 'x' }),
  row({
    call: 'GET /api/sessions',
    rules: 'SEC-3',
    by: 'whoever has logged in',
    on: NOTHING,
    answers: () => 200,
  }),
  row({
    call: 'DELETE /api/sessions/:id',
    rules: 'SEC-3',
    by: 'whoever has logged in',
    on: NOTHING,
    sees: () => false,
    answers: () => 404,
    params: () => ({ id: '00000000-0000-7000-8000-000000000000' }),
  }),
  row({
    call: 'POST /api/sessions/end-others',
    rules: 'SEC-3',
    by: 'whoever has logged in',
    on: NOTHING,
    answers: () => 204,
    endsSession: true,
  }),
  row({
    call: 'POST /api/auth/logout-all',
    rules: 'SET-4',
    by: 'whoever has logged in',
    on: NOTHING,
    answers: () => 204,
    endsSession: true,
  }),
  row({
    call: 'GET /media/:key/:name',
    when: 'a signed address',
    rules: 'MEDIA-2',
    by: 'everybody',
    on: NOTHING,
    answers: () => 200,
    params: ({ signed }) => signed.path,
    query: ({ signed }) => signed.query,
    look: ({ raw }) => assert.equal(raw, 'innehåll'),
  }),
  row({
    call: 'GET /media/:key/:name',
    when: 'another document’s signature',
    rules: 'MEDIA-2',
    by: 'everybody',
    on: NOTHING,
    sees: () => false,
    answers: () => 404,
    params: ({ signed }) => ({ ...signed.path, key: `d${'0'.repeat(32)}` }),
    query: ({ signed }) => signed.query,
  }),
  row({
    call: 'GET /media/:key/:name',
    when: 'no signature',
    rules: 'MEDIA-2',
    by: 'everybody',
    on: NOTHING,
    sees: () => false,
    answers: () => 404,
    params: ({ signed }) => signed.path,
  }),
  row({
    call: 'GET /email-previews/:kind',
    when: 'no signature',
    rules: 'MAIL-7',
    by: 'everybody',
    on: NOTHING,
    sees: () => false,
    answers: () => 404,
    params: () => ({ kind: 'winner' }),
  }),
  getIn('POST /api/policy-reports', 'OPS-6', 204, { type: 'csp-violation' }),
  page('GET /healthz'),
  page('GET /readyz'),
  page('GET /version'),
  page('GET /api/openapi.json'),
  page('GET /api/docs'),
  page('GET /api/docs/json'),
  page('GET /api/docs/yaml'),
  page('GET /api/docs/static/*', 200, 'swagger-ui.css'),
  page('GET /api/docs/static/index.html', 302),
  page('GET /api/docs/static/swagger-initializer.js'),
  // Sockets answer no call.
  page('GET /ws/auction/:id/', 404),
  page('GET /ws/auctions/', 404),
  row({
    call: 'SOCKET /ws/auctions/',
    rules: 'LIVE-4',
    by: 'whoever has logged in',
    on: NOTHING,
    answers: () => 101,
  }),
];
