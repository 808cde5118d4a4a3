import type { AuctionForm } from '@restvarde/contract/auctions/auction-form';
import { SENTENCE } from '@restvarde/contract/errors';
import type { Viewer } from '@restvarde/contract/roles';
import type { AppContext } from '../../context.ts';
import { refuse } from '../../http/domain-error.ts';
import { takeUploads } from '../../uploads/pending-uploads.ts';
import { writeAudit } from '../audit.ts';
import { insertUploadedFiles } from '../files/auction-files.ts';
import { refuseMore } from '../files/auction-images.ts';
import { checkForm } from './check-form.ts';
import { countPictures, createOnce, type SentFiles } from './create-once.ts';
import { insertAuction } from './insert-auction.ts';

/**
 * Creates an auction with its pictures and documents. Returns its id. A refused form stores nothing (FORM-1).
 * With a `key`, repeated calls create one auction (FORM-12).
 * @throws DomainError 400 for each invalid field; 415 if a file is not a picture; 422 if the key was used with
 * another form
 */
export async function createAuction(
  context: AppContext,
  viewer: Viewer,
  company: number | null,
  form: AuctionForm,
  files: SentFiles,
  key: string | null,
): Promise<number> {
  if (company === null) throw refuse.field('company', SENTENCE.chooseCompany);
  const { db } = context.pool;
  return createOnce(
    context,
    viewer,
    { key, identity: [company, form], files },
    {
      async check() {
        const place = await checkForm(db, company, form);
        refuseMore(0, countPictures(files));
        return place;
      },
      create: (place, stored, keep) =>
        db.transaction().execute(async (tx) => {
          const taken = await takeUploads(tx, viewer, 'image', files.image_uploads);
          const uploaded = taken.map((one, n) => ({
            key: one.key,
            view: files.image_views[n] ?? null,
          }));
          const pictures = [...stored, ...uploaded];
          const { user_id: created_by } = viewer;
          const { id } = await insertAuction(tx, { company, created_by, form, place, pictures });
          const auction = { id, company_id: company };
          await writeAudit(tx, viewer, auction, 'create', { after: form });
          await insertUploadedFiles(tx, viewer, auction, files);
          await keep(tx, id);
          return id;
        }),
    },
  );
}
