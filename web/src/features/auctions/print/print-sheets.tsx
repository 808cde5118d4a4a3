import type { Auction } from '@restvarde/contract/auctions/auction';
import { STATE_LABEL } from '@restvarde/contract/auctions/auction-rules';
import { CONDITION_LABELS } from '@restvarde/contract/auctions/condition-words';
import { type AuctionField, FIELD_NAMES, fieldSpec } from '@restvarde/contract/auctions/fields';
import { formatKronor } from '@restvarde/contract/money';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { paths } from '../../../base/urls/paths.ts';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { QrCode } from '../../../ui/display/qr-code.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { formatDateTime } from '../../../ui/format/dates.ts';
import { formatCount } from '../../../ui/format/numbers.ts';
import { unbroken } from '../../../ui/format/unbroken.tsx';
import { byPanel, conditionRows, panelText } from '../condition/condition-text.ts';
import { fieldText } from '../field-text.ts';
import { leadingSum } from '../leading-sum.ts';
import { picturesOf } from '../pictures.ts';
import { reservePrice } from '../reserve-words.ts';
import styles from './print-sheets.module.css';

/** The number of pictures that fit on the sheet. */
const MAX_PICTURES = 4;
/** A browser without a print dialog starts printing within this time. */
const BEGIN_LIMIT_MS = 3000;
/** Shown in web views of other apps, which cannot print and report nothing, and in browsers that ask first. */
const NO_PRINT_YET = 'Kommer ingen utskrift? Öppna sidan i en annan webbläsare.';

/**
 * Prints each auction on one A4 page: pictures, facts, and the highest bid with the time of printing. The sheets are
 * children of the body and replace the page in print. While `isPrinting` is set their pictures load and they print
 * once.
 */
export default function PrintSheets(props: {
  auctions: readonly Auction[];
  isPrinting: boolean;
  onDone: () => void;
}) {
  const { auctions, isPrinting } = props;
  const [printed_at, setPrinted] = useState(() => serverClock.now());
  useEffect(() => {
    // The browser prints the page as it is when this handler returns.
    const note = () => flushSync(() => setPrinted(serverClock.now()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);

  const done = useEffectEvent(props.onDone);
  useEffect(() => {
    if (!isPrinting) return;
    const controller = new AbortController();
    const pictures = [
      ...document.querySelectorAll<HTMLImageElement>(`body > .${styles.sheet} img`),
    ];
    // Print even if a picture fails to load.
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      const { signal } = controller;
      if (signal.aborted) return;
      let hasBegun = false;
      window.addEventListener('beforeprint', () => (hasBegun = true), { signal });
      // Some browsers return from `print` before the layout is finished.
      window.addEventListener('afterprint', done, { signal });
      window.print();
      setTimeout(() => {
        if (signal.aborted) return;
        if (!hasBegun) showToast({ tone: 'info', text: NO_PRINT_YET });
        // Interaction with the page shows that the print dialog is closed, even without an event.
        for (const use of ['pointerdown', 'keydown'])
          window.addEventListener(use, done, { capture: true, signal });
      }, BEGIN_LIMIT_MS);
    });
    return () => controller.abort();
  }, [isPrinting]);

  return auctions.map((auction) => (
    <Sheet key={auction.id} auction={auction} printed_at={printed_at} isPrinting={isPrinting} />
  ));
}

function Sheet(props: { auction: Auction; printed_at: number; isPrinting: boolean }) {
  const { auction, printed_at, isPrinting } = props;
  const name = [auction.manufacturer, auction.model, auction.model_year].filter(Boolean).join(' ');
  const state = auction.is_active ? 'active' : auction.has_started ? 'ended' : 'upcoming';
  const { label, amount } = leadingSum(auction);
  const address = new URL(paths.auction(auction.id), window.location.href).href;
  return (
    <div className={styles.sheet} aria-hidden="true">
      <p className={styles.top}>
        <span>{auction.company.name}</span>
        <span>{`Auktion ${auction.number}`}</span>
      </p>
      <h1>{name}</h1>
      <p className={styles.sum}>
        <span>
          <span>{`${label}:`}</span> <strong>{formatKronor(amount)}</strong>
          {auction.bid_count !== null && (
            <span>{`, ${formatCount(auction.bid_count, 'bud', 'bud')}`}</span>
          )}
        </span>
        <span>{unbroken(`${STATE_LABEL[state]}, sluttid ${formatDateTime(auction.end_dt)}`)}</span>
      </p>
      <div className={styles.pictures}>
        {picturesOf(auction)
          .slice(0, MAX_PICTURES)
          .map(({ id, sizes }) => (
            <img key={id} src={sizes.detail} alt="" loading={isPrinting ? 'eager' : 'lazy'} />
          ))}
      </div>
      <dl className={styles.facts}>
        {factsOf(auction)
          .filter(([, value]) => value !== '')
          .map(([fact, value]) => (
            <div key={fact}>
              <dt>{fact}</dt>
              <dd>{unbroken(value)}</dd>
            </div>
          ))}
      </dl>
      {auction.condition.panels.length > 0 && (
        <p className={styles.description}>
          <strong>{`${CONDITION_LABELS.panels}: `}</strong>
          <span>
            {byPanel(auction.condition.panels)
              .map(([panel, damages]) => panelText(panel, damages))
              .join('. ')}
          </span>
        </p>
      )}
      {auction.description !== '' && <p className={styles.description}>{auction.description}</p>}
      <div className={styles.foot}>
        <p>
          {unbroken(
            `Utskrivet ${formatDateTime(printed_at)}. Alla priser är exkl. moms. ${address}`,
          )}
        </p>
        <QrCode text={address} label="Auktionens adress som QR-kod" className={styles.qr} />
      </div>
    </div>
  );
}

/** The printed fields that are not a label and the value. */
const PRINTED: Partial<Record<AuctionField, (auction: Auction) => [fact: string, value: string]>> =
  {
    // The sheet may be seen by others than the one who prints it.
    reservation_price: (auction) => [
      'Reservationspris',
      auction.hidden_reservation_price ? 'Dolt reservationspris' : reservePrice(auction),
    ],
    hidden_bids: (auction) => ['Bud', auction.hidden_bids ? 'Dolda bud' : 'Öppna bud'],
    staging_area_name: (auction) => ['Uppställningsplats', auction.staging_area_name],
  };

function factsOf(auction: Auction): [fact: string, value: string][] {
  const { company } = auction;
  const printed = FIELD_NAMES.filter((field) => fieldSpec(field).is_printed);
  return [
    ...printed.map(
      (field) => PRINTED[field]?.(auction) ?? [fieldSpec(field).label, fieldText(auction, field)],
    ),
    ...conditionRows(auction.condition).map(({ label, text }) => [label, text]),
    ['Hämtas senast', auction.pickup_date],
    ['Kontakt', [company.phone, company.email].filter(Boolean).join(', ')],
  ] as [string, string][];
}
