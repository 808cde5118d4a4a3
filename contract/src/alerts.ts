import { endpoint } from './endpoint.ts';
import { idParams } from './fields.ts';
import { may } from './roles.ts';

/** Starts watching an auction (AUC-12). */
export const addAlert = endpoint({
  method: 'POST',
  path: '/api/auctions/:id/alert',
  summary: 'Bevaka',
  may: may.actAsStation,
  params: idParams,
});

/** Stops watching an auction (AUC-12). */
export const removeAlert = endpoint({
  method: 'DELETE',
  path: '/api/auctions/:id/alert',
  summary: 'Sluta bevaka',
  may: may.actAsStation,
  params: idParams,
});
