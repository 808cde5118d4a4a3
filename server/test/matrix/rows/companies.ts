import assert from 'node:assert/strict';
import { companyAt } from '../callers.ts';
import { type Cell, namesIn, row } from '../cells.ts';
import { COMPANIES, freshName, freshPerson, NOTHING } from '../objects.ts';

const admins = { by: 'company admin' } as const;

export const COMPANY_ROWS: Cell[][] = [
  row({
    ...admins,
    call: 'GET /api/companies',
    rules: 'ROLE-12',
    on: NOTHING,
    answers: () => 200,
    look: ({ body }) => {
      for (const company of ['Nord', 'Väst']) assert.ok(namesIn(body).includes(company));
    },
  }),
  row({
    call: 'GET /api/company',
    rules: 'API-5, SET-5',
    by: 'any user',
    on: NOTHING,
    sees: (caller) => companyAt(caller) in { Nord: 0, Väst: 0 },
    answers: () => 200,
    look: ({ body }, caller) => {
      assert.equal(body.name, companyAt(caller));
      assert.equal(body.next_auction_number === null, caller.kind === 'workshop');
    },
  }),
  row({
    ...admins,
    call: 'PATCH /api/company',
    rules: 'ROLE-7, API-5, SET-1',
    on: NOTHING,
    sees: (caller) => companyAt(caller) in { Nord: 0, Väst: 0 },
    answers: () => 200,
    send: () => ({ body: { phone: freshName() } }),
    look: ({ body }, caller) => assert.equal(body.name, companyAt(caller)),
  }),
  row({
    call: 'POST /api/companies',
    rules: 'DATA-1',
    by: 'superuser',
    on: NOTHING,
    answers: () => 201,
    send: () => ({ body: { name: freshName(), admin: freshPerson() } }),
  }),
  row({
    call: 'PATCH /api/companies/:id',
    rules: 'DATA-1',
    by: 'superuser',
    on: COMPANIES,
    sees: (_caller, { is }) => is === 'there',
    answers: () => 200,
    send: () => ({ body: { phone: freshName() } }),
  }),
];
