import type { Viewer } from '@restvarde/contract/roles';
import { DEREGISTRATION_SENTENCE } from '@restvarde/contract/sale-calls/deregistrations';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { refuse } from '../../http/domain-error.ts';
import { actOnSale } from '../act-on-sale.ts';
import type { DeregistrationReturnedJob } from '../emails/deregistration-returned.email.tsx';
import {
  type CurrentDeregistration,
  refuseSettled,
  requireDeregistration,
  storeState,
} from './find-deregistration.ts';

/** The certificate that the reviewer saw. Undefined means the latest. */
type SeenCertificate = number | undefined;

/**
 * Approves the latest certificate. Idempotent (DISM-9).
 * @throws DomainError 404 if there is no such auction; 400 if no certificate was sent, it is not the one that was
 * seen or is a receipt, or no deregistration is required
 */
export function approveDeregistration(
  context: AppContext,
  viewer: Viewer,
  id: number,
  seen: SeenCertificate,
): Promise<void> {
  return actOnSale(context, viewer, id, async (tx) => {
    const found = await requireDeregistration(tx, id);
    if (found.state === 'approved') return null;
    refuseUnsent(found);
    const certificate = await findSeenCertificate(tx, found.id, seen);
    if (certificate.kind === 'receipt') throw refuse.detail(DEREGISTRATION_SENTENCE.receipt);
    await storeState(tx, found.id, { state: 'approved' });
    return {
      action: 'approve deregistration',
      after: { kind: certificate.kind, date: certificate.date },
      stations: [found.service_station_id],
    };
  });
}

/**
 * Returns the certificate and asks the winner by email for another (DISM-9).
 * @throws DomainError 404 if there is no such auction; 400 if no certificate was sent, it is not the one that was
 * seen, or it is settled
 */
export function returnDeregistration(
  context: AppContext,
  viewer: Viewer,
  id: number,
  { reason, certificate_id }: { reason: string; certificate_id?: SeenCertificate },
): Promise<void> {
  return actOnSale(context, viewer, id, async (tx) => {
    const found = await requireDeregistration(tx, id);
    refuseUnsent(found);
    await findSeenCertificate(tx, found.id, certificate_id);
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
    };
  });
}

/**
 * Waives the deregistration. Final; the first reason is kept (DISM-9).
 * @throws DomainError 404 if there is no such auction; 400 if it is approved, or no deregistration is required
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
    };
  });
}

function refuseUnsent(found: CurrentDeregistration): void {
  refuseSettled(found);
  if (found.state !== 'submitted') throw refuse.detail(DEREGISTRATION_SENTENCE.nothingSent);
}

/** Returns the latest certificate if it is the one that was seen. */
async function findSeenCertificate(tx: Tx, deregistration: number, seen: SeenCertificate) {
  const newest = await tx
    .selectFrom('certificates')
    .select(['id', 'kind', 'date'])
    .where('deregistration_id', '=', deregistration)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  if (seen !== undefined && newest.id !== seen) {
    throw refuse.detail(DEREGISTRATION_SENTENCE.isReplaced);
  }
  return newest;
}
