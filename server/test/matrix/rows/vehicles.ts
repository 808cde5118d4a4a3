import { type Cell, row } from '../cells.ts';
import { NOTHING } from '../objects.ts';

/** The look-up of a vehicle. */
export const VEHICLE_ROWS: Cell[][] = [
  row({
    call: 'GET /api/vehicle-lookup',
    rules: 'FORM-15',
    by: 'case manager',
    on: NOTHING,
    answers: () => 200,
    query: () => 'registration_number=ABC123',
  }),
];
