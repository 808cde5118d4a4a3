import assert from 'node:assert/strict';
import { type Caller, companyAt, inCompany, isOwn, isSuperuser } from '../callers.ts';
import { asksForCompany, type Cell, hasOwn, row } from '../cells.ts';
import { CATEGORIES, type CategoryObject, freshName, NOTHING, PLACES } from '../objects.ts';

/** A company's own and the global one (DATA-1). */
const seesCategory = (caller: Caller, category: CategoryObject) =>
  category.is !== 'never' && (category.company === null || isOwn(caller, category));

/** Global ones are visible to all and belong to the superuser. */
const unlessGlobal =
  (status: (category: CategoryObject) => number) => (caller: Caller, category: CategoryObject) =>
    category.company === null && !isSuperuser(caller) ? 403 : status(category);

const named = () => ({ body: { name: freshName() } });

const admins = { by: 'company admin' } as const;

export const CATEGORY_ROWS: Cell[][] = [
  row({
    call: 'GET /api/categories',
    rules: 'DATA-1, ROLE-2',
    by: 'any user',
    on: NOTHING,
    answers: () => 200,
    look: hasOwn((company) => `Egen-kategori-${company}`),
  }),
  row({
    ...admins,
    call: 'POST /api/categories',
    rules: 'DATA-1',
    on: NOTHING,
    answers: (caller) => (companyAt(caller) === 'never' ? 400 : 201),
    send: named,
    look: ({ status, body }, caller) => {
      if (status === 201) assert.equal(body.is_global, companyAt(caller) === 'any');
    },
  }),
  row({
    ...admins,
    call: 'PATCH /api/categories/:id',
    rules: 'DATA-1, ROLE-14',
    on: CATEGORIES,
    sees: seesCategory,
    answers: unlessGlobal(() => 200),
    send: named,
  }),
  row({
    ...admins,
    call: 'DELETE /api/categories/:id',
    rules: 'DATA-1, ROLE-14',
    on: CATEGORIES,
    sees: seesCategory,
    answers: unlessGlobal(({ is }) => (is === 'used' ? 400 : 204)),
  }),
];

const HOURS = {
  weekdays: Array.from({ length: 7 }, () => ({ from: '07:00', to: '17:00' })),
  slot_minutes: 60,
  places: 2,
  closed: [],
  is_open_on_holidays: false,
};

export const STAGING_AREA_ROWS: Cell[][] = [
  row({
    call: 'GET /api/staging-areas',
    rules: 'DATA-1, ROLE-2',
    by: 'any user',
    on: NOTHING,
    answers: () => 200,
    look: hasOwn((company) => `Plats-${company}`),
  }),
  row({
    ...admins,
    call: 'POST /api/staging-areas',
    rules: 'DATA-1, ROLE-2',
    on: NOTHING,
    answers: inCompany(201),
    send: named,
    look: asksForCompany,
  }),
  row({
    ...admins,
    call: 'PATCH /api/staging-areas/:id',
    rules: 'DATA-1, ROLE-14, STN-7',
    on: PLACES,
    sees: (caller, place) => place.is !== 'never' && isOwn(caller, place),
    answers: (_caller, { is }) => (is === 'station' ? 400 : 200),
    send: named,
  }),
  row({
    ...admins,
    call: 'PATCH /api/staging-areas/:id',
    when: 'its opening hours',
    rules: 'DATA-1, ROLE-14, PICK-4',
    on: PLACES,
    sees: (caller, place) => place.is !== 'never' && isOwn(caller, place),
    answers: () => 200,
    send: () => ({ body: { opening_hours: 'Vardagar 8–16' } }),
  }),
  row({
    call: 'PUT /api/staging-areas/:id/booking-hours',
    rules: 'DATA-1, ROLE-14, PICK-12',
    by: 'yard or company admin',
    on: PLACES,
    // The places belong to other stations.
    sees: (caller, place) => place.is !== 'never' && isOwn(caller, place) && !caller.is_yard,
    answers: () => 200,
    send: () => ({ body: { booking_hours: HOURS } }),
  }),
  row({
    ...admins,
    call: 'DELETE /api/staging-areas/:id',
    rules: 'DATA-1, ROLE-14, STN-7',
    on: PLACES,
    sees: (caller, place) => place.is !== 'never' && isOwn(caller, place),
    answers: (_caller, { is }) => (is === 'station' ? 400 : 204),
  }),
];
