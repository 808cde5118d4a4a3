import type { Auction } from '@restvarde/contract/auctions/auction';
import { stockholmDate } from '@restvarde/contract/dates';
import type { Collection } from '@restvarde/contract/sale/collection';
import { BUYER_ACT, type JourneyStep, journey } from '@restvarde/contract/sale/journey';
import { showCode } from '@restvarde/contract/sale/release-code';
import { storageSentence } from '@restvarde/contract/sale/storage';
import { cancelPickup } from '@restvarde/contract/sale-calls/collections';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, QrCode } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { call } from '../../../base/api/call.ts';
import layout from '../../../base/forms/form-layout.module.css';
import { Button } from '../../../ui/button/button.tsx';
import { ConfirmButton } from '../../../ui/button/confirm-button.tsx';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { useTick } from '../../../ui/clock/ticker.ts';
import { emailLink, phoneLink } from '../../../ui/display/contact-link.tsx';
import { MapLink } from '../../../ui/display/map-link.tsx';
import { ValueList } from '../../../ui/display/value-list.tsx';
import { Failure, Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showSuccess } from '../../../ui/feedback/toast.ts';
import { unbroken } from '../../../ui/format/unbroken.tsx';
import { auctionQuery } from '../../auctions/auction-query.ts';
import styles from '../bid-panel.module.css';
import { SaleSteps } from '../journey/sale-steps.tsx';
import { SalePapers } from './sale-papers.tsx';
import { slotsQuery } from './slots-query.ts';

const DeregistrationPanel = lazy(() => import('../deregistration/deregistration-panel.tsx'));
const PickupPass = lazy(() => import('./pickup-pass.tsx'));

/** The winner's steps to the end of the purchase (PICK-14). */
export default function WonSteps(props: { auction: Auction; collection: Collection }) {
  const { auction, collection } = props;
  const { company } = auction;
  // The steps change with the day.
  useTick((now) => stockholmDate(new Date(now)));
  if (collection.state === 'undone') {
    return (
      <Notice tone="warn">{`Köpet är hävt.${collection.storage_days > 0 ? ` ${storageSentence(collection)}.` : ''}`}</Notice>
    );
  }
  const steps = journey({ ...auction, collection }, new Date(serverClock.now()));
  return (
    <div className={styles.foot}>
      <h3>Så går du vidare</h3>
      <SaleSteps
        label="Stegen i köpet"
        steps={steps}
        contentOf={(step) => <StepContent {...{ auction, collection, step }} />}
      />
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
          ['Frågor till', company.name],
          ['Telefon', phoneLink(company.phone)],
          ['E-post', emailLink(company.email)],
        ]}
      />
      <SalePapers auction={auction} collection={collection} />
    </div>
  );
}

/** A step's button, or its form. */
function StepContent(props: { auction: Auction; collection: Collection; step: JourneyStep }) {
  const { auction, collection, step } = props;
  if (step.kind === 'book' && step.buyer !== null) {
    return <BookingStep auction={auction} collection={collection} isCurrent={step.is_current} />;
  }
  if (step.kind === 'collect') return <CollectStep {...props} />;
  const { deregistration } = auction;
  const isFollowed = step.kind === 'certificate' && deregistration !== null;
  if (isFollowed && (step.is_current || collection.handed_over_at !== null)) {
    return (
      <Suspense fallback={<Skeleton height="var(--control)" radius="var(--radius)" />}>
        <DeregistrationPanel auction={auction} deregistration={deregistration} />
      </Suspense>
    );
  }
  return null;
}

/** The pass, or who collected the object (PICK-5, PICK-15). */
function CollectStep(props: { auction: Auction; collection: Collection; step: JourneyStep }) {
  const { auction, collection, step } = props;
  const [isOpen, setOpen] = useState(false);
  const { release_code, collected_by, handed_over_at } = collection;
  if (handed_over_at !== null) {
    return collected_by === null ? null : <p className="quiet">{`Hämtat av ${collected_by}`}</p>;
  }
  if (release_code === null) {
    return <p className="quiet">Objektet lämnas ut efter betalning. Koden mejlas då.</p>;
  }
  return (
    <div className={styles.acts}>
      <strong className={styles.code}>{showCode(release_code)}</strong>
      <Button
        variant={step.is_current ? 'primary' : 'secondary'}
        icon={<QrCode size={20} />}
        onPress={() => setOpen(true)}
      >
        {BUYER_ACT['show pass']}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PickupPass
            {...{ auction, collection }}
            code={release_code}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

const BookingForm = lazy(() => import('./booking-form.tsx'));

/** The winner's booking: made, changed and cancelled here (PICK-4). */
function BookingStep(props: { auction: Auction; collection: Collection; isCurrent: boolean }) {
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
    showSuccess(text);
    group.current?.focus();
  }
  const cancelling = useMutation({
    mutationFn: () => call(cancelPickup, { params: { id: auction.id } }),
    onSuccess: (changed) => show(changed, 'Hämtningen är avbokad.'),
  });

  return (
    <section ref={group} tabIndex={-1} className="stack gap-4" aria-label={BUYER_ACT.book}>
      {booked_note !== '' && !isAsking && <p className="quiet">{booked_note}</p>}
      {opening_hours !== '' && (booked_dt === null || isAsking) && (
        <p className="quiet">{`Öppet: ${opening_hours}`}</p>
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
            icon={<CalendarClock size={20} />}
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
