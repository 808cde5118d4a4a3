import { isDate, stockholmDate } from '@restvarde/contract/dates';
import { viewerOf } from '@restvarde/contract/media';
import type { Viewer } from '@restvarde/contract/roles';
import {
  type CertificateForm,
  DEREGISTRATION_SENTENCE,
} from '@restvarde/contract/sale-calls/deregistrations';
import { findAuction, type LockedAuction } from '../../auctions/access/locked-auction.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../http/domain-error.ts';
import type { Upload } from '../../http/uploads.ts';
import { keepDocument } from '../../media/keep-files.ts';
import { actOnSale } from '../act-on-sale.ts';
import { findOwnDeregistration, storeState } from './find-deregistration.ts';

/**
 * Stores the winner's certificate and submits it to the seller. Earlier ones are kept (DISM-8).
 * @throws DomainError 404 if there is no such auction, or another station has won it; 400 at `date` and `file`,
 * and if it is approved or waived; 415 if the file is not a PDF, JPG or PNG
 */
export async function sendCertificate(
  context: AppContext,
  viewer: Viewer,
  id: number,
  form: CertificateForm,
  uploads: Upload[],
): Promise<void> {
  const { service_station_id } = viewer;
  const auction = await findAuction(context.pool.db, viewer, id);
  await findOwnDeregistration(context.pool.db, id, service_station_id);
  checkForm(auction, form, uploads);
  await keepDocument(context.media, viewer, uploads, (document) =>
    actOnSale(context, viewer, id, async (tx) => {
      const found = await findOwnDeregistration(tx, id, service_station_id);
      await tx
        .insertInto('certificates')
        .values({
          ...form,
          deregistration_id: found.id,
          document_key: document.key,
          document_name: document.name,
          document_size: document.size,
          sent_by: viewer.user_id,
        })
        .execute();
      await storeState(tx, found.id, { state: 'submitted' });
      return {
        action: 'send certificate',
        after: { ...form, document: document.name },
        stations: [found.service_station_id],
      };
    }),
  );
}

function checkForm({ end_dt, now }: LockedAuction, { date }: CertificateForm, uploads: Upload[]) {
  const first = stockholmDate(end_dt);
  const isInTime = isDate(date) && date >= first && date <= stockholmDate(now);
  const upload = uploads.find(({ field }) => field === 'file');
  if (!isInTime || !upload) {
    throw new DomainError(400, {
      ...(!isInTime && { date: [DEREGISTRATION_SENTENCE.date(first)] }),
      ...(!upload && { file: [DEREGISTRATION_SENTENCE.file] }),
    });
  }
  if (viewerOf(upload.name) === null) {
    throw new DomainError(415, { file: [DEREGISTRATION_SENTENCE.fileKind] });
  }
}
