import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Company } from '@restvarde/contract/companies/companies';
import { bidsReleasedBy, endInDays } from '@restvarde/contract/sale/relist-rules';
import { relistAuction } from '@restvarde/contract/sale-calls/relist';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { upload } from '../../base/api/upload.ts';
import { paths } from '../../base/urls/paths.ts';
import { withdrawsOffer } from '../../features/sales/offer-words.ts';
import { canBeRelisted } from '../../features/sales/relist/relist-rules.ts';
import { meQuery } from '../../features/users/queries.ts';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { formatDate, formatTime } from '../../ui/format/dates.ts';
import { AuctionFormPage } from './auction-form-page.tsx';
import { type AuctionDraft, appendList, toFormData } from './draft/auction-draft.ts';
import { draftOf } from './draft/draft-of.ts';
import { storedDocuments, storedPictures } from './files/stored-previews.ts';
import type { UploadQueue } from './files/upload-queue.ts';
import type { Listing } from './listing-form.tsx';
import { PreparedListing } from './prepared-listing.tsx';
import { placeOf, withMissing } from './with-missing.ts';

const TITLE = 'Lägg upp på nytt';

/** Lists the object of an ended auction again (RELIST-1). */
export default function RelistAuctionPage() {
  return (
    <AuctionFormPage title={TITLE} current={TITLE}>
      {(auction, onErrorsChange) => <Relist {...{ auction, onErrorsChange }} />}
    </AuctionFormPage>
  );
}

function Relist(props: { auction: Auction; onErrorsChange: (hasErrors: boolean) => void }) {
  // The auction when the form was opened: saving changes it.
  const [auction] = useState(props.auction);
  const { data: me } = useQuery(meQuery);
  if (!canBeRelisted(auction)) return <Navigate to={paths.auction(auction.id)} replace />;
  if (me === undefined) return null;
  return (
    <PreparedListing
      company={me.is_superuser ? String(auction.company.id) : undefined}
      listingOf={({ facts }) => relistListing(auction, facts, me.id)}
      choicesOf={({ categories, places }) => ({
        categories: withMissing(categories, auction.categories),
        places: withMissing(places, placeOf(auction)),
      })}
      onErrorsChange={props.onErrorsChange}
    />
  );
}

/** The object of an ended auction, with its values, pictures and documents (RELIST-1). */
function relistListing(auction: Auction, facts: Company, user_id: number): Listing {
  const initial = relistDraft(auction, facts, serverClock.now());
  // The files belong to the old auction; nothing is locked in the new one.
  const files = { ...auction, sale_phase: null };
  const released = [
    withdrawsOffer(auction.offers),
    auction.sale_status === 'pending' ? bidsReleasedBy(auction.number) : null,
  ].filter((sentence) => sentence !== null);
  return {
    initial,
    keepsStart: true,
    draft_key: `${user_id}.relist.${auction.id}`,
    pictures: storedPictures(files),
    documents: storedDocuments(files),
    confirmation:
      released.length > 0
        ? {
            title: 'Lägg upp på nytt',
            sentence: released.join(' '),
            confirmLabel: 'Lägg upp',
          }
        : undefined,
    send(draft, { pictures, documents }, key) {
      const body = toFormData(draft);
      // An unchanged start means now (RELIST-2).
      const isUntouched = (['start_date', 'start_time'] as const).every(
        (field) => draft[field] === initial[field],
      );
      if (isUntouched) body.delete('start_dt');
      appendList(body, 'image_ids', idsOf(pictures));
      appendList(
        body,
        'image_views',
        pictures.files.map(({ preview }) => preview.subject ?? ''),
      );
      appendList(body, 'file_ids', documents.files.length === 0 ? [''] : storedOf(documents));
      appendList(body, 'file_uploads', documents.uploaded);
      appendList(body, 'file_kinds', documents.subjects);
      return upload(relistAuction, { params: { id: auction.id }, body, key });
    },
    preset: 'Startar när du sparar, om du inte ändrar starten.',
    submitLabel: 'Lägg upp på nytt',
    done: (number) => `Objektet är upplagt på nytt som ${number}.`,
  };
}

/** The initial values: as before, but from now until the company's default end (RELIST-2). */
function relistDraft(auction: Auction, facts: Company, now: number): AuctionDraft {
  const { default_end_dt_increment_days: days, default_end_dt_increment_time: time } = facts;
  const start = new Date(now).toISOString();
  const [end_date = '', end_time = ''] = endInDays(days ?? 1, time ?? '12:00', new Date(now)).split(
    'T',
  );
  return {
    ...draftOf(auction),
    relist_dismantling: facts.relist_dismantling ? '1' : '0',
    start_date: formatDate(start),
    start_time: formatTime(start),
    end_date,
    end_time,
  };
}

const storedOf = ({ files }: UploadQueue) =>
  files.flatMap(({ stored_id }) => (stored_id === null ? [] : String(stored_id)));

/** All ids of a list in order, copied and uploaded. An empty name means that there are none. */
function idsOf({ files }: UploadQueue): string[] {
  const ids = files.flatMap(({ stored_id, upload_id }) => String(stored_id ?? upload_id ?? ''));
  return ids.length === 0 ? [''] : ids;
}
