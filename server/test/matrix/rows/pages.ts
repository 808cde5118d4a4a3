import { type Cell, row } from '../cells.ts';
import { NOTHING } from '../objects.ts';

const page = (call: string, status = 200, rest = ''): Cell[] =>
  row({
    call,
    rules: 'API-1',
    by: 'everybody',
    on: NOTHING,
    answers: () => status,
    params: () => ({ rest, key: `d${'0'.repeat(32)}`, name: 'x.pdf', id: 1 }),
  });

export const PAGE_ROWS: Cell[][] = [
  row({
    call: 'POST /api/policy-reports',
    rules: 'OPS-6',
    by: 'everybody',
    on: NOTHING,
    answers: () => 204,
    send: () => ({ body: { type: 'csp-violation' } }),
  }),
  page('GET /healthz'),
  page('GET /readyz'),
  page('GET /version'),
  page('GET /caller'),
  page('GET /contact.json'),
  page('GET /.well-known/restvarde-proof-keys'),
  page('GET /verify-proof.mjs'),
  page('GET /api/openapi.json'),
  page('GET /api/docs'),
  // Sockets answer no HTTP call.
  page('GET /ws/auction/:id/', 404),
  page('GET /ws/auctions/', 404),
  row({
    call: 'SOCKET /ws/auctions/',
    rules: 'LIVE-4',
    by: 'any user',
    on: NOTHING,
    answers: () => 101,
  }),
];
