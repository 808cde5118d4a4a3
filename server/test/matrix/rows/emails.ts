import assert from 'node:assert/strict';
import { inCompany } from '../callers.ts';
import { asksForCompany, type Cell, row } from '../cells.ts';
import { NOTHING } from '../objects.ts';

const admins = { by: 'company admin' } as const;

export const EMAIL_ROWS: Cell[][] = [
  row({
    ...admins,
    call: 'GET /api/email-previews',
    rules: 'MAIL-7, ROLE-2',
    on: NOTHING,
    answers: inCompany(200),
    look: (seen, caller) => {
      asksForCompany(seen);
      const { status, body } = seen;
      if (status === 200) {
        const addresses = body.map(({ address }: { address: string }) => address);
        assert.ok(addresses.length > 20, String(caller.as));
      }
    },
  }),
  row({
    call: 'GET /api/admin/dead-letters',
    rules: 'MAIL-2',
    by: 'superuser',
    on: NOTHING,
    answers: () => 200,
  }),
  row({
    call: 'POST /api/admin/dead-letters/resend',
    rules: 'MAIL-2',
    by: 'superuser',
    on: NOTHING,
    answers: () => 204,
  }),
  row({
    call: 'POST /api/admin/dead-letters/:id/resend',
    rules: 'MAIL-2',
    by: 'superuser',
    on: NOTHING,
    sees: () => false,
    answers: () => 204,
    params: () => ({ id: '00000000-0000-4000-8000-000000000000' }),
  }),
];
