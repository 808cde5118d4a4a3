import assert from 'node:assert/strict';
import { type Caller, companyAt, inCompany, isAbout, isOwn, isSuperuser } from '../callers.ts';
import { asksForCompany, type Cell, row } from '../cells.ts';
import { freshPerson, NOTHING, type PersonObject, STAFF } from '../objects.ts';

const isStaffOf = (caller: Caller, someone: PersonObject) =>
  (someone.is === 'staff' || someone.is === 'dismissed') && isOwn(caller, someone);

const admins = { by: 'company admin' } as const;

export const PEOPLE_ROWS: Cell[][] = [
  row({
    call: 'GET /api/users/me',
    rules: 'ROLE-4',
    by: 'any user',
    on: NOTHING,
    answers: () => 200,
    look: ({ body }, caller, _object, world) => assert.equal(body.id, world.users[caller.as!]),
  }),
  row({
    ...admins,
    call: 'GET /api/users',
    rules: 'DATA-1, ROLE-2',
    on: STAFF,
    answers: () => 200,
    look: ({ body }, caller, someone, world) => {
      const { id } = world.shared.get(someone)!;
      const isListed =
        isStaffOf(caller, someone) && someone.company !== null && isAbout(caller, someone.company);
      assert.equal(body.length > 0 || companyAt(caller) === 'never', true);
      assert.equal(
        body.some((one: { id: number; name: string }) => one.id === id),
        isListed,
      );
    },
  }),
  row({
    ...admins,
    call: 'POST /api/users',
    rules: 'DATA-1, ROLE-2',
    on: NOTHING,
    answers: inCompany(201),
    send: () => ({ body: { ...freshPerson(), role: 20 } }),
    look: asksForCompany,
  }),
  row({
    ...admins,
    call: 'PATCH /api/users/:id',
    rules: 'DATA-1, ROLE-14',
    on: STAFF,
    sees: isStaffOf,
    answers: () => 200,
    send: () => ({ body: { first_name: 'Nytt' } }),
  }),
  row({
    ...admins,
    call: 'POST /api/users/:id/end-sessions',
    rules: 'SEC-3, ROLE-14',
    on: STAFF,
    sees: isStaffOf,
    answers: () => 204,
  }),
  // None of them has an app; only viewers of the user get the error.
  row({
    ...admins,
    call: 'DELETE /api/users/:id/second-factor',
    rules: 'SEC-8, ROLE-14',
    on: STAFF,
    sees: isStaffOf,
    answers: () => 400,
  }),
];

/** The log of a company has its users, and who did something to their accounts. An admin sees only their own company's log. */
export const SECURITY_EVENT_ROWS: Cell[][] = [
  row({
    ...admins,
    call: 'GET /api/security-events',
    rules: 'SEC-2',
    on: NOTHING,
    answers: () => 200,
    look: ({ body }, caller) => {
      const companies = new Set(
        body.results.map((event: { company_name: string | null }) => event.company_name),
      );
      for (const company of ['Nord', 'Väst'] as const)
        if (companies.has(company)) assert.ok(isAbout(caller, company), company);
      if (!isSuperuser(caller)) assert.ok(!companies.has(null));
    },
  }),
  row({
    ...admins,
    call: 'GET /api/security-events/export',
    rules: 'SEC-2',
    on: NOTHING,
    answers: () => 200,
    look: ({ raw }, caller) => {
      for (const line of raw.trim().split('\r\n').slice(1)) {
        const company = line.split(';').at(-3);
        if (company === 'Nord' || company === 'Väst') assert.ok(isAbout(caller, company), line);
      }
    },
  }),
];
