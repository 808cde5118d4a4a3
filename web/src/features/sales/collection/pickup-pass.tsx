import type { Auction } from '@restvarde/contract/auctions/auction';
import type { Collection } from '@restvarde/contract/sale/collection';
import { showCode } from '@restvarde/contract/sale/release-code';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { MapLink } from '../../../ui/display/map-link.tsx';
import { QrCode } from '../../../ui/display/qr-code.tsx';
import { formatWhen } from '../../../ui/format/dates.ts';
import { unbroken } from '../../../ui/format/unbroken.tsx';
import { Modal } from '../../../ui/modal/modal.tsx';
import styles from './pickup-pass.module.css';

/**
 * What the buyer shows at the gate: the code as QR and text, the vehicle, the booked time and the place. It needs no
 * network once it is open (PICK-15).
 */
export default function PickupPass(props: {
  auction: Auction;
  collection: Collection;
  code: string;
  onClose: () => void;
}) {
  const { auction, collection, code, onClose } = props;
  const { booked_dt, booked_note, opening_hours } = collection;
  const { pickup_address, staging_area_name } = auction;
  return (
    <Modal title="Hämtkod" onOpenChange={onClose}>
      <div className={`stack gap-2 ${styles.pass}`}>
        <QrCode text={code} label={`Koden ${showCode(code)} som QR-kod`} className={styles.qr} />
        <p className={styles.code}>{showCode(code)}</p>
        <p className={styles.plate}>{auction.registration_number || auction.chassis_number}</p>
        <p>{`${auction.manufacturer} ${auction.model}, ${auction.number}`}</p>
        <p className={styles.when}>
          {booked_dt === null
            ? 'Ingen tid bokad'
            : unbroken(`Bokad tid ${formatWhen(booked_dt, serverClock.now())}`)}
        </p>
        {booked_note !== '' && <p>{booked_note}</p>}
        <address className={styles.place}>
          <strong>{staging_area_name}</strong>
          {pickup_address !== null && (
            <span>
              <span>{unbroken(pickup_address)}</span> <MapLink address={pickup_address} />
            </span>
          )}
          {opening_hours !== '' && <span>{`Öppet: ${opening_hours}`}</span>}
        </address>
        <p className="quiet">
          Visa koden för den som lämnar ut. Den fungerar utan nät så länge sidan är öppen.
        </p>
      </div>
    </Modal>
  );
}
