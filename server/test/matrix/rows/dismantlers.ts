import { encodeForm } from '../../forms.ts';
import { type Cell, row } from '../cells.ts';
import { NOTHING, STATIONS } from '../objects.ts';
import { isThere, unlessOthers } from './stations.ts';

const admins = { by: 'company admin' } as const;

export const DISMANTLER_ROWS: Cell[][] = [
  row({
    ...admins,
    call: 'PUT /api/service-stations/:id/dismantler',
    rules: 'ROLE-13, DISM-1',
    on: STATIONS,
    sees: isThere,
    answers: unlessOthers(() => 200),
    send: () => encodeForm({ number: '551-1', county: 'T' }),
  }),
  row({
    ...admins,
    call: 'POST /api/service-stations/:id/dismantler/check',
    rules: 'ROLE-13, DISM-2',
    on: STATIONS,
    sees: isThere,
    answers: unlessOthers(() => 200),
  }),
  row({
    ...admins,
    call: 'DELETE /api/service-stations/:id/dismantler',
    rules: 'ROLE-13, DISM-1',
    on: STATIONS,
    sees: isThere,
    answers: unlessOthers(() => 204),
  }),
  row({
    call: 'PUT /api/service-station/dismantler',
    rules: 'ROLE-11, DISM-1',
    by: 'workshop',
    on: NOTHING,
    answers: () => 200,
    send: () => encodeForm({ number: '551-1', county: 'T' }),
  }),
  row({
    call: 'DELETE /api/service-station/dismantler',
    rules: 'ROLE-11, DISM-1',
    by: 'workshop',
    on: NOTHING,
    answers: () => 204,
  }),
];
