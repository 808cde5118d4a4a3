import assert from 'node:assert/strict';
import { isAbout, isSuperuser } from '../callers.ts';
import { type Cell, row } from '../cells.ts';
import { NOTHING } from '../objects.ts';

const admins = { by: 'company admin' } as const;

/** Who stands in the log of a company: its people, and who did something to them; an admin sees the own one's alone. */
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
