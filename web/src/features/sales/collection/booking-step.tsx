import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Collection } from '@restvarde/contract/sale/collection';
import { BUYER_ACT } from '@restvarde/contract/sale/journey';
import { cancelPickup } from '@restvarde/contract/sale-calls/collections';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { call } from '../../../base/api/call.ts';
import layout from '../../../base/forms/form-layout.module.css';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmButton } from '../../../ui/button/confirm-button.tsx';
import { Failure } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { auctionQuery } from '../../auctions/auction-query.ts';
import styles from '../bid-panel.module.css';
import { slotsQuery } from './slots-query.ts';

const BookingForm = lazy(() => import('./booking-form.tsx'));

/** The winner's booking: made, changed and cancelled here (PICK-4). */
export function BookingStep(props: {
  auction: Auction;
  collection: Collection;
  isCurrent: boolean;
}) {
  const { auction, collection, isCurrent } = props;
  const { booked_dt, booked_note, opening_hours } = collection;
  const [isAsking, setAsking] = useState(false);
  const group = useRef<HTMLElement>(null);
  const client = useQueryClient();
  // Fetched before the button is pressed, so that nothing moves late.
  useQuery({ ...slotsQuery(auction.id), enabled: booked_dt === null || isAsking });

  /** Moves focus on, since the pressed button or form is gone. */
  function show(changed: Auction, text: string) {
    client.setQueryData(auctionQuery(auction.id).queryKey, changed);
    void client.invalidateQueries({ queryKey: ['my-tasks'] });
    setAsking(false);
    showToast({ tone: 'success', text });
    group.current?.focus();
  }
  const cancelling = useMutation({
    mutationFn: () => call(cancelPickup, { params: { id: auction.id } }),
    onSuccess: (changed) => show(changed, 'Hämtningen är avbokad.'),
  });

  return (
    <section ref={group} tabIndex={-1} className="stack gap-4" aria-label={BUYER_ACT.book}>
      {booked_note !== '' && !isAsking && <p className={styles.hint}>{booked_note}</p>}
      {opening_hours !== '' && (booked_dt === null || isAsking) && (
        <p className={styles.hint}>{`Öppet: ${opening_hours}`}</p>
      )}
      {isAsking ? (
        <Suspense fallback={<Skeleton height="18rem" radius="var(--radius)" />}>
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
            variant={isCurrent ? 'primary' : 'secondary'}
            size={isCurrent ? 'md' : 'sm'}
            icon={<CalendarClock aria-hidden="true" size={20} />}
            onPress={() => setAsking(true)}
          >
            {booked_dt === null ? BUYER_ACT.book : 'Ändra tid'}
          </Button>
          {booked_dt !== null && (
            <ConfirmButton
              variant="quiet"
              size="sm"
              onPress={() => cancelling.mutate()}
              isPending={cancelling.isPending}
              pendingLabel="Avbokar …"
            >
              Avboka
            </ConfirmButton>
          )}
        </div>
      )}
      <Failure message={cancelling.error?.message} />
    </section>
  );
}
