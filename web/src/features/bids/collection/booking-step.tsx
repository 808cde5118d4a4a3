import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Collection } from '@restvarde/contract/auctions/collection';
import { cancelPickup } from '@restvarde/contract/sales/collections';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { call } from '../../../base/api/call.ts';
import layout from '../../../base/forms/form-layout.module.css';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmButton } from '../../../ui/button/confirm-button.tsx';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { formatWhen } from '../../../ui/format/dates.ts';
import { unbroken } from '../../../ui/format/unbroken.tsx';
import { auctionQuery } from '../../auctions/auction-query.ts';
import styles from '../bid-panel.module.css';

const BookingForm = lazy(() => import('./booking-form.tsx'));

/** The winner's booking: made, changed and cancelled here (PICK-4). */
export function BookingStep(props: { auction: Auction; collection: Collection }) {
  const { auction, collection } = props;
  const { booked_dt, booked_note, opening_hours } = collection;
  const [isAsking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();

  /** Moves focus on, since the pressed button or form is gone. */
  function show(changed: Auction, text: string) {
    client.setQueryData(auctionQuery(auction.id).queryKey, changed);
    setAsking(false);
    showToast({ tone: 'success', text });
    heading.current?.focus();
  }
  const cancelling = useMutation({
    mutationFn: () => call(cancelPickup, { params: { id: auction.id } }),
    onSuccess: (changed) => show(changed, 'Hämtningen är avbokad.'),
  });

  if (collection.released_at === null && booked_dt === null) return null;
  return (
    <section className={layout.fields} aria-labelledby="booking">
      <h4 id="booking" ref={heading} tabIndex={-1}>
        {booked_dt === null
          ? 'Boka hämtning'
          : unbroken(`Hämtas ${formatWhen(booked_dt, serverClock.now())}`)}
      </h4>
      {booked_note !== '' && !isAsking && <p>{booked_note}</p>}
      {opening_hours !== '' && <p className={styles.hint}>{`Öppet: ${opening_hours}`}</p>}
      {isAsking ? (
        <Suspense fallback={null}>
          <BookingForm
            auction={auction}
            collection={collection}
            onDone={(changed) => show(changed, 'Hämtningen är bokad.')}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : (
        <div className={layout.buttons}>
          <Button
            icon={<CalendarClock aria-hidden="true" size={20} />}
            onPress={() => setAsking(true)}
          >
            {booked_dt === null ? 'Boka tid' : 'Ändra tid'}
          </Button>
          {booked_dt !== null && (
            <ConfirmButton
              variant="quiet"
              onPress={() => cancelling.mutate()}
              isPending={cancelling.isPending}
              pendingLabel="Avbokar …"
            >
              Avboka
            </ConfirmButton>
          )}
        </div>
      )}
      {cancelling.error !== null && (
        <Notice tone="danger" isAlert>
          {cancelling.error.message}
        </Notice>
      )}
    </section>
  );
}
