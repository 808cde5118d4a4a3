import { gateAnswer, type Handover } from '@restvarde/contract/sale-calls/handovers';
import { Link } from '@tanstack/react-router';
import { CarFront, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../base/urls/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { serverClock } from '../../ui/clock/server-clock.ts';
import { ValueList } from '../../ui/display/value-list.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { formatWhen } from '../../ui/format/dates.ts';
import { FreeStorage } from './free-storage.tsx';
import { isPastFree } from './handover-days.ts';
import styles from './handovers.module.css';

/** One object to collect: what it is, who comes and when, and the handover (PICK-7). */
export function HandoverCard(props: { row: Handover; isYard: boolean; onHandOver: () => void }) {
  const { row, isYard, onHandOver } = props;
  const name = `${row.manufacturer} ${row.model}`;
  return (
    <>
      <div className={styles.head}>
        <div className={styles.picture}>
          {row.thumb === null ? (
            <CarFront aria-hidden="true" size={28} strokeWidth={1.75} />
          ) : (
            <img className="cover" src={row.thumb} alt="" loading="lazy" />
          )}
        </div>
        <div className={styles.what}>
          <p className={styles.plate}>{row.registration_number || row.chassis_number}</p>
          <h3>{isYard ? name : <Link to={paths.auction(row.auction_id)}>{name}</Link>}</h3>
          <p className="quiet">{row.number}</p>
        </div>
      </div>
      <ValueList rows={factsOf(row, isYard)} />
      {row.state !== 'handed_over' &&
        (row.may_be_released ? (
          <Button
            variant="primary"
            icon={<KeyRound aria-hidden="true" size={20} />}
            onPress={onHandOver}
            aria-label={`Lämna ut ${name}`}
            isWide
          >
            Lämna ut
          </Button>
        ) : (
          <Notice tone="danger">{gateAnswer(row)}</Notice>
        ))}
    </>
  );
}

function factsOf(row: Handover, isYard: boolean): (readonly [string, ReactNode])[] {
  const when = (at: string | null) => at && formatWhen(at, serverClock.now());
  const hasPlate = row.registration_number !== '';
  const isHandedOver = row.state === 'handed_over';
  return [
    ['Utlämnat', when(row.handed_over_at)],
    ['Hämtat av', row.collected_by],
    ['Hämtas', isHandedOver ? null : (when(row.booked_dt) ?? 'Ingen tid bokad')],
    ['Köparens meddelande', isHandedOver ? null : row.booked_note],
    ['Köpare', row.service_station_name],
    ['Finns på', isYard ? null : row.staging_area_name],
    ['Chassi.nr', hasPlate ? row.chassis_number : null],
    [
      'Fri lagring t.o.m.',
      isHandedOver ? null : (
        <FreeStorage key="free" date={row.free_until} isPast={isPastFree(row, serverClock.now())} />
      ),
    ],
  ];
}
