import assert from 'node:assert/strict';
import { type Caller, companyAt, isOwn, isSuperuser } from '../callers.ts';
import { type Cell, hasOwn, row } from '../cells.ts';
import { CATEGORIES, type CategoryObject, freshName, NOTHING } from '../objects.ts';

/** A company of its own, and what is global (DATA-1). */
const seesCategory = (caller: Caller, category: CategoryObject) =>
  category.is !== 'never' && (category.company === null || isOwn(caller, category));

/** What is global is seen by all, and is the superuser's. */
const unlessGlobal =
  (status: (category: CategoryObject) => number) => (caller: Caller, category: CategoryObject) =>
    category.company === null && !isSuperuser(caller) ? 403 : status(category);

const named = () => ({ body: { name: freshName() } });

const admins = { by: 'company admin' } as const;

export const CATEGORY_ROWS: Cell[][] = [
  row({
    call: 'GET /api/categories',
    rules: 'DATA-1, ROLE-2',
    by: 'whoever has logged in',
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
