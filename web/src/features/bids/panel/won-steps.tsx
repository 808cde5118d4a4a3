import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Collection } from '@restvarde/contract/auctions/collection';
import { showCode } from '@restvarde/contract/auctions/release-code';
import { storageSentence } from '@restvarde/contract/auctions/storage';
import {
  paymentSentence,
  registrationSentence,
  STORAGE_SENTENCE,
  winnerSteps,
} from '@restvarde/contract/auctions/winner-steps';
import { lazy, Suspense } from 'react';
import { MapLink } from '../../../ui/display/map-link.tsx';
import { ValueList } from '../../../ui/display/value-list.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { formatDateTime } from '../../../ui/format/dates.ts';
import { unbroken } from '../../../ui/format/unbroken.tsx';
import styles from '../bid-panel.module.css';
import { BookingStep } from '../collection/booking-step.tsx';

const SalePapers = lazy(() => import('../collection/sale-papers.tsx'));

/** The winner's next steps, with their dates. */
export default function WonSteps({ auction }: { auction: Auction }) {
  const { company, collection } = auction;
  const isWaiting = collection !== null && collection.handed_over_at === null;
  if (collection?.state === 'undone') {
    return (
      <Notice tone="warn">{`Köpet är hävt.${collection.storage_days > 0 ? ` ${storageSentence(collection)}.` : ''}`}</Notice>
    );
  }
  return (
    <div className={styles.foot}>
      <h3>Så går du vidare</h3>
      {collection !== null && <Release collection={collection} />}
      {isWaiting && <BookingStep auction={auction} collection={collection} />}
      <ValueList
        rows={[
          ['Finns på', auction.staging_area_name],
          [
            'Adress',
            auction.pickup_address && (
              <span key="address">
                <span>{unbroken(auction.pickup_address)}</span>{' '}
                <MapLink address={auction.pickup_address} />
              </span>
            ),
          ],
          ...winnerSteps(auction, collection).map(({ what, when }) => [what, when] as const),
          ['Frågor till', company.name],
          [
            'Telefon',
            company.phone && (
              <a key="phone" href={`tel:${company.phone.replace(/[^\d+]/g, '')}`}>
                {company.phone}
              </a>
            ),
          ],
          [
            'E-post',
            company.email && (
              <a key="mail" href={`mailto:${company.email}`}>
                {company.email}
              </a>
            ),
          ],
        ]}
      />
      {(collection?.paid_at ?? null) === null && (
        <p>{paymentSentence(company.name, !(collection === null || isWaiting))}</p>
      )}
      <p>{registrationSentence(auction)}</p>
      {(collection === null || isWaiting || collection.storage_days > 0) && (
        <p className={styles.hint}>
          {collection === null ? STORAGE_SENTENCE : unbroken(storageSentence(collection))}
        </p>
      )}
      {collection !== null && (
        <Suspense fallback={null}>
          <SalePapers auction={auction} collection={collection} />
        </Suspense>
      )}
    </div>
  );
}

/** The release code, or when it will be available, or when the object was handed over (PICK-2, PICK-5). */
function Release({ collection }: { collection: Collection }) {
  const { release_code, handed_over_at, collected_by } = collection;
  if (handed_over_at !== null) {
    return (
      <Notice tone="success">{`Utlämnat ${formatDateTime(handed_over_at)}${collected_by !== null ? ` till ${collected_by}` : ''}.`}</Notice>
    );
  }
  if (release_code === null) {
    return <Notice tone="info">Objektet lämnas ut efter betalning. Koden mejlas då.</Notice>;
  }
  return (
    <p>
      Visa koden när du hämtar: <strong className={styles.code}>{showCode(release_code)}</strong>
    </p>
  );
}
