import type { Viewer } from '@restvarde/contract/roles';
import { DEREGISTRATION_SENTENCE } from '@restvarde/contract/sales/deregistrations';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import { actOnSale } from '../act-on-sale.ts';
import type { DeregistrationReturnedJob } from '../emails/deregistration-returned-job.ts';
import {
  refuseSettled,
  requireDeregistration,
  type StandingDeregistration,
  storeState,
} from './find-deregistration.ts';

/**
 * Approves the certificate that was sent last; once, however often it is asked for (DISM-9).
 * @throws DomainError 404 when there is no such auction; 400 when nothing has been sent, it is a receipt, or nothing is
 *   asked for.
 */
export function approveDeregistration(
  context: AppContext,
  viewer: Viewer,
  id: number,
): Promise<void> {
  return actOnSale(context, viewer, id, async (tx) => {
    const found = await requireDeregistration(tx, id);
    if (found.state === 'approved') return null;
    refuseUnsent(found);
    const certificate = await newestCertificate(tx, found.id);
    if (certificate.kind === 'receipt') throw refuse.detail(DEREGISTRATION_SENTENCE.receipt);
    await storeState(tx, found.id, { state: 'approved' });
    return {
      action: 'approve deregistration',
      after: { kind: certificate.kind, date: certificate.date },
      stations: [found.service_station_id],
      is_open: false,
    };
  });
}

/**
 * Asks the winner, by an email, for another certificate than that which was sent (DISM-9).
 * @throws DomainError 404 when there is no such auction; 400 when nothing has been sent, or it is settled.
 */
export function returnDeregistration(
  context: AppContext,
  viewer: Viewer,
  id: number,
  reason: string,
): Promise<void> {
  return actOnSale(context, viewer, id, async (tx) => {
    const found = await requireDeregistration(tx, id);
    refuseUnsent(found);
    await storeState(tx, found.id, { state: 'returned', returned_reason: reason });
    const email: DeregistrationReturnedJob = {
      kind: 'deregistration-returned',
      deregistration_id: found.id,
    };
    return {
      action: 'return deregistration',
      after: { reason },
      emails: [email],
      stations: [found.service_station_id],
      is_open: false,
    };
  });
}

/**
 * Asks for no certificate any more, which is final; the first reason stands (DISM-9).
 * @throws DomainError 404 when there is no such auction; 400 when it is approved, or the seller follows nothing.
 */
export function waiveDeregistration(
  context: AppContext,
  viewer: Viewer,
  id: number,
  reason: string,
): Promise<void> {
  return actOnSale(context, viewer, id, async (tx) => {
    const found = await requireDeregistration(tx, id);
    if (found.state === 'waived') return null;
    refuseSettled(found);
    await storeState(tx, found.id, { state: 'waived', waived_reason: reason });
    return {
      action: 'waive deregistration',
      after: { reason },
      stations: [found.service_station_id],
      is_open: false,
    };
  });
}

function refuseUnsent(found: StandingDeregistration): void {
  refuseSettled(found);
  if (found.state !== 'submitted') throw refuse.detail(DEREGISTRATION_SENTENCE.nothingSent);
}

const newestCertificate = (tx: Tx, deregistration: number) =>
  tx
    .selectFrom('certificates')
    .select(['kind', 'date'])
    .where('deregistration_id', '=', deregistration)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
