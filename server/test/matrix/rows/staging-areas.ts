import { isOwn, madeIn } from '../callers.ts';
import { asksForCompany, type Cell, hasOwn, row } from '../cells.ts';
import { freshName, NOTHING, PLACES } from '../objects.ts';

const named = () => ({ body: { name: freshName() } });

const admins = { by: 'company admin' } as const;

export const STAGING_AREA_ROWS: Cell[][] = [
  row({
    call: 'GET /api/staging-areas',
    rules: 'DATA-1, ROLE-2',
    by: 'whoever has logged in',
    on: NOTHING,
    answers: () => 200,
    look: hasOwn((company) => `Plats-${company}`),
  }),
  row({
    ...admins,
    call: 'POST /api/staging-areas',
    rules: 'DATA-1, ROLE-2',
    on: NOTHING,
    answers: madeIn,
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
    ...admins,
    call: 'DELETE /api/staging-areas/:id',
    rules: 'DATA-1, ROLE-14, STN-7',
    on: PLACES,
    sees: (caller, place) => place.is !== 'never' && isOwn(caller, place),
    answers: (_caller, { is }) => (is === 'station' ? 400 : 204),
  }),
];
