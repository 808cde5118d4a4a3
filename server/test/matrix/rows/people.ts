import assert from 'node:assert/strict';
import { type Caller, companyAt, isAbout, isOwn, madeIn } from '../callers.ts';
import { asksForCompany, type Cell, row } from '../cells.ts';
import { freshPerson, NOTHING, type PersonObject, STAFF } from '../objects.ts';

const isStaffOf = (caller: Caller, someone: PersonObject) =>
  (someone.is === 'staff' || someone.is === 'dismissed') && isOwn(caller, someone);

const admins = { by: 'company admin' } as const;

export const PEOPLE_ROWS: Cell[][] = [
  row({
    call: 'GET /api/users/me',
    rules: 'ROLE-4',
    by: 'whoever has logged in',
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
    answers: madeIn,
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
  // Nobody there has one: it is told to those who see the person.
  row({
    ...admins,
    call: 'DELETE /api/users/:id/second-factor',
    rules: 'SEC-8, ROLE-14',
    on: STAFF,
    sees: isStaffOf,
    answers: () => 400,
  }),
];
